package rollback

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// form is how git stores a document.
type form int

const (
	converted form = iota // as git converts it: line ends, ident, an encoding, a filter
	undecided             // as it stands, unless the settings say otherwise
	plain                 // as it stands: neither an attribute nor a setting concerns it
	verbatim              // as it stands: git keeps the line ends of a file that came into the repository with CRLF
)

// attributes are those that make git convert. text, eol and crlf also leave it to core.autocrlf, if they are
// not given.
var attributes = []string{"filter", "ident", "working-tree-encoding", "text", "eol", "crlf"}

// attributes reads the attributes of all documents in one go and returns what they make of each.
func (r *repository) attributes(ctx context.Context, paths []string) (map[string]form, error) {
	stdin := strings.Join(paths, "\x00") + "\x00"
	out, err := r.git.run(ctx, []byte(stdin), append([]string{"check-attr", "--stdin", "-z"}, attributes...)...)
	if err != nil {
		return nil, &Refusal{"", Unsafe, "git can't read the attributes of the documents", "see what git says", err}
	}
	given := map[string]map[string]string{}
	fields := strings.Split(string(out), "\x00")
	for i := 0; i+2 < len(fields); i += 3 {
		path, name, value := fields[i], fields[i+1], fields[i+2]
		if given[path] == nil {
			given[path] = map[string]string{}
		}
		if value != "unspecified" {
			given[path][name] = value
		}
	}
	forms := map[string]form{}
	for path, is := range given {
		forms[path] = formOf(is)
	}
	return forms, nil
}

func formOf(is map[string]string) form {
	for _, name := range attributes[:3] {
		if value, ok := is[name]; ok && value != "unset" {
			return converted
		}
	}
	text, given := is["text"]
	if !given {
		text, given = is["crlf"]
	}
	switch {
	case given && text == "unset":
		return plain
	case given, is["eol"] != "":
		return converted
	}
	return undecided
}

// withSettings decides what the attributes leave open.
func (r *repository) withSettings(f form) form {
	if f != undecided {
		return f
	}
	switch strings.ToLower(r.config["core.autocrlf"]) {
	case "", "false", "no", "off", "0":
		return plain
	}
	return converted
}

// needsConversion reports that the bytes of a document alone don't tell whether it has the content of its entry.
func (r *repository) needsConversion(d *document, entry indexEntry) bool {
	return d.form == converted && (blobID(r.algorithm, d.base) != entry.id || bytes.Contains(d.base, []byte("\r\n")))
}

// convertedAlike converts, in one git process, all documents that need it, and returns those that have the content
// of their entry then.
func (r *repository) convertedAlike(ctx context.Context, docs []*document, index map[string][]indexEntry) map[*document]bool {
	var asked []*document
	var stdin bytes.Buffer
	for _, d := range docs {
		if entries := index[d.rel]; len(entries) == 1 && r.needsConversion(d, entries[0]) {
			asked = append(asked, d)
			stdin.WriteString(cQuoted(d.rel) + "\n")
		}
	}
	alike := map[*document]bool{}
	if len(asked) == 0 {
		return alike
	}
	out, err := r.git.run(ctx, stdin.Bytes(), "hash-object", "--stdin-paths")
	ids := strings.Fields(string(out))
	for i, d := range asked {
		id := ""
		if err == nil && len(ids) == len(asked) {
			id = ids[i]
		} else if one, err := r.convert(ctx, d, d.base, false); err == nil {
			id = one // a filter failed for some document: each is asked for by itself
		}
		alike[d] = id == index[d.rel][0].id
	}
	return alike
}

// sameContent reports whether the document has the content of its index entry: by content, since a touched file is
// as clean as an untouched one, and one with the time of an old save may not be.
func (r *repository) sameContent(ctx context.Context, d *document, entry indexEntry, alike bool) (bool, error) {
	raw := blobID(r.algorithm, d.base) == entry.id
	if !r.needsConversion(d, entry) || alike {
		return raw || alike, nil
	}
	if _, err := r.convert(ctx, d, d.base, false); err != nil || !raw {
		return false, err
	}
	kept, err := r.keeps(ctx, d, entry)
	if err != nil {
		return false, err
	}
	if !kept {
		return false, &Refusal{d.given, Filter, "is stored with line ends that git would now convert as a whole", "git add --renormalize it and commit that first", nil}
	}
	d.form = verbatim
	return true, nil
}

// convert returns the blob that git makes of data at the document's path, and stores it if asked to.
func (r *repository) convert(ctx context.Context, d *document, data []byte, store bool) (string, error) {
	args := []string{"hash-object", "--stdin", "--path=" + d.rel}
	run := r.git.runWith
	if store {
		args = append(args, "-w")
		run = r.git.store
	}
	id, err := run(ctx, nil, data, args...)
	if err == nil {
		return string(bytes.TrimSpace(id)), nil
	}
	if storage(err) {
		return "", &Refusal{d.given, Disk, "can't be stored in the repository", "check its free space and permissions", err}
	}
	return "", &Refusal{d.given, Filter, "can't be converted by git", "install or mend the filter, or see what git says", err}
}

// keeps reports whether git, adding the document as it stands, would keep its bytes. A file that came into the
// repository with CRLF keeps it under text=auto; only git, with the entry in an index, can tell.
func (r *repository) keeps(ctx context.Context, d *document, entry indexEntry) (bool, error) {
	dir, err := os.MkdirTemp("", "doc-iterate-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	env := []string{"GIT_INDEX_FILE=" + filepath.Join(dir, "index")}
	line := entry.mode + " " + entry.id + " 0\t" + d.rel + "\x00"
	_, err = r.git.store(ctx, env, []byte(line), "update-index", "-z", "--index-info")
	if err == nil {
		_, err = r.git.store(ctx, env, []byte(d.rel+"\x00"), "update-index", "-z", "--stdin")
	}
	if err != nil {
		return false, &Refusal{d.given, Filter, "can't be converted by git", "see what git says", err}
	}
	after, err := r.entries(ctx, env, []string{d.rel})
	if err != nil {
		return false, err
	}
	return len(after[d.rel]) == 1 && after[d.rel][0].id == entry.id, nil
}

// cQuoted quotes a path as git reads it from a line of its input.
func cQuoted(path string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		switch c := path[i]; c {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// storage reports that git or the system failed for want of space, permission or a working disk.
func storage(err error) bool {
	return saidBy(err, "No space left", "Permission denied", "Read-only file system", "Input/output error", "insufficient permission",
		"Disk quota", "unable to write", "unable to create temporary") ||
		errors.Is(err, fs.ErrPermission)
}
