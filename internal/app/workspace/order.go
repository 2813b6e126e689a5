package workspace

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

// LargestFirst calls f for every document on so many goroutines, which have numbers. It begins with the large ones, so
// that none of them is waited for at the end; the others come in order.
func LargestFirst(docs []Document, jobs int, f func(i, worker int)) {
	const large = 128 << 10
	order := make([]int, len(docs))
	for i := range order {
		order[i] = i
	}
	size := func(i int) int64 {
		if docs[i].Size < large {
			return 0
		}
		return docs[i].Size
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	parallel.EachOn(len(order), jobs, func(n, worker int) {
		defer parallel.In(docs[order[n]].Path)
		f(order[n], worker)
	})
}

// AppendSummary adds a summary of a report to the file that GITHUB_STEP_SUMMARY names, as far as GitHub takes it.
func AppendSummary(path string, r *report.Report) error {
	var text bytes.Buffer
	if err := report.JobSummary(&text, r); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
	}
	has := int64(0)
	if info, err := f.Stat(); err == nil {
		has = info.Size()
	}
	_, err = f.Write(report.CutForSummary(text.Bytes(), has))
	return errors.Join(err, f.Close())
}
