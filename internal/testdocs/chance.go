package testdocs

import "strings"

// A Chance gives numbers that are the same in every run. It must not be 0.
type Chance uint64

// Next returns a number below n.
func (c *Chance) Next(n int) int {
	*c ^= *c << 13
	*c ^= *c >> 7
	*c ^= *c << 17
	return int(uint64(*c) % uint64(n))
}

// Lines returns a document of lines that open, close and continue blocks. Fuzzing takes long to find such documents.
func (c *Chance) Lines() []byte {
	lines := blockLines()
	var b strings.Builder
	for range 2 + c.Next(14) {
		b.WriteString(lines[c.Next(len(lines))] + "\n")
		for range c.Next(3) {
			b.WriteString("\n")
		}
	}
	b.WriteString(PlainText())
	if c.Next(8) == 0 {
		return []byte(strings.ReplaceAll(b.String(), "\n", "\r\n"))
	}
	return []byte(b.String())
}

// PlainText returns paragraphs in which there is nothing to find.
func PlainText() string {
	return strings.Repeat("\nplain text of a paragraph that nobody needs a tree of\n", 20)
}

func blockLines() []string {
	return []string{
		"", "", "", "", "text", "the whitelist of github", "# A Heading Here", "## plain heading",
		"# A `Code` Heading Here!", "# `a ` b` TODO", "## ``a ` b`` c", "# Wow! ![a](b)", "# `code`", "# *A* [B](c) d#e",
		"## [a] [A Link](b)!", "# **Bold Text** www.a.b", "# A_b | c: d:e:", "# :a: ~b~ @c [[x]] a@b.c", "# a #",
		"# a &amp; b [x][a]", "# a `<kbd>` [b", "* star", "- dash", "  * nested star",
		"+ plus", "1. one", "2) two", "  text", "    text", "   text", "```", "```json", "  ```", "  ```sh", "   ```",
		"    ```", "    ```json", "~~~", "````",
		"> quote", "> * quote", "> ```", "> # Title Of Quote", "===", "---", "***", "* * *", "<div>", "</div>", "<!-- c",
		"-->", "<!-- c -->", "  <!-- c",
		"<a href=\"b\">", "<?php", "[a]: b", "[a] link [b](c)", "[^n]: note", "[^n] ref TODO", "| a | b |", "|---|---|",
		"\ttab", "-\ttab", "- ```", "* ```js",
		"1. ```", "- # Heading In Item", "- <div>", "*   far", "-", "*", "1.", "\\* no", "a `b` *c* __d__", "<http://x.y>",
		"www.github.com github", "10. ten",
		"see https://github.com/x and a.json", "<https://json.org>", "[x](http://github.io) ://github", "-a.json ..json",
		"\\[ x", "\\]", "$$", "a $$ b", "%%", "<% a", "%>", "{#", "<kbd>x</kbd> TODO", "<p><code>* x</code></p>",
		"<Tag {a}", "b}>", "\\( TODO", "\\)", "{: #id}", "{{ a", "}}", "{% raw %}", "{% endraw %}",
		"<p><code>", "<td><code>a <b>x</b></code> TODO</td>", "<code>a < b</code>", "<!-- `<code>` {{", "{{ --> TODO",
		"<pre>", "<pre><code>x TODO", "</code></pre> TODO", "</pre>", "<PRE a>b</PRE>", "<style>* {a}", "</style>",
		"<prefix> TODO", "<pre\"> TODO", "<pre></pre ><code></pre>", "> <!-- x --> TODO", "- <!-- y -->", "- <!-- z",
		"1.2  \t3-4", "<!-- prettier-ignore -->", "<!-- markdownlint-disable-next-line MD044 -->",
		"* x <!-- vale off -->", "<!-- vale on -->", "<!-- doc-iterate-disable", "terminology -->",
		"<!-- lint ignore --> TODO", "</code>", "use `<code>` TODO", "text <code> TODO", "[^n]: <pre>", "- <kbd>",
		"{{ a }} TODO", "{% if x %} TODO", "{{< highlight go >}}", "{{ /highlight }}", "{% raw %} TODO {% endraw %}",
		"* {{{ a }}} x", "\\begin{align}", "\\end{align}", "<kbd>",
		"    10. ten", "      deep", "- - - x", "- * x", "# h #", "#", "#no", "   # Indented Heading", "    # Code",
		"a | b", "--- | ---", "- [ ] TODO task",
		"text  ", "text \t", "_a_ __b__", "3. x", "9. y", "$ make", "a@b.c", "http://a.b/c", "\ttab\tand", "* a\n    * b",
		"text\n- a", "- a\n***",
	}
}
