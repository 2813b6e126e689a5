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
		{"a debugger", "(lldb) step\nProcess 25 stopped\n   116\n   117 \tvoid Browser::SetName(const std::string& name) {\n   118 \t  name_override_ = name;", "console"},
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

		{"metadata of a command", "Kind: Switch\nNeeded: True\nPreset: None\nTakes wildcards: False", "yaml"},
		{"annotations that YAML takes for a mapping", "class Pump:\n    litres: int", ""},
		{"a mapping of types", "litres: int = 4\nname: str = \"north\"", ""},
		{"keys of JSON", "\"a\": 1", ""},
		{"objects of JSON, one a line", "{\"a\": 1}\n{\"a\": 2}", ""},
		{"columns", "Name    Litres\n----    ------\nnorth   40", "text"},
		{"a list of values", "Name   : north\nLitres : 40", "text"},
		{"a log", "2031-02-03 04:05:06 INFO pump started\n2031-02-03 04:05:07 WARN {\"litres\": 4}", "text"},
		{"a dialogue", "Ann: Is the pump on?\nBen: It is not.\nAnn: Then new pumps are needed!", "text"},
		{"an error of PowerShell", "Get-Pump : There is no pump.\nAt line:1 char:1\n+ Get-Pump\n    + CategoryInfo          : None", "text"},
		{"an error of Java", "Exception in thread \"main\" java.lang.Error: x\n\tat a.B.c(B.java:3)", "text"},
		{"a manifest", "@{\n    RootModule = 'Pump.psm1'\n    ModuleVersion = '1.0'\n}", ""},
		{"code that a compiler quotes", "error: x\n --> a.rs:1:2\n  |\n1 | let a = 1;\n  | ^^^", ""},
		{"how a program is called", "usage: pump [-h] FILE", ""},
		{"a patch of Go without headers", " func a() {\n-\treturn nil\n+\treturn err\n }", "diff"},
		{"additions to Go", "+func a() error {\n+\treturn nil\n+}", ""},
		{"a manifest for a shell", "cat <<EOF | kubectl apply -f -\nkind: Pod\nmetadata:\n  name: x\nEOF", "sh"},
		{"a cmdlet alone", "Restart-Pump north", "powershell"},
		{"a command and the frame it prints", "pumps list --all\n+-------+\n| north |\n+-------+\n| south |\n+-------+", ""},
		{"a table of routes", "GET     /pumps       PumpController :index\nPOST    /pumps       PumpController :create\nDELETE  /pumps/:id   PumpController :delete", ""},
		{"a log that quotes SQL", "Executed command (4ms)\nSELECT litres, name\nFROM pumps\nWHERE litres > 4\nORDER BY name;", ""},
		{"settings with comments of two marks", "pump.litres = 40\n\npump_interval = 10\n\n## Note: this takes `litres` over\n## the old `pump.litres`\n## in all places\nload = /etc/pump", ""},
		{"front matter of a page", "---\ntitle: Pumps\nlayout: page\n---", ""},
		{"a dictionary of Python", "{\n  \"pump\": \"north\",\n  \"litres\": None,\n  \"size\": 4\n}", ""},
		{"sentences behind names", "Bad: the pump is not on\nGood: start the pump first", ""},
		{"elements with members spread", "<Pump {...north} />\n<div {...north}></div>", ""},
		{"a string with elements", "const page = `\n<div class=\"a\"><p>b</p></div>\n<ul><li>c</li></ul>\n`", ""},
		{"XML in a string of PowerShell", "$a = @\"\n<?xml version=\"1.0\"?>\n<pump/>\n\"@", "powershell"},
		{"a template of Vue", "<div v-if=\"on\">{{ litres }}</div>", ""},
		{"a call that C++, PHP and Rust write", "Pump::start(1);", ""},
		{"a protocol of Elixir", "defprotocol Size do\n  def size(data)\nend", "elixir"},

		{"nothing", "", ""},
		{"blank lines", "\n  \n\t\n", ""},
		{"one word", "word", ""},
		{"prose", "This is a sentence of English.\nAnd here comes another one.", ""},
		{"output", "├── a\n└── b", "text"},
		{"a doubt", "x = 1", ""},
	} {
		got, ok := Infer([]byte(tt.code))
		if !ok {
			got.Name = ""
		}
		assert.Equal(t, tt.want, got.Name, tt.name)
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
		require.Equal(t, "rust", got.Name, "%.80q", variant)
	}
}

func TestSpellings(t *testing.T) {
	assert.Equal(t, [][]string{{"js", "javascript"}}, Answer{Name: "js"}.Spellings())
	assert.Equal(t, [][]string{{"swift"}}, Answer{Name: "swift"}.Spellings())
	shell, console := Answer{Name: "sh"}.Spellings(), Answer{Name: "console"}.Spellings()
	assert.Equal(t, "sh", shell[0][0])
	assert.Equal(t, shell, [][]string{console[1], console[0]}, "either is the next best of the other")
}

