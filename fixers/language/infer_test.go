package language

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestInfer has one block of code for each language, and blocks that show none.
func TestInfer(t *testing.T) {
	for _, tt := range []struct{ name, code, want string }{
		{"bash", "for f in *.md; do\n  echo \"$f\"\ndone\nexport PATH=$HOME/bin:$PATH", "sh"},
		{"prompts", "$ npm install\n$ npm test", "console"},
		{"cmdlets", "Get-ChildItem -Path C:\\ | Where-Object { $_.Length -gt 10 }", "powershell"},
		{"batch", "@echo off\nset NAME=x\nif not exist %NAME% goto end", "bat"},
		{"JSON", "{\n  \"a\": [1, 2],\n  \"b\": null\n}", "json"},
		{"YAML", "apiVersion: v1\nkind: Pod\nmetadata:\n  name: x", "yaml"},
		{"TOML", "[package]\nname = \"x\"\nversion = \"1.0\"\n\n[dependencies]\nserde = { version = \"1\" }", "toml"},
		{"INI", "[Unit]\nDescription=x\n\n[Service]\nExecStart=/bin/x", "ini"},
		{"XML", "<?xml version=\"1.0\"?>\n<project xmlns=\"x\">\n  <groupId>a</groupId>\n</project>", "xml"},
		{"a patch", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", "diff"},
		{"a request", "GET /users HTTP/1.1\nHost: example.com\nAccept: text/html", "http"},
		{"protobuf", "syntax = \"proto3\";\nmessage A {\n  string name = 1;\n}", "protobuf"},
		{"GraphQL", "type Query {\n  user(id: ID!): User!\n}", "graphql"},
		{"JavaScript", "const a = require('a');\nmodule.exports = () => {\n  console.log(a === 1);\n};", "js"},
		{"TypeScript", "interface A {\n  name: string;\n  age?: number;\n}\ntype B = keyof A;", "ts"},
		{"JSX", "function A() {\n  return <div className=\"a\" onClick={() => go()}>{b}</div>;\n}\nexport default A;", "jsx"},
		{"HTML", "<!DOCTYPE html>\n<html>\n<body></body>\n</html>", "html"},
		{"CSS", "body {\n  color: red;\n  margin: 0 10px;\n}", "css"},
		{"PHP", "<?php\n$this->a = $b;\necho $this->a;", "php"},
		{"C", "#include <stdio.h>\nint main(void) {\n  printf(\"a\\n\");\n  return 0;\n}", "c"},
		{"C++", "#include <iostream>\nint main() {\n  std::cout << \"a\";\n}", "cpp"},
		{"Objective-C", "@interface A : NSObject\n@property (nonatomic) NSString *b;\n@end", "objc"},
		{"Java", "public class A {\n  public static void main(String[] args) {\n    System.out.println(\"a\");\n  }\n}", "java"},
		{"C#", "using System;\nnamespace A;\npublic class B {\n  public int C { get; set; }\n}", "csharp"},
		{"Go", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"a\")\n}", "go"},
		{"Rust", "fn main() {\n    let mut a = Vec::new();\n    println!(\"{}\", a.len());\n}", "rust"},
		{"Swift", "guard let a = b else { return }\nfunc c(_ d: Int) -> String {\n  return \"\\(d)\"\n}", "swift"},
		{"Kotlin", "fun main() {\n    val a = listOf(1)\n    println(a)\n}", "kotlin"},
		{"Python", "import os\n\ndef f(self):\n    return [x for x in os.listdir()]", "python"},
		{"Ruby", "class A < B\n  def c\n    puts @d\n  end\nend", "ruby"},
		{"Elixir", "defmodule A do\n  def b, do: IO.puts(\"c\")\nend", "elixir"},
		{"Lua", "local a = require(\"a\")\nlocal function b()\n  for k, v in pairs(a) do print(k) end\nend", "lua"},
		{"SQL in capitals", "SELECT a, b\nFROM c\nWHERE d = 1\nORDER BY a;", "sql"},
		{"SQL in small letters", "select a from b where c is not null;", "sql"},
		{"a Dockerfile", "FROM golang:1.24\nWORKDIR /a\nCOPY . .\nRUN go build", "dockerfile"},
		{"a makefile", ".PHONY: all\nall: a\n\t$(MAKE) -C a", "makefile"},
		{"CMake", "cmake_minimum_required(VERSION 3.1)\nadd_executable(a a.c)", "cmake"},
		{"nginx", "server {\n  listen 80;\n  location / {\n    proxy_pass http://a;\n  }\n}", "nginx"},
		{"HCL", "resource \"a\" \"b\" {\n  name = var.c\n}", "hcl"},
		{"Mermaid", "graph TD\n  A --> B", "mermaid"},
		{"Markdown", "## A\n\n- [ ] b\n- [x] c\n\n[d](http://e)", "markdown"},

		{"an interpreter", "#!/usr/bin/env -S python3 -u\nx", "python"},
		{"an unknown interpreter", "#!/opt/strange\nx", ""},
		{"a fence within", "a\n```\nb", "markdown"},
		{"an included file", "{{#include ../listings/a.rs:main}}", "rust"},
		{"included files of two languages", "--8<-- \"a.py\"\n--8<-- \"b.js\"", ""},
		{"a file without an ending that is known", "{!a.unknown!}", ""},

		{"nothing", "", ""},
		{"blank lines", "\n  \n\t\n", ""},
		{"one word", "word", ""},
		{"prose", "This is a sentence of English.\nAnd here comes another one.", ""},
		{"output", "├── a\n└── b", ""},
		{"a doubt", "x = 1", ""},
	} {
		got, ok := Infer([]byte(tt.code))
		assert.Equal(t, tt.want, got, tt.name)
		assert.Equal(t, tt.want != "", ok, tt.name)
	}
}

// TestInferIgnoresLayout: indentation, blank lines, line endings and what follows two
// hundred lines do not matter.
func TestInferIgnoresLayout(t *testing.T) {
	code := "fn main() {\n    let mut a = Vec::new();\n    println!(\"{}\", a.len());\n}\n"
	for _, variant := range []string{
		strings.ReplaceAll(code, "\n", "\r\n"), strings.ReplaceAll(code, "\n", "\n\n"), "\t" + strings.ReplaceAll(code, "\n", "\n\t"),
		strings.Repeat(code, 50) + strings.Repeat("<?php $this->a = $b;\n", 1000),
	} {
		got, _ := Infer([]byte(variant))
		require.Equal(t, "rust", got, "%.80q", variant)
	}
}

func TestSpellings(t *testing.T) {
	assert.Equal(t, [][]string{{"js", "javascript"}}, Spellings("js"))
	assert.Equal(t, [][]string{{"swift"}}, Spellings("swift"))
	shell, console := Spellings("sh"), Spellings("console")
	assert.Equal(t, "sh", shell[0][0])
	assert.Equal(t, shell, [][]string{console[1], console[0]}, "either is the next best of the other")
}
