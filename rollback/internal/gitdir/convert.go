package gitdir

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// Conversion is how git stores a document.
type Conversion int

const (
	Converted Conversion = iota // as git converts it: line ends, ident, an encoding, a filter
	undecided                   // as it stands, unless the settings say otherwise
	Plain                       // as it stands: neither an attribute nor a setting concerns it
	// as it stands: git keeps the line ends of a file that came into the repository with CRLF
	verbatim
)

// attributes are those that make git convert. text, eol and crlf also leave it to core.autocrlf, if they are not given.
var attributes = []string{"filter", "ident", "working-tree-encoding", "text", "eol", "crlf"}

// attributes reads the attributes of all documents at once and returns the conversion that they ask for.
func (r *Repository) attributes(ctx context.Context, paths []string) (map[string]Conversion, error) {
	stdin := strings.Join(paths, "\x00") + "\x00"
	out, err := r.Git.Run(ctx, []byte(stdin), append([]string{"check-attr", "--stdin", "-z"}, attributes...)...)
	if err != nil {
		return nil, refusal.Git("git can't read the attributes of the documents", err)
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
	forms := map[string]Conversion{}
	for path, is := range given {
		forms[path] = formOf(is)
	}
	return forms, nil
}

func formOf(is map[string]string) Conversion {
	for _, name := range attributes[:3] {
		if value, ok := is[name]; ok && value != "unset" {
			return Converted
		}
	}
	text, given := is["text"]
	if !given {
		text, given = is["crlf"]
	}
	switch {
	case given && text == "unset":
		return Plain
	case given, is["eol"] != "":
		return Converted
	}
	return undecided
}

// withSettings decides what the attributes leave open.
func (r *Repository) withSettings(f Conversion) Conversion {
	const autocrlf = "core.autocrlf" // a boolean, or input
	switch {
	case f != undecided:
		return f
	case r.Setting(autocrlf, r.config[autocrlf] != ""):
		return Converted
	}
	return Plain
}

// needsConversion reports whether git must convert a document to compare it with its entry.
func (r *Repository) needsConversion(d *TrackedFile, entry indexEntry) bool {
	return d.Conversion == Converted && (d.Raw != entry.ID || d.CRLF)
}

// unchangedConverted converts, in one git process, all documents that need it, and returns those that have the content
// of their entry then.
func (r *Repository) unchangedConverted(ctx context.Context, docs []*TrackedFile,
	index map[string][]indexEntry) map[*TrackedFile]bool {
	var asked []*TrackedFile
	var stdin bytes.Buffer
	for _, d := range docs {
		if entries := index[d.Rel]; len(entries) == 1 && r.needsConversion(d, entries[0]) {
			asked = append(asked, d)
			stdin.WriteString(cQuoted(d.Rel) + "\n")
		}
	}
	alike := map[*TrackedFile]bool{}
	if len(asked) == 0 {
		return alike
	}
	out, err := r.Git.Run(ctx, stdin.Bytes(), "hash-object", "--stdin-paths")
	ids := strings.Fields(string(out))
	for i, d := range asked {
		id := ""
		if err == nil && len(ids) == len(asked) {
			id = ids[i]
		} else if one, err := r.convertFile(ctx, d); err == nil {
			id = one // a filter failed for some document: each is asked for by itself
		}
		alike[d] = id == index[d.Rel][0].ID
	}
	return alike
}

// sameContent reports whether the document has the content of its index entry. It compares the content: a touched file
// is clean, and a file with an old time may not be.
func (r *Repository) sameContent(ctx context.Context, d *TrackedFile, entry indexEntry, alike bool) (bool, error) {
	raw := d.Raw == entry.ID
	if !r.needsConversion(d, entry) || alike {
		return raw || alike, nil
	}
	if _, err := r.convertFile(ctx, d); err != nil || !raw {
		return false, err
	}
	kept, err := r.preservesBytes(ctx, d, entry)
	if err != nil {
		return false, err
	}
	if !kept {
		return false, refusal.New(d.Given, refusal.Filter,
			"is committed with line endings that git would now convert throughout",
			"commit that first, with git add --renormalize", nil)
	}
	d.Conversion = verbatim
	return true, nil
}

// convertFile returns the blob that git makes of the file.
func (r *Repository) convertFile(ctx context.Context, d *TrackedFile) (string, error) {
	data, err := os.ReadFile(d.Path)
	if err != nil {
		return "", refusal.CannotOpen(d.Given, err)
	}
	return r.Convert(ctx, d, data, false)
}

// Convert returns the blob that git makes of data at the document's path, and stores it if asked to.
func (r *Repository) Convert(ctx context.Context, d *TrackedFile, data []byte, store bool) (string, error) {
	args := []string{"hash-object", "--stdin", "--path=" + d.Rel}
	run := r.Git.runWith
	if store {
		args = append(args, "-w")
		run = r.Git.Store
	}
	id, err := run(ctx, nil, data, args...)
	if err == nil {
		return string(bytes.TrimSpace(id)), nil
	}
	if StorageError(err) {
		return "", refusal.New(d.Given, refusal.Disk, "can't be stored in the repository",
			"check its free space and permissions", err)
	}
	return "", refusal.New(d.Given, refusal.Filter, "can't be converted by git",
		"install or fix the filter", err)
}

// preservesBytes reports whether git, adding the document as it stands, would keep its bytes. A file that came into the
// repository with CRLF keeps it under text=auto; only git, with the entry in an index, can tell.
func (r *Repository) preservesBytes(ctx context.Context, d *TrackedFile, entry indexEntry) (bool, error) {
	dir, err := os.MkdirTemp("", "doc-iterate-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	env := []string{"GIT_INDEX_FILE=" + filepath.Join(dir, "index")}
	line := entry.Mode + " " + entry.ID + " 0\t" + d.Rel + "\x00"
	_, err = r.Git.Store(ctx, env, []byte(line), "update-index", "-z", "--index-info")
	if err == nil {
		_, err = r.Git.Store(ctx, env, []byte(d.Rel+"\x00"), "update-index", "-z", "--stdin")
	}
	if err != nil {
		return false, refusal.New(d.Given, refusal.Filter, "can't be converted by git",
			"run git status for details", err)
	}
	after, err := r.Entries(ctx, env, []string{d.Rel})
	if err != nil {
		return false, err
	}
	return len(after[d.Rel]) == 1 && after[d.Rel][0].ID == entry.ID, nil
}

// cQuoted quotes a path as git reads it from a line of its input.
func cQuoted(path string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(path) + `"`
}

// StorageError reports whether git or the system failed for lack of space, of permission or of a working disk.
func StorageError(err error) bool {
	return Reports(err, "No space left", "Permission denied", "Read-only file system", "Input/output error",
		"insufficient permission",
		"Disk quota", "unable to write", "unable to create temporary") ||
		errors.Is(err, fs.ErrPermission)
}
