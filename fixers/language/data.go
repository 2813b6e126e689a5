package language

import (
	"encoding/json"
	"strings"
)

const jsonFamily family = "json"

var dataLanguages = []language{
	{name: "json", family: jsonFamily, shape: jsonShape},
	{
		name: "jsonc", family: jsonFamily,
		hints: []hint{{"^// ", 1}, {"^\"%w\": …, //", 3}, {"^\"…\": {$", 0.5}},
		shape: func(s *sample) float64 {
			if s.share(starts("//")) == 0 && !strings.Contains(s.text, " // ") && !strings.Contains(s.text, "/*") {
				return -8
			}
			return jsonShape(s) - 0.5
		},
	},
	{
		name: "yaml", family: "yaml",
		hints: []hint{
			{"^apiVersion: ", 7}, {"^kind: %w$", 4}, {"^metadata:$", 4}, {"^spec:$", 3}, {"^- name: ", 4}, {"^- uses: ", 6}, {"^runs-on: ", 6},
			{"^steps:$", 4}, {"^jobs:$", 4}, {"^services:$", 4}, {"^version: \"", 2}, {"^- %w: ", 1}, {"^%w: |$", 4}, {"^%w: >$", 4}, {"^%w: >-$", 4},
			{"^---$", 1}, {"{{ .Values.", 2}, {"^{{- ", 1}, {";$", -3}, {"{$", -2}, {"^$ ", -4}, {"^}$", -2}, {"^def ", -3}, {"):$", -4},
			{"^if …:$", -4}, {"^for …:$", -4}, {"^else:$", -5}, {"^try:$", -5}, {"^class …:$", -4},
			{"^%w: %w,$", -2}, {"();", -2}, {"^GET ", -2}, {"^HTTP/", -6},
		},
		shape: yamlShape,
	},
	{
		name: "toml", family: "toml",
		hints: []hint{
			{"^[package]$", 6}, {"^[dependencies]$", 7}, {"^[dev-dependencies]$", 7}, {"^[workspace]$", 6}, {"^[tool.…]$", 8}, {"^[project]$", 6},
			{"^[profile.…]$", 6}, {"^[build-system]$", 7}, {"^[[…]]$", 4}, {"^edition = \"", 4}, {"^%w = { version = ", 6},
			{"^%w = { path = ", 6}, {"^%w = { git = ", 6}, {"^[%w.%w]$", 3}, {"^[\"…\"]$", 1}, {"^[target.…]$", 5}, {"^[features]$", 6},
			{"^[lib]$", 5}, {"^[[bin]]$", 5}, {";$", -4}, {"{$", -2}, {"^$", -2}, {"^def ", -4}, {"^import ", -4}, {"^from ", -4},
			{"^print(", -5}, {"^let ", -4}, {"^const ", -4}, {"^var ", -4}, {"%w(", -1}, {"^assert ", -4}, {"^reveal_type(", -4}, {"^resource \"", -6},
		},
		shape: tomlShape,
	},
	{
		name: "ini", family: "ini",
		hints: []hint{
			{"^[Unit]$", 7}, {"^[Service]$", 7}, {"^[Install]$", 7}, {"^ExecStart=", 6}, {"^[flake8]$", 6}, {"^[mypy]$", 5}, {"^[mysqld]$", 6},
			{"^; ", 2}, {"^[tool:…]$", 5}, {"^[metadata]$", 3}, {"^[options]$", 2}, {"^[user]$", 3}, {"^[core]$", 3}, {"^[wsl2]$", 4}, {"^[boot]$", 3},
			{"^[network]$", 3}, {"^[testenv]$", 5}, {";$", -3}, {"{$", -3}, {"^$ ", -4}, {"^export ", -5}, {"^set ", -2}, {" | ", -2},
		},
		shape: iniShape,
	},
	{
		name: "xml", family: "xml",
		hints: []hint{
			{"^<?xml ", 8}, {"xmlns", 4}, {"^<!ENTITY", 6}, {"<![CDATA[", 5}, {"^<!--…-->$", 0.5}, {"<PropertyGroup", 6}, {"<PackageReference", 7},
			{"<dependency>", 6}, {"<groupId>", 7}, {"<plist", 7}, {"<key>", 5}, {"<configuration>", 4}, {"<project", 3}, {"^import ", -5}, {"className=", -5},
			{"<html", -3}, {"<!DOCTYPE html", -8}, {"<?php", -8}, {"=> {", -4}, {";$", -2}, {"^const ", -5}, {"<%", -5},
		},
		shape: markupShape(false),
	},
	{
		name: "diff", family: "diff",
		hints: []hint{
			{"^--- a/", 6}, {"^+++ b/", 6}, {"^index %w..%w", 5}, {"^rename from ", 4}, {"^--- ", 0.5}, {"^+++ ", 1},
		},
	},
	{
		name: "http", family: "http",
		hints: []hint{
			{"^HTTP/%d.%d %d", 7}, {"^HTTP/2 %d", 7}, {"^GET /… HTTP/", 9}, {"^POST /… HTTP/", 9}, {"^PUT /… HTTP/", 9}, {"^DELETE /… HTTP/", 9},
			{"^PATCH /… HTTP/", 9}, {"^GET /", 4}, {"^POST /", 4}, {"^PUT /", 4}, {"^DELETE /", 4}, {"^PATCH /", 4}, {"^GET http", 4}, {"^POST http", 4},
			{"^Host: ", 4}, {"^Content-Type: ", 4}, {"^Accept: ", 3}, {"^Authorization: ", 3}, {"^User-Agent: ", 3}, {"^curl ", -6}, {"^$ ", -6},
		},
		shape: func(s *sample) float64 { // tables of routes and dumps of headers have no version
			if first := s.lines[0]; len(s.lines) == 1 || strings.HasPrefix(first, "HTTP/") || strings.Contains(first, " HTTP/") {
				return 0
			}
			return -20
		},
	},
	{
		name: "protobuf", family: "protobuf",
		hints: []hint{
			{"^syntax = \"proto", 9}, {"^edition = \"", 5}, {"^message %w {", 5}, {"^optional %w …= %d", 5}, {"^repeated %w …= %d", 6},
			{"^required %w …= %d", 5}, {"^rpc %w(", 6}, {"^rpc %w (", 6}, {"^oneof %w {", 6}, {"^string %w = %d;", 5}, {"^int32 %w = %d;", 6},
			{"^int64 %w = %d;", 6}, {"^bool %w = %d;", 4}, {"^bytes %w = %d;", 5}, {"^%w %w = %d;", 2}, {"^map<%w, %w> %w = ", 5}, {"^import \"google/", 6}, {"^import \"…proto\"", 5},
			{"^option %w = ", 3}, {"^option (", 4}, {"^reserved ", 4}, {"^extensions ", 2}, {"^extend ", 2}, {"^enum %w {", 1}, {"^service %w {", 3}, {"^package %w…;$", 1},
			{"()", -2}, {"^int ", -4}, {"^return ", -6}, {"^public ", -5},
		},
	},
	{
		name: "graphql", family: "graphql",
		hints: []hint{
			{"^query {", 6}, {"^query %w", 4}, {"^mutation %w", 5}, {"^mutation {", 6}, {"^subscription %w", 4}, {"^type %w @", 5}, {"^type Query {", 9},
			{"^type Mutation {", 9}, {"^extend type ", 5}, {"^schema {", 5}, {"^fragment %w on %w", 8}, {"^... on %w", 6}, {"^%w: [%w!]", 6}, {"^%w: %w!$", 5},
			{"^%w: ID", 5}, {"^%w(…): %w!", 4}, {"^scalar %w", 5}, {"^input %w {", 5}, {"^union %w = ", 4}, {"^directive @", 6}, {"^type %w {$", 2}, {"^%w: String$", 2},
			{"^%w: Int$", 2}, {"@key(", 6}, {"@external", 5}, {"^interface %w {", 0.5}, {";$", -4}, {"^const ", -6}, {"^func ", -6}, {"^import ", -5}, {"() {", -4},
		},
		shape: func(s *sample) float64 {
			if s.lines[0] != "{" || strings.ContainsAny(s.text, ";=\"") {
				return 0
			}
			names := s.share(func(line string) bool {
				return line == "{" || line == "}" || strings.Trim(strings.TrimSuffix(line, " {"), letters) == ""
			})
			if names == 1 && len(s.lines) > 3 {
				return 6
			}
			return 0
		},
	},
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"

// jsonShape weighs whether code is JSON, whole or as a part of it with dots or comments for what is left out.
func jsonShape(s *sample) float64 {
	text := strings.TrimSpace(s.text)
	object := strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}")
	array := strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]")
	if (object || array) && strings.Contains(text, "\"") && json.Valid([]byte(text)) {
		return 11
	}
	if len(s.lines) > 1 && s.lines[0] != "[" && s.lines[0] != "{" && json.Valid([]byte(s.lines[0])) {
		return -20 // several values, as logs have them
	}
	if python().MatchString(s.text) {
		return -20
	}
	members := s.share(jsonMember)
	if members == 0 {
		return 0
	}
	marks := s.share(func(line string) bool {
		return jsonMember(line) || strings.Trim(line, "{}[], ") == "" || strings.HasPrefix(line, "//") ||
			strings.Trim(line, ".…,") == "" ||
			strings.HasPrefix(line, "\"") && strings.HasSuffix(strings.TrimSuffix(line, ","), "\"")
	})
	switch {
	case marks == 1 && object:
		return 9
	case marks == 1 && strings.HasPrefix(text, "\""):
		return 5
	case marks > 0.85 && (object || array):
		return 6
	case marks > 0.7:
		return 2
	}
	return 0
}

