package workspace

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/doc-iterate/doc-iterate/rollback"
)

// evidenceVersion is the form of the file of evidence. It changes with what is in the file.
const evidenceVersion = 2

// write writes evidence to a file, as JSON.
func (e *Evidence) write(name string) error {
	e.Version = evidenceVersion
	data, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("--write-evidence %s: %w", name, err)
	}
	return rollback.WriteFileAtomic(name, append(data, '\n'), 0o644)
}

// readEvidence reads what write writes.
func readEvidence(ctx context.Context, name string) (*Evidence, error) {
	data, err := ReadFile(ctx, name)
	if err != nil {
		return nil, err
	}
	var head struct {
		Version int `json:"evidence_version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("%s: is no evidence, or is damaged (%w); make or fetch it again", name, err)
	}
	if head.Version == 0 {
		return nil, fmt.Errorf("%s: is no evidence; `doc-iterate check --write-evidence` writes such a file", name)
	}
	if head.Version != evidenceVersion {
		return nil, fmt.Errorf("%s: is evidence of version %d, and this doc-iterate reads version %d; "+
			"make it again with `doc-iterate check --write-evidence`", name, head.Version, evidenceVersion)
	}
	e := new(Evidence)
	if err := json.Unmarshal(data, e); err != nil {
		return nil, fmt.Errorf("%s: is damaged (%w); make or fetch it again", name, err)
	}
	return e, nil
}
