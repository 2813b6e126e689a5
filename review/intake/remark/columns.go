package remark

import (
	"cmp"
	"slices"
	"strings"
)

// IsRow reports whether a line is a row of a table, and IsDelimiter whether it is the one below the head.
func IsRow(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) > 1 && s[0] == '|' && s[len(s)-1] == '|'
}

func IsDelimiter(s string) bool {
	return IsRow(s) && strings.Trim(s, "|-: \t") == "" && strings.Contains(s, "-")
}

// ColumnOf returns what a column of this head has: one of Old text has what one of Old has.
func ColumnOf(head string) string {
	return cmp.Or(Column(head), Column(ofText().ReplaceAllString(head, "")))
}

// ofText matches the words for a text in the head of a column.
var ofText = Pattern(`(?i)\b(?:text|texto|texte|testo|wording|version|fix|change|sentence|phrase)\b`)

// NameVersions names the columns of old texts and of new ones by what stands in them, where their heads do not: most
// rows have two texts that are much alike.
func NameVersions(names []string, rows [][]string) {
	old, want := slices.Index(names, "old"), slices.Index(names, "new")
	if old >= 0 && want >= 0 || old < 0 && want < 0 && !slices.Contains(names, "line") {
		return
	}
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			free := func(n int) bool { return names[n] == "" || n == old || n == want }
			if !free(i) || !free(j) || old >= 0 && i != old && j != old || want >= 0 && i != want && j != want {
				continue
			}
			alike := 0
			for _, row := range rows {
				if j < len(row) && IsVersion(row[j], row[i]) {
					alike++
				}
			}
			if 2*alike < max(1, len(rows)) {
				continue
			}
			names[i], names[j] = "old", "new"
			if j == old || i == want {
				names[i], names[j] = "new", "old"
			}
			return
		}
	}
}

// Cells returns the cells of a row.
func Cells(row string) []string {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	var out []string
	for cell := range strings.SplitSeq(strings.ReplaceAll(row, `\|`, "\x00"), "|") {
		out = append(out, strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")))
	}
	return out
}