// python matches a member of a dictionary of Python.
var python = pattern(`: (?:None|True|False),?\n`)

// jsonMember reports a line of the form "key": …
func jsonMember(line string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, "{[ "), "\"")
	if !ok {
		return false
	}
	_, after, ok := strings.Cut(rest, "\"")
	return ok && strings.HasPrefix(strings.TrimLeft(after, " "), ":")
}

// yamlKey reports "key:" or "key: value", perhaps behind the dash of an item.
func yamlKey(line string) bool {
	line = strings.TrimPrefix(line, "- ")
	key, value, ok := strings.Cut(line, ":")
	if !ok || key == "" || value != "" && value[0] != ' ' {
		return false
	}
	key = strings.Trim(key, `"'`)
	return strings.Trim(key, letters+"-./@$*") == "" && !strings.HasPrefix(key, ".")
}

// yamlShape weighs keys, items and comments, blocks that are indented below a key, and small letters at the start of
// keys.
func yamlShape(s *sample) float64 {
	keys := s.count(yamlKey)
	if keys == 0 {
		return 0
	}
	good, nested := 0, false
	block := -1 // the indentation below which a block of text ends
	for i, line := range s.lines {
		if block >= 0 && s.indents[i] > block {
			good++
			continue
		}
		block = -1
		if text := strings.TrimSuffix(line, "-"); strings.HasSuffix(text, "|") || strings.HasSuffix(text, ">") {
			block = s.indents[i]
		}
		if i > 0 && s.indents[i] > s.indents[i-1] && strings.HasSuffix(s.lines[i-1], ":") {
			nested = true
		}
		if yamlKey(line) || line == "---" || line == "..." ||
			strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "{{") {
			good++
		}
	}
	share := float64(good) / float64(len(s.lines))
	if share < 0.75 {
		return 0
	}
	score := 4*share - 2
	if nested {
		score += 4
	}
	lower := s.share(func(line string) bool {
		line = strings.TrimPrefix(line, "- ")
		return yamlKey(line) && line[0] >= 'a'
	})
	return score + 3*lower + min(float64(keys), 4)/2
}

