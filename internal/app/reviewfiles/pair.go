package reviewfiles

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// Pair finds out which documents of the run the reviews are about. A review of one document in a run of one document is
// about that document, whatever name it has in the review. A resumed run may be one of several runs with the same
// reviews, so its reviews may be about documents of other runs.
func Pair(files []File, docs []workspace.Document, resumed bool, note func(format string, args ...any)) error {
	switch {
	case len(files) == 0 || len(docs) == 0 && resumed:
		return nil
	case len(docs) == 0:
		return fmt.Errorf("%s: there is no document for it to be about; name one that the rules do not ignore",
			files[0].Name)
	}
	index := newNameIndex(docs)
	for i := range files {
		f := &files[i]
		alias, err := f.findDocument(index, resumed)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if alias != "" {
			note("%s: it names the document %s; taken for %s", f.Name, remark.Clean(alias), docs[0].Path)
		}
		if err := f.sortIssues(index, alias); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if n := len(f.strays); n > 0 {
			note("%s: left out %d of %d findings, which are about other documents, as %s",
				f.Name, n, len(f.review.Issues), remark.Clean(f.strays[0].Path))
		}
		f.total, f.review.Issues = len(f.review.Issues), nil // sortIssues has sorted them, and they may be many
	}
	return nil
}

// Forget frees the bytes of reviews that no run keeps.
func Forget(files []File) {
	for i := range files {
		files[i].Data = nil
	}
}

// findDocument finds the document that the review as a whole is about. It returns a name that stands for the only
// document of the run although it does not match, "" for none.
func (f *File) findDocument(index *nameIndex, resumed bool) (alias string, err error) {
	whole := f.review.Document
	if f.document, err = index.matcher(nil).document(whole); err != nil || f.document != "" {
		return "", err
	}
	docs := index.docs
	if len(docs) > 1 {
		if whole != "" && !resumed {
			return "", fmt.Errorf("names the document %q, which is none of the %d of the run; "+
				"name that document, or the only one that it is about", remark.Clean(whole), len(docs))
		}
		return "", nil
	}
	// The names that a linter gives with each finding count like the name that a review gives for the whole: linters
	// have a name of their own for standard input.
	matcher := f.matcher(index)
	seen := map[string]bool{whole: true}
	first, second := whole, ""
	unnamed := false // an issue names no document, so it is about the only one
	for i := range f.review.Issues {
		issue := &f.review.Issues[i]
		unnamed = unnamed || issue.Path == "" && whole == ""
		if issue.Path == "" || seen[issue.Path] {
			continue
		}
		matched, err := matcher.document(issue.Path)
		if err != nil {
			return "", err
		}
		if matched != "" {
			first, second = "", ""
			break
		}
		seen[issue.Path] = true
		switch {
		case first == "":
			first = issue.Path
		case second == "" && !f.sameName(first, issue.Path):
			second = issue.Path
		}
	}
	switch {
	case second != "" && unnamed:
		return "", nil
	case second != "" && !resumed:
		return "", fmt.Errorf("is about %q, %q and none that is %s; name the document that it is about",
			remark.Clean(first), remark.Clean(second), docs[0].Path)
	case whole != "" && isAnother(whole, docs[0].Path) && !resumed:
		return "", fmt.Errorf("is about %q, which is another file than %s; name the document that it is about",
			remark.Clean(whole), docs[0].Path)
	case whole != "":
		f.document, alias = docs[0].Path, whole
	case first != "" && (isAnother(first, docs[0].Path) || unnamed && f.review.Format == format.Prose):
		return "", nil // what it says of another document is left out
	case first != "" && second == "":
		f.document, alias = docs[0].Path, first
	}
	return alias, nil
}

// isAnother reports whether a name in a review is that of a file which lies from here, or beside the document, and is
// not the document.
func isAnother(name, document string) bool {
	own, err := os.Stat(document)
	for _, path := range []string{name, filepath.Join(filepath.Dir(document), filepath.FromSlash(name))} {
		file, missing := os.Stat(filepath.FromSlash(path))
		if err == nil && missing == nil && file.Mode().IsRegular() && !os.SameFile(own, file) {
			return true
		}
	}
	return false
}

// sameName reports whether an issue's name is another spelling of first. If first is the name of the document that the
// review as a whole is about, every name that could be its own is.
func (f *File) sameName(first, name string) bool {
	return slashed(first) == slashed(name) || first == f.review.Document && intake.SamePath(first, name)
}

// sortIssues sorts the issues by document. The alias is a name that the only document has in this review.
func (f *File) sortIssues(index *nameIndex, alias string) error {
	matcher := f.matcher(index)
	f.straysAt, f.issues, f.strays = index.docs[0].Path, map[string]*[]review.Issue{}, nil
	for _, issue := range f.review.Issues {
		path := "" // of the document, "" outside the run
		var err error
		switch {
		case issue.Path != "" && alias != "" && f.sameName(alias, issue.Path):
			path = f.document
		case issue.Path != "":
			path, err = matcher.document(issue.Path)
		case f.review.Document != "":
			path, issue.Path = f.document, f.review.Document
		case len(index.docs) == 1:
			path = index.docs[0].Path
		default:
			err = fmt.Errorf("names no document, and there are %d; "+
				"put \"document\" into the review, or name one document", len(index.docs))
		}
		if err != nil {
			return fmt.Errorf("issue %q: %w", issue.ID, err)
		}
		to := &f.strays
		if path != "" {
			if to = f.issues[path]; to == nil {
				to = new([]review.Issue)
				f.issues[path] = to
			}
		}
		*to = append(*to, issue)
	}
	return nil
}

// matcher matches the names that the review's issues give. In a review of one document every name that could be its
// own is.
func (f *File) matcher(index *nameIndex) *nameMatcher {
	if f.document != "" {
		return index.matcher(nil)
	}
	names := make([]string, len(f.review.Issues))
	for i := range f.review.Issues {
		names[i] = f.review.Issues[i].Path
	}
	return index.matcher(names)
}
