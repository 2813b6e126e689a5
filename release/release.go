package main

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A platform is a system and a processor that a release is for, with the names that others have for it.
type platform struct {
	system, processor string // as Go names them
	npm               string // as Node.js names the two
	wheel             string // the tag of a Python wheel
}

// name returns the platform as names of files have it.
func (p platform) name() string { return p.system + "_" + p.processor }

// binary returns the name of the program.
func (p platform) binary() string {
	if p.system == "windows" {
		return "doc-iterate.exe"
	}
	return "doc-iterate"
}

// platforms returns what a release is for. The programs for Linux need no C library, so that they run on every one.
func platforms() []platform {
	const gnu, musl = "manylinux_2_17_%[1]s.manylinux2014_%[1]s", "musllinux_1_1_%[1]s"
	linux := func(processor string) string { return fmt.Sprintf(gnu+"."+musl, processor) }
	return []platform{
		{"linux", "amd64", "linux-x64", linux("x86_64")},
		{"linux", "arm64", "linux-arm64", linux("aarch64")},
		{"darwin", "amd64", "darwin-x64", "macosx_12_0_x86_64"},
		{"darwin", "arm64", "darwin-arm64", "macosx_12_0_arm64"},
		{"windows", "amd64", "win32-x64", "win_amd64"},
		{"windows", "arm64", "win32-arm64", "win_arm64"},
	}
}

// utc is the form of the time of the commit in what is written.
const utc = "2006-01-02T15:04:05Z"

// A release is one run of this program.
type release struct {
	version   string
	commit    string
	time      time.Time // of the commit
	out       string    // the folder that is written
	work      string    // a folder for what is no part of the release
	platforms []platform
	extras    []entry // the other files of each archive
}

// newRelease reads the version and the commit of the checkout, and empties the folder to write to.
func newRelease(out, only string) (*release, error) {
	version, err := readVersion()
	if err != nil {
		return nil, err
	}
	r := &release{version: version, out: out, platforms: platforms()}
	if only != "" {
		r.platforms = slices.DeleteFunc(r.platforms, func(p platform) bool { return p.system+"/"+p.processor != only })
		if len(r.platforms) == 0 {
			return nil, fmt.Errorf("-only %s: a release is for no such platform", only)
		}
	}
	said, err := exec.Command("git", "log", "-1", "--format=%H %ct").Output()
	if err != nil {
		return nil, fmt.Errorf("git log: %w: run this in a checkout that has a commit", err)
	}
	var seconds string
	r.commit, seconds, _ = strings.Cut(strings.TrimSpace(string(said)), " ")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("git log: time %q: %w", seconds, err)
	}
	r.time = time.Unix(unix, 0).UTC()
	if err := os.RemoveAll(out); err != nil {
		return nil, err
	}
	return r, os.MkdirAll(out, 0o755)
}

// do runs the steps with a folder for what is no part of the release.
func (r *release) do(steps []func() error) (err error) {
	if r.work, err = os.MkdirTemp("", "doc-iterate-release"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// build builds the program for each platform.
func (r *release) build() error {
	for _, p := range r.platforms {
		if err := buildFor(filepath.Dir(r.program(p)), "GOOS="+p.system, "GOARCH="+p.processor); err != nil {
			return err
		}
	}
	return nil
}

// collectExtras collects the files of an archive other than the program. A program for this system writes the
// completions and the manual page.
func (r *release) collectExtras() error {
	folder := filepath.Join(r.work, "own")
	if err := buildFor(folder); err != nil {
		return err
	}
	own := filepath.Join(folder, "doc-iterate")
	r.extras = nil
	for _, name := range []string{"LICENSE", noticesFile, "README.md", "CHANGELOG.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		r.extras = append(r.extras, entry{name, data, plainFile})
	}
	for _, f := range []struct{ name, args string }{
		{"completions/doc-iterate.bash", "completion bash"},
		{"completions/_doc-iterate", "completion zsh"},
		{"completions/doc-iterate.fish", "completion fish"},
		{"man/doc-iterate.1", "man"},
	} {
		text, err := exec.Command(own, strings.Fields(f.args)...).Output()
		if err != nil {
			return fmt.Errorf("doc-iterate %s: %w", f.args, err)
		}
		r.extras = append(r.extras, entry{f.name, text, plainFile})
	}
	return nil
}

// commands returns the packages of the programs: the first is the one that users start.
func commands() []string { return []string{"./cmd/doc-iterate", "./cmd/doc-iterate-mcp"} }

// buildFor builds the programs into a folder as every release has them.
func buildFor(folder string, environ ...string) error {
	args := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", folder + string(filepath.Separator)}
	cmd := exec.Command("go", append(args, commands()...)...)
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOAMD64=v1"), environ...)
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", strings.Join(environ, " "), err, said)
	}
	return nil
}

// program returns where the program for a platform was built.
func (r *release) program(p platform) string { return filepath.Join(r.work, p.name(), p.binary()) }

// programs returns the programs for a platform as they lie in a folder of an archive.
func (r *release) programs(p platform, folder string) ([]entry, error) {
	var out []entry
	for _, name := range commands() {
		name = path.Base(name) + filepath.Ext(p.binary())
		data, err := os.ReadFile(filepath.Join(filepath.Dir(r.program(p)), name))
		if err != nil {
			return nil, err
		}
		out = append(out, entry{folder + name, data, executable})
	}
	return out, nil
}

// archive returns the name of the archive for a platform.
func (r *release) archive(p platform) string {
	ending := ".tar.gz"
	if p.system == "windows" {
		ending = ".zip"
	}
	return "doc-iterate_" + r.version + "_" + p.name() + ending
}

// writeArchives writes an archive for each platform: the program with its licences, completions and manual page.
func (r *release) writeArchives() error {
	for _, p := range r.platforms {
		programs, err := r.programs(p, "")
		if err != nil {
			return err
		}
		entries := sorted(append(programs, r.extras...))
		write := r.writeTar
		if p.system == "windows" {
			write = r.writeZip
		}
		if err := write(r.archive(p), entries); err != nil {
			return err
		}
	}
	return nil
}