// assignmentLine splits a line of the form "key = value".
func assignmentLine(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, "=")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	return key, value, ok && key != "" && value != "" && value[0] != '=' && value[0] != '>' &&
		strings.Trim(key, letters+"-.\"'") == ""
}

// header reports a line of the form [section].
func header(line string) bool {
	return len(line) > 2 && line[0] == '[' && line[len(line)-1] == ']' && !strings.Contains(line, ", ") &&
		strings.Trim(line[1:len(line)-1], letters+"-.[]:\"'*/ ") == ""
}

// tomlShape weighs lines of the form key = value whose values TOML knows: unlike INI's, its strings are quoted.
func tomlShape(s *sample) float64 {
	headers, typed, bare, other := 0, 0, 0, 0
	depth := 0 // of brackets that a value leaves open
	for _, line := range s.lines {
		code, _, _ := strings.Cut(line, " #")
		if depth > 0 {
			depth += strings.Count(code, "[") - strings.Count(code, "]")
			continue
		}
		key, value, ok := assignmentLine(code)
		switch {
		case strings.HasPrefix(line, "#"):
		case header(strings.TrimSpace(code)):
			headers++
		case ok && tomlValue(value):
			typed++
			depth += strings.Count(value, "[") - strings.Count(value, "]")
		case ok && key != "":
			bare++
		default:
			other++
		}
	}
	total := float64(headers + typed + bare + other)
	if total == 0 || headers+typed == 0 || typed == 0 && bare > 0 || float64(other+bare) > total/5 {
		return 0
	}
	score := 0.0
	if typed > 0 {
		score = 2.5
	}
	if headers > 0 {
		score += 3
	}
	if headers > 0 && typed > 0 {
		score += 2
	}
	return score + min(float64(typed), 4)/2
}

// tomlValue reports what TOML takes for a value: a string in quotation marks, an array, a table, a number, a date, true
// or false.
func tomlValue(v string) bool {
	switch v[0] {
	case '"', '\'', '[', '{':
		return !strings.HasSuffix(v, ";") && !strings.HasSuffix(v, ")")
	}
	return v == "true" || v == "false" || strings.Trim(v, "0123456789._-:TZ+") == ""
}

// iniShape weighs headers, and lines of the form key = value whose values TOML does not know.
func iniShape(s *sample) float64 {
	headers, keys, bare, other := 0, 0, 0, 0
	for _, line := range s.lines {
		_, value, ok := assignmentLine(line)
		switch {
		case strings.HasPrefix(line, "#"), strings.HasPrefix(line, ";"):
		case header(line):
			headers++
		case ok:
			keys++
			if !tomlValue(value) {
				bare++
			}
		default:
			other++
		}
	}
	total := float64(headers + keys + other)
	if total == 0 || keys == 0 || float64(other) > total/4 {
		return 0
	}
	score := 0.0
	if headers > 0 {
		score += 3
	}
	if bare > 0 {
		score += 2.5 * float64(bare) / float64(keys)
	}
	return score + min(float64(bare), 4)/2
}
