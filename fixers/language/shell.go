package language

import (
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

const shellFamily family = "shell"

var shellLanguages = []language{
	{
		name: "sh", family: shellFamily,
		hints: []hint{
			{"^if [[…]]; then", 5}, {"^if [ …; then", 5}, {"^if …; then$", 4}, {"^fi$", 4}, {"^done$", 3}, {"^esac$", 4},
			{"^for %w in …; do", 5}, {"^while …; do", 5}, {"^export %w=", 4}, {"^set -e", 3}, {"$(…)", 1}, {" | grep ", 3},
			{" | xargs", 3}, {" | sudo", 3}, {"2>&1", 3}, {"> /dev/null", 3}, {">/dev/null", 3}, {" && \\$", 2}, {"^echo \"$", 2},
			{"^%w() {$", 2}, {"\"$@\"", 4}, {"\"${%w}\"", 2}, {"^source ", 1}, {"<<EOF", 3}, {"<<'EOF'", 4}, {" | bash", 3},
			{" | sh", 3}, {"^local %w=\"", 3}, {"^}$", -2}, {";$", -2}, {" = ", -1},
			{"%w:\\", -4}, {".exe", -4}, {"%w\\%w", -5}, {"~\\%w", -8}, {"wsl ", -6}, {"^winget ", -6}, {"^copy ", -4}, {"^netsh ", -6}, {"^bcdedit ", -6}, {"findstr ", -6}, {"^%w [%w]$", -3}, {" -%w:\\", -4}, {" > %w", 1}, {"^trap ", 2}, {"^alias %w=", 4}, {"^eval \"$(", 4},
		},
		shape: commandLines,
	},
	{
		name: "console", family: shellFamily,
		hints: []hint{
			{"^$ %w", 6}, {"^$ ./", 6}, {"^%w@%w:…$ ", 6}, {"^%w@%w:…# ", 5}, {"^~$ ", 5}, {"^# apt", 4}, {"^% %w", 3},
		},
		shape: promptLines,
	},
	{
		name: "powershell", family: "powershell",
		hints: []hint{
			{"^PS> ", 7}, {"^PS …> ", 6}, {"$env:%w", 4}, {"$_.", 3}, {"[CmdletBinding", 7}, {"^param (", 2}, {"^Param(", 3},
			{" -eq ", 2}, {" -ne ", 2}, {" -match ", 2}, {" -like ", 2}, {"| Where-Object", 5}, {"| ForEach-Object", 5},
			{"| Select-Object", 5}, {"| Format-", 4}, {"$PSVersionTable", 6}, {"$PSItem", 6}, {"$null", 2}, {"^$%w = ", 2}, {"^$%w = @{", 3},
			{"^$%w = [", 2}, {"@(", 1}, {"[string]$", 3}, {"[switch]", 3}, {"[int]$", 3}, {"[pscustomobject]", 6}, {"[PSCustomObject]", 6},
			{"^wsl ", 6.5}, {"^wsl.exe ", 6.5}, {"~\\%w", 3}, {"^function %w-%w", 5}, {" -ErrorAction ", 5}, {"^winget ", 4.5}, {"^choco ", 2}, {"^Import-Module", 5},
			{" -Path ", 3}, {" -Name ", 2}, {"^.\\", 1}, {"Write-Host", 5}, {"^process {", 3}, {"^begin {", 3}, {"<#", 2}, {"#>$", 2},
			{" `$", 3}, {"[Parameter(", 4}, {" %w:\\", 3}, {"\"%w:\\", 3}, {".\\%w", 2}, {".exe", 2}, {"%w\\%w", 1}, {" @\"$", 5}, {" @'$", 5}, {"<%w>", -4}, {"<%w %w", -4}, {";$", -1}, {"$this->", -6}, {"<?php", -8},
		},
		shape: cmdlets,
	},
	{
		name: "bat", family: "bat",
		hints: []hint{
			{"^@echo off", 9}, {"^@ECHO OFF", 9}, {"^C:\\…>", 6}, {"^set %w=", 3}, {"^SET %w=", 4}, {"%%w%", 2}, {"^rem ", 2}, {"^REM ", 3},
			{"^setlocal", 4}, {"^call ", 2}, {"^if exist ", 3}, {"^if not exist ", 4}, {"^goto ", 2}, {"%~dp0", 7}, {"^setx ", 4}, {"^dir ", 1},
			{"^cd C:\\", 3}, {"^copy ", 2}, {"^type ", 0.5}, {"^> ", 0.5}, {"^netsh ", 3}, {"^reg ", 3},
		},
	},
}

// commands are programs that people call by hand, and builtins of the shell. Their
// names are hardly ever the first word of a line in other code.
var commands = wording.Set(`7z ansible ansible-playbook apachectl apk apt apt-get artisan autoconf automake awk aws az
	bash bat bazel bazelisk bower brew bun bundle bunx bzip2 cargo cargo-clippy cat cd chgrp chmod chown chsh clang
	clang-format cmake code composer conda corepack cp createdb createuser cross crontab curl date dd deno df diff
	dig direnv dirname dnf docker docker-compose doctl dotnet dpkg du e ebpf echo eksctl electron env eslint etcdctl
	exit expo export fastlane find firebase flake8 flutter fly gcc gcloud gem gh gist git gn gofmt golangci-lint gpg
	gradle grep gsutil gunicorn gunzip gzip gclient head helm heroku host htop hugo id ifconfig install ip iptables
	irb jekyll journalctl jq just kill killall kind kops kubeadm kubectl kustomize launchctl ldd less lerna lima ll
	ln logout losetup ls lsb_release lsblk lscpu lsof make man mdbook md5sum mill minikube mix mkdir mocha mongosh
	mount mv mvn mypy mysql nano nasm nc ncu netlify netstat next ng nginx ninja nmap nmcli node nohup npm npx
	nslookup nvim nvm nx openssl packer pacman pdm perl pg_dump pgrep php phpunit ping pip pip3 pipenv pipx pixi pkg
	pkill pm2 pnpm podman poetry pre-commit prettier printenv printf prometheus promtool ps psql pushd popd pwd pyenv
	pylint pytest python python2 python3 rails rake rbenv readelf rebar3 redis-cli redis-server rg rm rmdir rsync
	ruby ruff rustc rustfmt rustup rvm rye scp screen sdk sed sam serverless service sh sha256sum shasum skaffold
	sleep snap sort source ssh ssh-add ssh-keygen stat strace su sudo swift swiftc systemctl tail tar tee telnet
	terraform tilt tmux top touch tox tree tsc ts-node tsx ty typeorm ufw uname unzip uvicorn uv uvx vagrant valgrind
	vercel vi vim vite vitest virtualenv wasm-pack watch wc wget whereis which whoami wrangler xattr xcode-select
	xcodebuild xcrun xz yarn yum yq zip zsh zypper`)

// wordsAndCommands are commands whose names are ordinary words of prose or of other
// languages, too. They need an argument that looks like one.
var wordsAndCommands = wording.Set(`go node make install find test sort date host id ip just less man more next set
	service sleep split swift time top touch tree watch which code kind mix mill mount e screen exit fly gist env
	source diff head tail cat stat cross sam tilt type read rake gem expo ruby php perl python lima ty electron
	prometheus`)

// pattern returns a function that returns a compiled regular expression, for the same reason.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// commandLines weighs how many of the lines call a program. Comments and lines that continue others do not count.
func commandLines(s *sample) float64 {
	calls, others := 0, 0
	continued := false
	for _, line := range s.lines {
		was := continued
		continued = strings.HasSuffix(line, "\\")
		switch {
		case was, strings.HasPrefix(line, "#"):
		case calling(line):
			calls++
		default:
			others++
		}
	}
	if calls == 0 {
		return 0
	}
	share := float64(calls) / float64(calls+others)
	return 7*share*share + min(float64(calls-1), 3)*share
}

// calling reports whether the line calls a program.
func calling(line string) bool {
	line = strings.TrimPrefix(line, "$ ")
	name, rest, _ := strings.Cut(line, " ")
	for assignment(name) && rest != "" { // variables set for this call alone
		name, rest, _ = strings.Cut(rest, " ")
	}
	if name == "sudo" && rest != "" {
		return true
	}
	rest = strings.TrimSpace(rest)
	switch {
	case strings.HasSuffix(line, ";"), strings.HasSuffix(line, "{"),
		strings.HasPrefix(rest, "="), strings.HasPrefix(rest, "("):
		return false
	case strings.HasPrefix(name, "./") && len(name) > 2, strings.HasPrefix(name, "~/"):
		return true
	case wordsAndCommands()[name]:
		return argument(name, rest)
	case commands()[name]:
		return true
	}
	return programName(name) && options(rest)
}

// everywhere are the programs that PowerShell calls as other shells do. Some are its aliases.
var everywhere = wording.Set(`cat cd clear cp diff echo history kill ls man mkdir mount mv popd ps pushd pwd rm rmdir
	set sleep sort tee type wget where az bazel bun cargo choco cmake code composer conda curl deno docker docker-compose dotnet electron
	exit flutter gcloud gh git go gradle helm hugo just kubectl minikube mvn ng node npm npx nvm pip pip3 pipx pnpm poetry
	podman pytest python python3 ruff rustc rustup ssh terraform tsc ty uv uvx vite winget wsl yarn`)

// ofUnix reports a line that PowerShell does not have: it calls a program of Unix, or has a construct of its shells.
func ofUnix(line string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(line, "$ "), " ")
	return (commands()[name] || wordsAndCommands()[name]) && !everywhere()[name] || assignment(name) || name == "sudo" ||
		strings.HasPrefix(name, "/") || strings.Contains(line, " /") || strings.Contains(line, "~/") || name == "fi" || name == "done" ||
		strings.HasSuffix(line, " \\") || strings.Contains(line, "/dev/null") || strings.Contains(line, " | grep ")
}

