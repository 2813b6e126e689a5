package intake

import (
	"encoding/json"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/intake/envelope"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// readMended reads JSON with strings that lack escapes, and reports whether the text is that.
func readMended(r *format.Reader, as format.Format) bool {
	out, missing, ok := jsontree.Mend(r.Src)
	if !ok {
		return false
	}
	r.Repair("added %s to strings", wording.Count(missing, "missing escape"))
	src := r.Src
	r.Src, r.Lines = out, nil
	readJSON(r, as)
	r.Src, r.Lines = src, nil
	return true
}

// readTags reads a review whose parts stand in tags, as models write them, and reports whether the text is one.
func readTags(r *format.Reader) bool {
	root := envelope.Tags(string(r.Src))
	data, err := json.Marshal(root)
	if err != nil || root == nil {
		return false
	}
	tree, err := jsontree.Parse(data)
	if err != nil || tree.Kind() == jsontree.Array && !looksLikeFinding(tree.First()) {
		return false
	}
	r.Repair("read the tags as JSON")
	r.Review.Format = format.DocIterate
	src := r.Src
	r.Src = data
	ownReview(r, tree)
	r.Src, r.Lines = src, nil
	return true
}

// readEnvelope reads the answer in an envelope, and reports whether a value is one.
func readEnvelope(r *format.Reader, n jsontree.Node, as format.Format) bool {
	answer, ok := envelope.Open(n)
	switch {
	case !ok:
		return false
	case answer.Cut != "":
		r.Fail(n.Offset(), nil, "is an answer that was cut off (%s); ask for it again, with room for more", answer.Cut)
		return true
	}
	r.Repair("read the answer in %q", answer.At)
	said := strings.Join(answer.Texts, "\n\n")
	if answer.Calls.Kind() == jsontree.Array && strayAt(r, answer.Calls, "input", "", len(answer.At)) {
		r.Review.Format = format.DocIterate
		beside(r, said)
		return true
	}
	r.Src, r.Lines = []byte(said), nil
	readAs(r, as)
	return true
}

// readMail reads the words of a mail, and reports whether the text is one.
func readMail(r *format.Reader, as format.Format) bool {
	words, ok := envelope.Mail(r.Src)
	if !ok {
		return false
	}
	r.Repair("read the words of a mail")
	r.Src, r.Lines = words, nil
	if as == format.Auto {
		if _, ok := personal(r, true); ok {
			return true
		}
	}
	readAs(r, as)
	return true
}
