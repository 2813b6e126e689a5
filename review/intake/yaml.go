package intake

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/intake/yamljson"
)

// yamlStart matches the first line of a review in YAML: a key, or an item with a key.
var yamlStart = remark.Pattern(`^(?:---\s*\n)?(?:\s*#[^\n]*\n)*\s*(?:-\s+)?["']?[A-Za-z_$][A-Za-z_ -]{0,30}["']?:(?:\s|$)`)

// yamlIssues matches the key of the list that only a review has, and an item below it.
var yamlIssues = remark.Pattern(`(?m)^(?:issues|findings|comments|problems|suggestions):[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*-[ \t]`)

// yamlAt matches the line that an error of the parser names.
var yamlAt = remark.Pattern(`^yaml: line ([0-9]+): (.*)$`)

// notYAML says what keeps a review from being YAML, and at which line.
func notYAML(r *format.Reader, err error) {
	m := yamlAt().FindStringSubmatch(err.Error())
	if m == nil {
		r.Fail(0, nil, "not a review in YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
		return
	}
	line, _ := strconv.Atoi(m[1])
	offset := 0
	for range line - 1 {
		offset += bytes.IndexByte(r.Src[offset:], '\n') + 1
	}
	r.Fail(offset, nil, "not a review in YAML: %s; put a text with a colon or marks in quotes", m[2])
}

// readYAML reads doc-iterate's own form written as YAML, and reports whether the text is that: a
// list of mappings, or a mapping with such a list.
func readYAML(r *format.Reader) bool {
	if !yamlStart().Match(r.Src) {
		return false
	}
	text, err := yamljson.Parse(r.Src)
	if err != nil && !errors.Is(err, yamljson.ErrRepeats) && yamlIssues().Match(r.Src) {
		notYAML(r, err)
		return true
	} else if err != nil {
		return false
	}
	root := text.Root
	list := root
	if root.Kind == yaml.MappingNode {
		list = nil
		for i := 0; i+1 < len(root.Content); i += 2 {
			name := format.ReviewFields()[format.Snake(root.Content[i].Value)]
			if name == "issues" || name == "review" {
				list = root.Content[i+1]
			}
		}
	}
	if list == nil || list.Kind != yaml.SequenceNode && list.Kind != yaml.MappingNode {
		return false
	}
	isMapping := func(n *yaml.Node) bool { return n.Kind == yaml.MappingNode }
	if list == root && !text.HasItems() && !slices.ContainsFunc(root.Content, isMapping) {
		return false
	}
	out, err := text.JSON()
	if err != nil {
		return false
	}
	tree, err := jsontree.Parse(out)
	if err != nil {
		return false
	}
	r.Repair("read the YAML as JSON")
	r.Review.Format = format.DocIterate
	src := r.Src
	r.Src = out // which has the values on their lines
	ownReview(r, tree)
	r.Src = src
	return true
}