// ofDotnet reports a command of .NET, or a comment. Documents call such code dotnetcli, console or by the shell.
func ofDotnet(line string) bool {
	return strings.HasPrefix(line, "dotnet ") || strings.HasPrefix(line, "#")
}

// programName reports whether s may be the name of a program.
func programName(s string) bool {
	return s != "" && 'a' <= s[0] && s[0] <= 'z' && s[len(s)-1] != '.' &&
		strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-_.") == ""
}

// options reports an option among the arguments of a line, before any sign of an expression.
func options(rest string) bool {
	for word := range strings.FieldsSeq(rest) {
		long := len(word) > 3 && strings.HasPrefix(word, "--") && word[2] >= 'a'
		if long || len(word) == 2 && word[0] == '-' && word[1] >= 'A' {
			return true
		}
		if strings.ContainsAny(word, "()=;,{}\"'") {
			return false
		}
	}
	return false
}

// assignment reports NAME=value.
func assignment(s string) bool {
	i := strings.IndexByte(s, '=')
	if i <= 0 {
		return false
	}
	for _, c := range []byte(s[:i]) {
		if c != '_' && !('A' <= c && c <= 'Z') && !('0' <= c && c <= '9') {
			return false
		}
	}
	return true
}

// subcommands tell a call of these programs from a sentence that begins with the name.
var subcommands = map[string]func() map[string]bool{
	"go":    wording.Set("build get install mod run test vet generate fmt tool env work version doc list clean"),
	"swift": wording.Set("build run test package"),
	"mix":   wording.Set("new deps test compile phx.new ecto.create run format hex.info"),
}

