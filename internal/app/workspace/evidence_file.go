package workspace

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/gob"
	"fmt"
	"io"

	"github.com/doc-iterate/doc-iterate/rollback"
)

// evidenceMagic begins a file of evidence. It changes with the form of the file.
const evidenceMagic = "doc-iterate evidence 1\n"

// write writes evidence to a file.
func (e *Evidence) write(name string) error {
	out := bytes.NewBufferString(evidenceMagic)
	packed, _ := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err := cmp.Or(gob.NewEncoder(packed).Encode(e), packed.Close()); err != nil {
		return fmt.Errorf("--write-evidence %s: %w", name, err)
	}
	return rollback.WriteFileAtomic(name, out.Bytes(), 0o644)
}

// readEvidence reads what write writes. gzip ends with a checksum, so that it can't be damaged unseen.
func readEvidence(name string) (*Evidence, error) {
	data, err := ReadFile(name)
	if err != nil {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(data, []byte(evidenceMagic))
	if !ok {
		return nil, fmt.Errorf("%s: is no evidence that this version of `doc-iterate check --write-evidence` writes", name)
	}
	e, err := unpacked(rest)
	if err != nil {
		return nil, fmt.Errorf("%s: is damaged (%w); make or fetch it again", name, err)
	}
	return e, nil
}

func unpacked(data []byte) (*Evidence, error) {
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	e := new(Evidence)
	if err := gob.NewDecoder(packed).Decode(e); err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, packed) // the checksum is compared at the end
	return e, err
}