// TestLeftOpen: code of a page with expressions, with a few elements, or of what a program prints in braces is not that
// of the language whose words it has.
func TestLeftOpen(t *testing.T) {
	for _, code := range []string{
		"import A from '@/a';\nexport default function B() {\n  const c = d();\n  return (\n    <A>\n    </A>\n  )\n}",
		"<p {{ $a->merge(['b' => 'c-'.$d]) }}>\n  {{ $e }}\n</p>",
		"@php\n  $a = false;\n  $b->c();\n@endphp\n<p @class(['d' => $a])>",
		"/**\n * @param {Job} job\n */\nexport class Worker {\n  constructor(depth?: number);\n  private queue: Job[];\n  push(job: Job): void {\n    return;\n  }\n}",
		"<div>\n  <p>Hello</p>\n</div>;\n\nconst div = document.getElementsByTagName(\"div\")[0];\n\ndiv.children;\n// (2) [p, p]",
		"Found a at 0.0\nlocation {\n  a: 4\n}\nlocation {\n  a: 5\n}",
	} {
		got, ok := Infer([]byte(code))
		if ok {
			assert.NotContains(t, []string{"js", "php", "nginx", "html"}, got.Name, code)
		}
	}
}

// TestRivals: code that two languages write alike names the other one.
func TestRivals(t *testing.T) {
	for code, want := range map[string]Answer{
		"const a = 1;\nconsole.log(a === 2);":                                         {"js", typeScript},
		"const a = require('a');\nmodule.exports = a;":                                {"js", commonJS},
		"// @filename: a.js\nconst a = 1;\nconsole.log(a === 2);":                     {"js", commonJS},
		"// @filename: a.ts\n// @filename: b.js\nconst c = 1;\nconsole.log(c === 2);": {Name: "ts"},
		"import { a } from './a';\nconsole.log(a === 2);":                             {"js", modules},
		"interface A {\n  b: string;\n}\nexport const a: A = c as A;":                 {Name: "ts"},
		"function A() { return <b className=\"c\">{d}</b>; }":                         {"jsx", typeScript},
		"docker run --rm pump":                                                        {"sh", powerShell},
		"dotnet new pump\ndotnet run":                                                 {"sh", habit},
		">>> 1 + 1\n2":                                                                {"python", habit},
		"irb> 1 + 1\n=> 2":                                                            {"ruby", habit},
		"pumps(dev)> Pump.first\n=> nil":                                              {"ruby", habit},
		"[Unit]\nDescription=x y\n\n[Service]\nExecStart=/bin/x":                      {"ini", habit},
		"class Pump < Machine\n  def start\n    puts @litres\n  end\nend":             {"ruby", "Crystal"},
		"public class A {\n  public static void main(String[] b) {\n    System.out.println(\"c\");\n  }\n}": {"java", "Dart"},
		"sudo apt-get install pump":                                                              {Name: "sh"},
		"<ul>\n  <li class=\"a\">b</li>\n</ul>":                                                  {"html", templates},
		"/** @type {string} */\nvar a;\nexport default a === '';":                                {Name: "js"},
		"/** @enum {string} */\nvar a;\nexport default a === '';":                                {Name: "js"},
		"/// file: src/a.js\nexport const a = b === 2;\nawait a();":                              {"js", commonJS},
		"async function a(req: Request) {\n  return await fetch(req);\n}\nconst b = () => {\n};": {Name: "ts"},
		"const a = Deno.env.get(\"A\")!;\nconst b = neon(a);\nconsole.log(b);":                   {Name: "ts"},
	} {
		got, ok := Infer([]byte(code))
		assert.True(t, ok, code)
		assert.Equal(t, want, got, code)
	}
	assert.True(t, powerShell.In([]byte("In PowerShell, too")))
	assert.False(t, powerShell.In([]byte("In a shell")))
	assert.True(t, typeScript.In([]byte("import './a.ts'")))
	assert.True(t, typeScript.In([]byte("It runs on Deno.")))
	assert.True(t, templates.In([]byte("a component of Vue")))
	assert.False(t, Rival("").In([]byte("")))
	assert.True(t, habit.In(nil))
	assert.True(t, modules.In([]byte("of JavaScript")))
	assert.True(t, typeScript.In([]byte("of neither")))
	assert.False(t, typeScript.In([]byte("of JavaScript")))
	assert.False(t, commonJS.In([]byte("of neither")))
	assert.True(t, commonJS.In([]byte("of TypeScript")))
	assert.True(t, rivalOf("ruby").In([]byte("of Crystal")))
	assert.False(t, rivalOf("ruby").In([]byte("of Ruby")))
}

// TestPartsOfPatches has lines that a patch adds or takes away. They show the language of the file that is patched, and
// an info string of that language would hide what the lines are.
func TestPartsOfPatches(t *testing.T) {
	for _, code := range []string{
		"+func main() {\n+\tfmt.Println(\"a\")\n+\tif err := run(); err != nil {\n+\t\treturn err\n+\t}\n+}",
		"+  public static void main(String[] args) {\n+    System.out.println(\"a\");\n+  }",
		"+resource \"a\" \"b\" {\n+  name = var.c\n+  other = \"${var.d}\"\n+}",
		"a b\n- println!(\"{}\", a.len());\n- let mut b = c;\n+ println!(\"{}\", b.len());\n+ let mut c = d;\nd e\nf g\nh i",
		"+ const a = require('a');\n+ module.exports = () => {\n+   console.log(a === 1);\n+ };",
		"+| a | b |\n+| -- | -- |\n+[a](http://b) and **c d**",
	} {
		answer, ok := Infer([]byte(code))
		assert.False(t, ok, "%v: %s", answer, code)
	}
}