// argument reports whether rest looks like what follows a command on its line, rather than a sentence or an expression.
func argument(name, rest string) bool {
	if rest == "" {
		return name == "make" || name == "exit" || name == "date" || name == "top" || name == "irb"
	}
	first, _, _ := strings.Cut(rest, " ")
	if subs, ok := subcommands[name]; ok {
		return subs()[first]
	}
	if name == "make" {
		return !strings.ContainsAny(first, "(=:;,.'") || assignment(first)
	}
	return strings.HasPrefix(first, "-") || strings.HasPrefix(first, "$") || strings.ContainsAny(first, "/") ||
		strings.Contains(first, ".") && !strings.HasSuffix(first, ".")
}

// promptLines weighs how many lines start with the prompt of a shell.
func promptLines(s *sample) float64 {
	prompts := s.count(func(line string) bool {
		return len(line) > 2 && strings.HasPrefix(line, "$ ") && line[2] != '='
	})
	if prompts == 0 {
		return 0
	}
	if strings.HasPrefix(s.lines[0], "$ ") {
		return 4
	}
	return 1
}

// verbs are the frequent ones of those that PowerShell approves of for names of cmdlets.
var verbs = wording.Set(`Add Clear Close Compare Connect Convert ConvertFrom ConvertTo Copy Disable Disconnect Enable
	Enter Exit Export Find ForEach Format Get Group Import Install Invoke Join Measure Merge Mount Move New Open Out
	Publish Read Receive Register Remove Rename Repair Reset Resolve Restart Restore Resume Save Select Send Set Show
	Sort Split Start Stop Suspend Tee Test Trace Unblock Uninstall Unregister Update Wait Where Write`)

// cmdlets weighs the words of the form Verb-Noun.
func cmdlets(s *sample) float64 {
	n := 0
	for _, line := range s.lines {
		for before, after, ok := strings.Cut(line, "-"); ok; before, after, ok = strings.Cut(after, "-") {
			verb := strings.LastIndexFunc(before, func(r rune) bool { return r < 0x80 && !wordByte(byte(r)) }) + 1
			if verbs()[before[verb:]] && after != "" && 'A' <= after[0] && after[0] <= 'Z' {
				n++
			}
		}
	}
	switch n {
	case 0:
		return 0
	case 1:
		if verb, _, _ := strings.Cut(s.lines[0], "-"); verbs()[verb] {
			return 7
		}
		return 6
	}
	return 8
}
