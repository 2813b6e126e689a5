package testdocs

import "testing"

// Seeds returns documents that are hard to parse. Fuzzing found some of them.
func Seeds() []string {
	return []string{
		"# A Title Here\n\nText with a whitelist.\n\n* one\n* two\n\n  ```\n  code\n  ```\n\n## More Of It\n\n```\nx\n```\n",
		"- a\n  ```sh\n  x\n\n# Not A Heading\n```\n* y\n",
		"Title Of It\n===\n\n> * quoted\n> ```\n> code\n\n[a]: b\n\n[a] and [^1]\n\n[^1]: note\n\n    more whitelist\n",
		"<!-- a\n\n* b\n\n-->\n* c\n\n<div>\n```\n\n* d\n```\n",
		"1. a\n\n   ```json\n   {}\n   ```\n2. * whitelist\n\n- x\n\n      github\n",
		"<!-- doc-iterate-disable -->\n\n* a\n\n$$\n\n* b\n\n$$\n",
		"| a | b |\n|---|---|\n| json | whitelist |\n\n***\n* * *\n---\n+ a\n\n\n* b\n",
		"---\ntitle: x\n---\n# GitHub Is Here\ntext github\n## Https://a.b Json\n",
		"text\n\n[a]:", "# `{`\ngithub TODO", "# F\f", "[^1]: # A Heading Here\n", "text\n\n[^1]: > * a\n", "[^1]:> ```",
		"a\n\n[^b]: ```\n    * x\n\n    y\n    ```\n* z\n", "[^1]: <!--\n\n* a\n\n-->\n* b\n",
		"### Napi::Function::Callback\n\n### A #{Title} Of [Its](b) *Kind*\n",
		"* two\n\n  ```\n  code\n\n ```",
		"one\n* two\n\n 9```\n  code\n  ```\n\n#",
		"- [ ] whitelist\n\n\ttab code\n\n~~~\n* x\n~~~~\ntext\n    * y\n",
		">\t-\n#", "]<a\n# {}\n* =>", "a \\( b\n# H\nx github TODO \\) c\n", "%% a\n# H\n* TODO %%\n",
		"a <%\n# H\n* TODO %>\n",
		"\t<!---->\n    D", "\t <!--\n+ x\n", "* **\v", "# H\n- [a]:c\nT", "<!---->\n- [\nO]:x\nf", "\ufeff:::---TDO",
		"-  >\t#\n# x\n", ">\t# json\r\nword\n",
		"para\n    ```json\n    ```\n\n- > ```\n  > x\n\n- ```\n  * a\n  ```\n* b\n",
		"|\n|---|---|\n| json hiteitelist \x7f\n\n*",
		"---|---|\n| json | whitelist |\n\n*\x11\x11\n* * *\n-{--\f+ a\n\n|\n|-",
		"\x02b Is---\n#\f",
		"in the\fthe file, in the\vthe file, in the\u2028the file, in the\x00the file, in the \f the file\n",
		"in the\r\nthe file\n",
	}
}

// AddSpec adds the examples of the specification as seeds, and what fuzzing of a parser found.
func AddSpec(f *testing.F) {
	found := []string{
		"\xef\xbb\xbf---\r\na: b\r\n---\r\n# H\r\n",
		"```\n\n\n\n",
		"* two\n\n  ```\n  code\n\n ```", // the last fence opens a block of its own
		"[^n]:\n[^n] json\n<!x>  \n|-\n<b\n-",
		"[^n]:2) >\t# H {.a \n[^n]",
	}
	for _, src := range append(Spec(f), found...) {
		f.Add([]byte(src))
	}
}
