package imports

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/tidwall/jsonc"
	"go.yaml.in/yaml/v3"
)

// add recognises a file by its name or, if the name does not decide, by its content, and imports it.
func (r *Result) add(f File) error {
	base := path.Base(strings.ReplaceAll(f.Name, `\`, "/"))
	switch {
	case base == "accept.txt" || base == "reject.txt":
		r.vocabulary(f, base == "accept.txt", "error")
		return nil
	case base == ".vale.ini" || base == "_vale.ini" || base == "vale.ini":
		return r.valeIni(f)
	case isRumdl(f):
		return r.rumdl(f)
	}
	root, err := parse(f, base)
	if err != nil {
		return err
	}
	switch {
	case root.Kind == yaml.SequenceNode:
		r.textlintTerms(f, root)
	case lookUp(root, "extends") != nil && valeKinds[lookUp(root, "extends").Value] != nil:
		r.vale(f, root)
	case configuresTerminology(root):
		r.textlint(f, root)
	case strings.Contains(base, "textlint"):
		return errors.New("it does not configure the rule terminology, which is all of textlint that can be imported")
	case strings.Contains(base, "markdownlint-cli2") || lookUp(root, "config") != nil:
		r.markdownlintCLI2(f, root)
	case isMarkdownlint(base, root):
		r.markdownlint(f, root)
	default:
		return errors.New("none of: a Vale rule (with extends), a Vale vocabulary (accept.txt, reject.txt), " +
			"a markdownlint, textlint or rumdl configuration, a list of terms for textlint-rule-terminology")
	}
	return nil
}

// parse reads YAML, JSON or JSON with comments into one kind of tree, which keeps the order of the file.
func parse(f File, base string) (*yaml.Node, error) {
	data := bytes.TrimPrefix(f.Data, []byte("\ufeff"))
	switch path.Ext(base) {
	case ".yml", ".yaml": // "//" is no comment there
	default:
		if trimmed := bytes.TrimSpace(data); len(trimmed) > 0 && (bytes.IndexByte([]byte("{[/"), trimmed[0]) >= 0) {
			data = jsonc.ToJSON(data)
		}
	}
	var doc yaml.Node
	err := yaml.Unmarshal(data, &doc)
	if err != nil && yaml.Unmarshal(bytes.ReplaceAll(data, []byte("?"), []byte(questionMark)), &doc) == nil {
		restore(&doc)
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(doc.Content) == 0 {
		return nil, errors.New("is empty")
	}
	root := resolve(doc.Content[0])
	if root.Kind != yaml.MappingNode && root.Kind != yaml.SequenceNode {
		return nil, errors.New("is neither a mapping nor a list")
	}
	return root, nil
}

// questionMark stands for question marks in a second attempt at YAML: within a list in brackets the package takes one
// for the sign of a key, where other programs read text.
const questionMark = "\ue000"

func restore(n *yaml.Node) {
	n.Value = strings.ReplaceAll(n.Value, questionMark, "?")
	for _, child := range n.Content {
		restore(child)
	}
}

// resolve follows a YAML alias.
func resolve(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// textOf returns the text of a scalar, "" for null in any of its spellings.
func textOf(n *yaml.Node) string {
	if n.Tag == "!!null" {
		return ""
	}
	return n.Value
}

// lookUp follows keys through mappings; nil where one is missing.
func lookUp(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		var next *yaml.Node
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				next = resolve(n.Content[i+1])
			}
		}
		n = next
	}
	return n
}

// pairs calls yield for the keys and values of a mapping.
func pairs(n *yaml.Node, yield func(key string, value *yaml.Node)) {
	if n == nil || n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		yield(n.Content[i].Value, resolve(n.Content[i+1]))
	}
}

// texts returns the scalars of a list, or a scalar alone. Anything else in the list is refused by its line.
func (r *Result) texts(file, key string, n *yaml.Node) []string {
	switch {
	case n == nil || n.Tag == "!!null":
		return nil
	case n.Kind == yaml.ScalarNode:
		return []string{n.Value}
	}
	var all []string
	for _, item := range n.Content {
		item = resolve(item)
		place := fmt.Sprintf("%s, line %d", key, item.Line)
		switch {
		case n.Kind != yaml.SequenceNode:
			return nil
		case item.Kind != yaml.ScalarNode:
			r.note(file, place, Refused, `it is no text; in YAML a text that holds ": " must stand in quotes`)
		case item.Tag == "!!null":
			r.note(file, place, Refused, "it is null, which is no text; in quotes it is one")
		default:
			all = append(all, item.Value)
		}
	}
	return all
}

// isBool reports whether a scalar is this word of YAML and JSON, true or false.
func isBool(n *yaml.Node, word string) bool {
	return n != nil && n.Tag == "!!bool" && strings.EqualFold(n.Value, word)
}

func isFalse(n *yaml.Node) bool { return isBool(n, "false") }

var ruleNumber = pattern(`^(?i:MD)\d{3}$`)

func isMarkdownlint(base string, root *yaml.Node) bool {
	if strings.Contains(base, "markdownlint") {
		return true
	}
	found := false
	pairs(root, func(key string, _ *yaml.Node) {
		found = found || ruleNumber().MatchString(key) || counterpartOf(key).ID != ""
	})
	return found
}

// tomlTree reads TOML into the tree of the other formats. It sorts the keys of tables.
func tomlTree(data []byte) (*yaml.Node, error) {
	var v map[string]any
	if _, err := toml.Decode(string(data), &v); err != nil {
		return nil, fmt.Errorf("cannot be read: %s", strings.TrimPrefix(err.Error(), "toml: "))
	}
	var n yaml.Node
	if err := n.Encode(v); err != nil {
		return nil, err
	}
	return &n, nil
}
