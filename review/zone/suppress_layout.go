package zone

// formatted returns our layout rules about things that formatters write.
func formatted() []string {
	return []string{
		"trailing-spaces", "blank-lines", "blanks-around-headings", "blanks-around-fences", "blanks-around-lists", "final-newline",
		"emphasis-style", "strong-style", "ordered-list", "hard-tabs", "list-indentation",
	}
}

// layoutRules returns all of our layout rules.
func layoutRules() []string {
	return append(formatted(), "bare-url", "heading-punctuation", "heading-increment", "duplicate-heading", "command-prompt")
}

// layoutPeers lists the names of our layout rules in other programs, in lower case.
var layoutPeers = []struct{ rule, names string }{
	{"trailing-spaces", "md009 no-trailing-spaces whitespace hard-break-spaces"},
	{"blank-lines", "md012 no-multiple-blanks whitespace blank_lines no-consecutive-blank-lines"},
	{"blanks-around-headings", "md022 blanks-around-headings blanks-around-headers headings headers blank_lines"},
	{"blanks-around-fences", "md031 blanks-around-fences code blank_lines"},
	{"blanks-around-lists", "md032 blanks-around-lists bullet ul ol blank_lines"},
	{"final-newline", "md047 single-trailing-newline blank_lines final-newline"},
	{"bare-url", "md034 no-bare-urls links url no-literal-urls"},
	{"heading-punctuation", "md026 no-trailing-punctuation headings headers no-heading-punctuation"},
	{"heading-increment", "md001 heading-increment header-increment headings headers"},
	{"duplicate-heading", "md024 no-duplicate-heading no-duplicate-header headings headers no-duplicate-headings"},
	{"emphasis-style", "md049 emphasis-style emphasis emphasis-marker"},
	{"strong-style", "md050 strong-style emphasis strong-marker"},
	{"ordered-list", "md029 ol-prefix ol ordered-list-marker-value"},
	{"hard-tabs", "md010 no-hard-tabs whitespace hard_tab no-tabs"},
	{"list-indentation", "md007 ul-indent bullet ul indentation"},
	{"command-prompt", "md014 commands-show-output code no-shell-dollars"},
}
