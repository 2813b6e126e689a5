package draft

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// schemaURL is where editors find the schema.
const schemaURL = "https://raw.githubusercontent.com/doc-iterate/doc-iterate/main/rules/schema.json"

// Bytes renders the draft: one line for each term, section or glob, so that a
// change to one shows as one line of a diff.
func (d *Draft) Bytes() []byte {
	top := []string{field("$schema", line(schemaURL)), field("version", "1")}
	if d.Why != "" {
		top = append(top, field("why", line(d.Why)))
	}
	top = d.appendRules(top)
	top = appendList(top, "reviewers", d.Reviewers)
	globs := make([]string, len(d.Ignore))
	for i, g := range d.Ignore {
		globs[i] = g.Glob
	}
	top = appendList(top, "ignore", globs)
	top = appendList(top, "ignore_text", d.IgnoreText)
	var overrides []string
	for i := range d.Overrides {
		overrides = append(overrides, block("{", d.Overrides[i].fields(), "}"))
	}
	if len(overrides) > 0 {
		top = append(top, field("overrides", block("[", overrides, "]")))
	}
	return append([]byte(block("{", top, "}")), '\n')
}

// appendRules appends what a configuration and each of its overrides may have.
func (d *Draft) appendRules(top []string) []string {
	top = appendList(top, "terminology", d.Terms)
	top = appendList(top, "patterns", d.Checks)
	var style []string
	for _, rule := range d.styleInOrder() {
		style = append(style, field(rule.ID, line(rule)))
	}
	if len(style) > 0 {
		top = append(top, field("style", block("{", style, "}")))
	}
	top = appendSection(top, "placeholders", d.Placeholders)
	if sections := appendList(nil, "required_sections", d.RequiredSections); len(sections) > 0 {
		top = append(top, field("structure", block("{", sections, "}")))
	}
	top = appendSection(top, "references", d.References)
	return top
}

func field(key, value string) string { return line(key) + ": " + value }

// block puts every item on a line of its own, two spaces in.
func block(opening string, items []string, closing string) string {
	body := strings.Join(items, ",\n")
	return opening + "\n  " + strings.ReplaceAll(body, "\n", "\n  ") + "\n" + closing
}

func appendSection[T any](items []string, key string, section *T) []string {
	if section == nil {
		return items
	}
	return append(items, field(key, line(section)))
}

func appendList[T any](items []string, key string, list []T) []string {
	if len(list) == 0 {
		return items
	}
	lines := make([]string, len(list))
	for i, v := range list {
		lines[i] = line(v)
	}
	return append(items, field(key, block("[", lines, "]")))
}

// line renders a value in one line with a space after each comma and colon. A text in
// JSON holds no raw line end, so every line end of the indented form is between parts.
func line(v any) string {
	var compact, spaced bytes.Buffer
	e := json.NewEncoder(&compact)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("draft: %v", err)) // the types above all have a form in JSON
	}
	if err := json.Indent(&spaced, bytes.TrimSpace(compact.Bytes()), "", ""); err != nil {
		panic(fmt.Sprintf("draft: %v", err)) // Encode wrote it
	}
	parts := strings.Split(spaced.String(), "\n")
	var b strings.Builder
	for i, part := range parts {
		// Lists stay close, objects get air: {"a": 1, "b": ["c", "d"]} reads best as { "a": 1, "b": ["c", "d"] }.
		if i > 0 && !strings.HasSuffix(parts[i-1], "[") && part != "]" && part != "]," {
			b.WriteByte(' ')
		}
		b.WriteString(part)
	}
	return b.String()
}
