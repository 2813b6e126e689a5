package language

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// plainText is the language of what is not code.
const plainText = "text"

var otherLanguages = []language{
	{
		name: "sql", family: "sql", fold: true,
		hints: []hint{
			{"^select … from ", 7}, {"^select ", 3}, {"^from %w", 1}, {"^where ", 1.5}, {"^insert into ", 8}, {"^update %w set ", 7}, {"^delete from ", 7}, {"^create table ", 8}, {"^create index ", 7}, {"^create database", 8}, {"^create view ", 8}, {"^create materialized view", 9}, {"^create ", 2}, {"^alter table ", 8}, {"^drop table ", 8}, {"^order by ", 4}, {" order by ", 4}, {"^group by ", 4}, {" group by ", 4}, {"^left join ", 5}, {"^inner join", 6}, {"^join ", 3}, {" join %w on ", 4}, {"^values (", 3}, {" values (", 4}, {"primary key", 5}, {"not null", 3}, {"varchar", 4}, {"^grant ", 5}, {"^with %w as (", 6}, {"count(*)", 4}, {"limit %d", 2}, {" as %w,$", 1}, {"^show ", 2}, {"^explain ", 3}, {"^use %w;", 1}, {"begin;$", 2}, {"^commit;", 3}, {" between ", 1}, {" timestamp", 2}, {"^set %w = ", 1}, {"^-- ", 1.5}, {"^union", 3}, {"::", -1}, {" left join ", 4}, {" is null", 3}, {" is not null", 4}, {"sum(", 1}, {"avg(", 2}, {"^truncate table", 8}, {"partition by ", 5}, {"foreign key", 6}, {"references %w", 2},
			{"^from %w in ", -9}, {"{ ", -2}, {"^def ", -6}, {"=> ", -4}, {"^const ", -6}, {"^from %w import", -9}, {"^import ", -5}, {"$this", -8}, {"{$", -3}, {"^}$", -3}, {"<?php", -8}, {"->", -3}, {"^var ", -5}, {"^let ", -5}, {".select(", -4}, {"func ", -4}, {"public ", -4}, {"^$ ", -5}, {"# ", -1}, {"^- ", -2}, {"^if ", -1.5}, {"class ", -3}, {"^run ", -3}, {"^copy ", -1.5}, {"^local ", -4},
		},
		shape: func(s *sample) float64 { // logs and strings of programs quote statements
			first := append(strings.Fields(strings.ToLower(s.lines[0])), "")[0] // a line may be a form feed
			if sqlWords()[first] || strings.HasPrefix(first, "--") || strings.IndexByte("/(#", s.lines[0][0]) >= 0 {
				return 0
			}
			return -20
		},
	},
	{
		name: "dockerfile", family: "dockerfile",
		hints: []hint{
			{"^FROM %w", 6}, {"^FROM …AS %w", 4}, {"^FROM --platform", 8}, {"^RUN %w", 6}, {"^RUN --mount", 9}, {"^COPY ", 5}, {"^COPY --from", 9}, {"^ENTRYPOINT [", 9}, {"^ENTRYPOINT ", 5}, {"^CMD [", 8}, {"^CMD ", 4}, {"^WORKDIR ", 8}, {"^ENV %w", 5}, {"^EXPOSE %d", 7}, {"^ADD ", 4}, {"^USER ", 3}, {"^ARG %w", 6}, {"^VOLUME ", 5}, {"^HEALTHCHECK", 8}, {"^LABEL ", 4}, {"^SHELL [", 7}, {"^# syntax=", 9}, {"^ONBUILD ", 8}, {"^SELECT", -6}, {"^WHERE", -6}, {";$", -3},
		},
	},
	{
		name: "makefile", family: "makefile",
		hints: []hint{
			{"^.PHONY:", 9}, {"^%w := ", 2}, {"$(MAKE)", 8}, {"$@", 4}, {"$<", 5}, {"^include %w.mk", 6}, {"^ifeq (", 7}, {"^ifneq (", 7}, {"^ifdef %w$", 4}, {"^endif$", 3}, {"$(shell ", 7}, {"$(wildcard ", 8}, {"^%.o: ", 9}, {"^%w: %w", 0.7}, {"^all: ", 3}, {"^clean:$", 5}, {"^%w ?= ", 5}, {"^%w += ", 1}, {"$(%w)", 1.5}, {"{$", -3}, {"func ", -6}, {"^apiVersion", -6}, {"err ", -5}, {"fmt.", -6}, {"^- ", -4}, {"\"$(", -2},
		},
	},
	{
		name: "cmake", family: "cmake", fold: true,
		hints: []hint{
			{"^cmake_minimum_required", 9}, {"^project(", 4}, {"^add_executable(", 8}, {"^add_library(", 8}, {"^target_link_libraries(", 9}, {"^target_include_directories(", 9}, {"^find_package(", 8}, {"^include_directories(", 8}, {"^set(", 3}, {"^if(", 1.5}, {"^endif()", 6}, {"^add_definitions(", 7}, {"^target_", 4}, {"^set_target_properties(", 8}, {"${cmake", 4}, {"^execute_process(", 8}, {"^string(", 2}, {"^fetchcontent_", 7}, {";$", -3},
		},
	},
	{
		name: "nginx", family: "nginx",
		hints: []hint{
			{"^server {", 6}, {"^location …{", 8}, {"^listen %d", 7}, {"^server_name ", 8}, {"^proxy_pass ", 9}, {"^proxy_%w ", 7}, {"^root /", 5}, {"^upstream %w {", 8}, {"^http {", 5}, {"^events {", 5}, {"^ssl_%w ", 6}, {"^try_files ", 9}, {"^fastcgi_", 8}, {"^return %d%d%d", 4}, {"^worker_", 7}, {"^include /", 5}, {"^stream {", 6}, {"^js_%w ", 6}, {"^load_module ", 8}, {"^add_header ", 7}, {"^rewrite ", 4}, {"^access_log ", 6}, {"^error_log ", 6}, {"^app_protect_", 8}, {"^%w on;$", 4}, {"^%w off;$", 4}, {"^%w %w;$", 0.5}, {"^map $", 7}, {"function", -5}, {"const ", -6}, {"=", -0.5}, {"^$ ", -5}, {"=> ", -5}, {"()", -2},
		},
		shape: func(s *sample) float64 {
			if s.count(endsStatement) == 0 {
				return -8
			}
			return 0
		},
	},
	{
		name: "hcl", family: "hcl",
		hints: []hint{
			{"^resource \"", 9}, {"^variable \"", 8}, {"^provider \"", 8}, {"^module \"", 7}, {"^data \"", 7}, {"^output \"", 7}, {"^terraform {", 8}, {"^locals {", 7}, {"^target \"", 7}, {"^group \"", 6}, {"= var.", 5}, {"= \"${", 2}, {"^dynamic \"", 7}, {"^%w = [\"", 1.5}, {"^%w = \"…\"$", 1}, {"^}$", 0.3}, {";$", -4}, {"^function \"", 4},
		},
	},
	{
		name: "mermaid", family: "mermaid",
		hints: []hint{
			{"^graph TD", 9}, {"^graph LR", 9}, {"^graph TB", 9}, {"^graph BT", 9}, {"^graph RL", 9}, {"^flowchart ", 9}, {"^sequenceDiagram", 9}, {"^classDiagram", 9}, {"^stateDiagram", 9}, {"^erDiagram", 9}, {"^gantt$", 9}, {"^gitGraph", 9}, {"^pie ", 4}, {"^mindmap$", 9}, {"^%w -->|…| %w", 5}, {"^subgraph ", 6}, {"^participant ", 5}, {"-->", 1},
		},
	},
	{
		name: "markdown", family: "markdown",
		hints: []hint{
			{"^# %w", 1}, {"^## %w", 4}, {"^### %w", 4}, {"^- [ ] ", 6}, {"^- [x] ", 6}, {"^```", 6}, {"^~~~", 4}, {"[…](http", 5}, {"[…](…md)", 6}, {"![…](…)", 6}, {"**%w…**", 3}, {"^> [!", 7}, {"^| --", 6}, {"^|--", 6}, {"^|:-", 6}, {"^[%w]: http", 5}, {"^- %w", 0.7}, {"^* %w", 1}, {"^1. %w", 1.5}, {"`%w`", 1}, {"^<!--", 1.5}, {"[…](…)", 2}, {"^:::", 4}, {"^> %w", 1}, {"^&lt;", 1},
			{";$", -3}, {"{$", -3}, {"^$ ", -4}, {"^export ", -4}, {"^fi$", -4}, {"^def ", -4}, {"^import ", -2}, {"^apiVersion", -6}, {"= ", -0.5}, {"^#!/", -8}, {"^sudo ", -6}, {"^```console", 2}, {"^```py", 2}, {"^```toml", 2}, {"# error", -2}, {"();", -3},
		},
		shape: func(s *sample) float64 { // what # begins may be comments
			settings := s.share(func(line string) bool {
				_, _, ok := assignmentLine(line)
				return ok || yamlKey(line)
			})
			if settings > 0.2 {
				return -8
			}
			return 0
		},
	},
	{
		name: plainText, family: "text",
		hints: []hint{
			{"├──", 9}, {"└──", 9}, {"^error: ", 2}, {"^error[E%d]: ", 7}, {"^warning: ", 4}, {"^Compiling %w v", 5}, {"^Finished ", 3}, {"^Running `", 4}, {"^thread '", 5}, {"^Traceback (most recent", 5}, {"^--> %w", 5}, {"^= note: ", 5}, {"^= help: ", 5}, {"^… | ", 1}, {"^%d | ", 3}, {"^| ^", 4}, {"^+--", 4}, {"^+==", 4}, {"┌─", 6}, {"│", 2}, {"──", 3}, {"^Usage: ", 4}, {"^usage: ", 4}, {"^USAGE:", 4}, {"^Options:$", 4}, {"^Commands:$", 4}, {"^-%w, --%w", 3}, {"^--%w", 0.7}, {"^* %w", 0.5}, {"^test result: ", 6}, {"^running %d tests", 6}, {"^test %w", 2}, {"^at %w…(", 1.5}, {"^(lldb)", 9}, {"^(gdb)", 9}, {"^info: ", 2}, {"^help: ", 3}, {"…", 1},
		},
		shape: prose,
	},
}

// sqlWords begin statements of SQL, and their parts.
var sqlWords = wording.Set(`alter analyze and attach begin call comment commit copy create cross declare delete describe drop do
	end exec execute explain from go grant group having if insert join left limit lock merge on optimize or order pragma prepare
	refresh rename replace returning revoke rollback select set show truncate union update use vacuum values where with`)

// prose weighs lines that read like sentences.
func prose(s *sample) float64 { return 6 * s.share(sentence) }

// sentence reports a line of several words, most of them of letters alone, that begins
// with a capital or ends with a full stop.
func sentence(line string) bool {
	if (line[0] < 'A' || line[0] > 'Z') && !strings.HasSuffix(line, ".") {
		return false
	}
	if strings.ContainsAny(line, "{}();=<>$_\\[]|&") || strings.Contains(line, " -") || calling(line) {
		return false
	}
	words := strings.Fields(line)
	plain := 0
	for _, w := range words {
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'’.,:;!?-\"") == "" {
			plain++
		}
	}
	return len(words) > 3 && plain*4 >= len(words)*3
}
