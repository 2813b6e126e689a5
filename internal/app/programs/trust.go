package programs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/rollback/userfile"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A TrustList is the configurations whose programs the user trusts, by path.
type TrustList struct {
	Version int                 `json:"version"`
	Files   map[string]Sections `json:"files"`
}

// Sections are the parts of a file that the user trusts.
type Sections struct {
	SHA256   string   `json:"sha256"`   // of what is configured of programs
	Programs []string `json:"programs"` // as Describe returns them
}

// A TrustState says how the programs of a configuration compare with what the user trusts.
type TrustState uint8

// The states of trust.
const (
	NotTrusted TrustState = iota
	Changed               // other programs are trusted
	AsTrusted
)

// trustFile is the name of the list in the state folder of the user.
const trustFile = "trusted.json"

// Trusted returns what the user trusts.
func Trusted(environ []string) (TrustList, error) {
	data, err := userfile.Read(environ, trustFile)
	if err != nil {
		return TrustList{}, err
	}
	return decodeTrust(data)
}

func decodeTrust(data []byte) (TrustList, error) {
	list := TrustList{Version: 1}
	if len(data) > 0 {
		if err := json.Unmarshal(data, &list); err != nil {
			return TrustList{}, fmt.Errorf("%s in the state folder is damaged; remove it and trust anew: %w",
				trustFile, err)
		}
	}
	if list.Version != 1 {
		return TrustList{}, fmt.Errorf("%s is of version %d; this doc-iterate reads version 1", trustFile, list.Version)
	}
	return list, nil
}

// State compares the programs of a configuration with what is trusted.
func (l TrustList) State(set *rules.Set, config string) TrustState {
	switch trusted, known := l.Files[trustKey(config)]; {
	case !known:
		return NotTrusted
	case trusted.SHA256 != sumOf(set):
		return Changed
	}
	return AsTrusted
}

// Paths returns the files whose programs are trusted.
func (l TrustList) Paths() []string { return slices.Sorted(maps.Keys(l.Files)) }

// Trust records that the user trusts the programs of a configuration.
func Trust(ctx context.Context, environ []string, set *rules.Set, config string) error {
	return changeTrust(ctx, environ, func(l *TrustList) error {
		l.Files[trustKey(config)] = Sections{sumOf(set), Describe(set)}
		return nil
	})
}

// ErrNotTrusted is the error of a file that was to be revoked and is not trusted.
var ErrNotTrusted = errors.New("its programs are not trusted; see doc-iterate trust --list")

// Revoke takes the trust in a file back. The file need not be there.
func Revoke(ctx context.Context, environ []string, config string) error {
	return changeTrust(ctx, environ, func(l *TrustList) error {
		if _, known := l.Files[trustKey(config)]; !known {
			return ErrNotTrusted
		}
		delete(l.Files, trustKey(config))
		return nil
	})
}

func changeTrust(ctx context.Context, environ []string, change func(*TrustList) error) error {
	return userfile.Change(ctx, environ, trustFile, func(data []byte) ([]byte, error) {
		list, err := decodeTrust(data)
		if err != nil {
			return nil, err
		}
		if list.Files == nil {
			list.Files = map[string]Sections{}
		}
		if err := change(&list); err != nil {
			return nil, err
		}
		data, err = json.MarshalIndent(list, "", "  ")
		return append(data, '\n'), err
	})
}

// trustKey returns the name that a file is trusted by: its folder, in which its programs run, with links resolved. A
// link at the place of the file is not resolved: it must not borrow the trust in a file of another folder.
func trustKey(config string) string {
	abs := workspace.Absolute(config)
	return filepath.Join(workspace.RealPath(filepath.Dir(abs)), filepath.Base(abs))
}

// sumOf returns the SHA-256 of all that a configuration says of programs.
func sumOf(set *rules.Set) string {
	// Not JSON, which has one spelling for all bytes that are no UTF-8. What has no model and no inputs has the sum of
	// earlier versions.
	text := fmt.Sprintf("%#v", [2][]rules.Program{set.Reviewers, set.Fixers})
	text = strings.ReplaceAll(text, ", Inputs:[]string(nil)", "")
	sum := sha256.Sum256([]byte(strings.ReplaceAll(text, fmt.Sprintf(", Model:%#v", rules.Model{}), "")))
	return hex.EncodeToString(sum[:])
}
