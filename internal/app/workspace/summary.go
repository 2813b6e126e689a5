package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/doc-iterate/doc-iterate/loop/report"
)

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
