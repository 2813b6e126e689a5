package programs

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"path/filepath"
	"reflect"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/external"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/rollback/userfile"
)

// key returns the name by which the answer to a request is kept, or "" where it is not: the program does not say which
// files decide its answer.
func (r reviewer) key(request external.Request) string {
	if r.models == nil || r.models.Store == nil || len(r.program.Inputs) == 0 {
		return ""
	}
	known, _ := r.models.reads.LoadOrStore(r.program.Name+"\x00"+r.config, sync.OnceValue(func() external.Digest {
		digest, _ := external.DigestOf(r.program, workspace.Absolute(r.dir()), r.models.Client.Agent)
		return digest // what can't be read keeps nothing
	}))
	digest := known.(func() external.Digest)()
	if digest == "" {
		return ""
	}
	return digest.Key(r.program, request)
}

// recall returns the review that is kept by a key, or nil.
func (r reviewer) recall(key string) *format.Review {
	if key == "" {
		return nil
	}
	data, _ := kept[[]byte](r.models, key)
	if got, err := decodeReview(data); err == nil {
		return got
	}
	return nil
}

// remember keeps a review.
func (r reviewer) remember(key string, got *format.Review) {
	if key == "" {
		return
	}
	var data bytes.Buffer
	if gob.NewEncoder(&data).Encode(got) != nil {
		return
	}
	// What does not come back as it was is asked for again.
	if back, err := decodeReview(data.Bytes()); err == nil && reflect.DeepEqual(back, got) {
		keep(r.models, key, data.Bytes())
	}
}

func decodeReview(data []byte) (*format.Review, error) {
	var out format.Review
	err := gob.NewDecoder(bytes.NewReader(data)).Decode(&out)
	return &out, err
}

// tellOthers notes once that a program found something in documents that it was not asked about.
func (r reviewer) tellOthers(got *format.Review) {
	if r.models == nil || len(got.Others) == 0 {
		return
	}
	if _, told := r.models.told.LoadOrStore(r.program.Name, true); !told {
		r.models.Note("%s: left out what it found in files that it was not asked about, such as %s",
			wording.Visible(r.program.Name), wording.Visible(got.Others[0]))
	}
}

// watched has a program look at documents. One that it rewrites meanwhile is put back.
func (r reviewer) watched(requests []external.Request, look func() error) error {
	paths := make([]string, len(requests))
	stands := func(n int) bool {
		now, err := files.Read(paths[n], int64(len(requests[n].Text)), files.MaxNamed)
		return err == nil && string(now) == requests[n].Text
	}
	for n := range requests {
		if paths[n] = requests[n].Document; !filepath.IsAbs(paths[n]) {
			paths[n] = filepath.Join(r.dir(), paths[n])
		}
		if !stands(n) { // a revision that the run made
			paths[n] = ""
		}
	}
	err := look()
	for n := range requests {
		if paths[n] == "" || stands(n) {
			continue
		}
		other, failed := userfile.PutBack(paths[n], []byte(requests[n].Text))
		if failed != nil {
			return fmt.Errorf("rewrote %s, which can't be put back: %w", requests[n].Document, failed)
		}
		err = fmt.Errorf("rewrote %s while it looked at it; the document is put back, and what stood there is in %s",
			requests[n].Document, filepath.Base(other))
	}
	return err
}
