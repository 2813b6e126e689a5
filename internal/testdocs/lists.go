package testdocs

import "strings"

// Lists returns lists that goldmark and who reads their lines might be taken to differ about.
func Lists() []string {
	return []string{
		"* a\n  * b\n\n    c\n  * d\n* e\n\n- f\n", "* a\nlazy\n\n  b\n      lazy\n* c\n   d\n", "* a\n+ b\n- c\n\n\n- d\n  - e\n+ f\n",
		"*   a\n\n    b\n*  c\n   - d\n", "para\n* a\n  1) b\n", "* [a]: b\n* c\n", "* [ ] a\n* [x] b\n  [c]\n  d]: e\n", "* *a*\n* __b__\n* * c\n* ***\n",
		"* a\n\n   b\n", "* a\r\n  * b\r\n\r\n  c\r\n", "*    a\n    b\n", "* a\n --- \n", "- a\n  - b\n - c\n", "* a\n  | b\n  |---\n", "* a\n    * b\n\n        c\n     d\n", "1. a\n   2. b\n1) c\n  - d\n", "* a\n * b\n  * c\n   * d\n",
		"* a\n\nb\n* c\n", "* a\n*\n* b\n  *\n", "*\r\n", "* \r\n* a\r\n", "~w~\n* x\n~~f~\n", "*\n  * a\n", "* a\n  *\n", "*\n\n* a\n", "1. a\n2.\n3. b\n", "a\n2. b\n1. c\n", "*  \\[a\n   \\]\n* $b\n$c\n", "* <a b\n  c>\n* {d\n}\n",
		"   *   a\n\n       b\n    c\n   * d\n", "* a\n  *\n  2. b\n  -\n", "* a\n  * b\n  2.\n", "* ~~a~~ b\n  ~~c~~\n", "* a.\t\n  \t\n* b\t\n", "*\t\n  a\n",
		"* ** **a** **\n  ** \\\n", "* <small>a</small>\n* <a b>\n* <b>\n", "* [a] b]: c\n* [a]:\n  b\n", "* [a\\]: b\n", "a\n    * b\n",
		"* 1. a\n  2. b\n\n     c\n* - d\n", "* - * a\n* - - -\n* -\n", "* [a]: b c\n* [a]: b \"c\"\n", "* ~a\n* ~~b~~\n", "a.\tb\n* -\ta\tb\n",
		"* a\n        * b\n\n          c\n", "* {{ a }} b\n  {% c %}\n", "* {{ a\n}}\n", "* [a]: b\u00a0c\n", "* a\n<br/>\n* b\n", "* a\n  * b\n  <br/>\n  * c\n",
	}
}

// ListLines returns a document of lists, of lines at all depths.
func (c *Chance) ListLines() []byte {
	texts := listTexts()
	indents := []string{"", "", "", "  ", "  ", "  ", "    ", "    ", " ", "   ", "      ", "        "}
	var b strings.Builder
	for range 1 + c.Next(8) {
		b.WriteString(indents[c.Next(len(indents))] + texts[c.Next(len(texts))] + "\n")
	}
	return []byte(b.String())
}

func listTexts() []string {
	return []string{
		"", "", "", "* a", "* a", "- b", "+ c", "*  far", "*   farther", "*    code", "text", "text ", "`code`", "[a](b)", "[a]: b", "[a", "a]: b", "*em* x", "**b**",
		"***", "_ _ _", "1. one", "12 x", "3) x", "# no", "#1", "\\* x", "* * d", "* - e", "*", "[ ] task", "* [ ] task", "| a", "--- |", "a | b", "===", "```", "``x``",
		":::", "!!! x", "![i](j)", "%% x", "$$", "[^1]: x", "* [^1] x", "é", "- é", "(a)", "+a", "-a", "* a  ", "* a\\", "1. a", "1. b", "2. b", "10. c", "1) d", "7. e", "<kbd>x", "</kbd> y", "<b", "c>", "$x $", "\\[x", "x\\]", "* \\[x", "{x", "y}", "~~s~~", "* ", "*", "-  ", "1.", "2. ", "1.5 x", "* 1.5", "* 1.5.", "* ???", "* :::", "* = x", "<https://a.b>", "* <https://a.b>", "* \\", "* [ ] *a* b", "* [x]  c", "* [X] [d](e)", "[ ] f", "* [ ] [", "a\tb", "a\t", "*\ta", "1.\ta", "* a\t", "* !!! x", "-a", ":e:", "~", "** b", "* ** c", "* <small>a", "* <kbd>a</kbd> b", "* <b>", "b. \t", "*\t", "[a] b]: c", "~~", "* 1. a", "- 2) b", "* * * *", "- -", "* [a]: b c", "* -\ta", "*    x",
		"$$ a", "a $$", "\\( x", "x \\)", "<% a", "%> b", "%% c", "{{ a }}", "{{ x", "x }}", "<br/>", "</b>",
	}
}
