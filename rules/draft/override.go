package draft

import "github.com/doc-iterate/doc-iterate/rules"

// Check is rules.Check as it is written, with where it came from.
type Check struct {
	Pattern   string          `json:"pattern,omitempty"`
	Scope     []string        `json:"scope,omitempty"`
	Max       *int            `json:"max,omitempty"`
	Min       *int            `json:"min,omitempty"`
	Must      bool            `json:"must,omitempty"`
	Sentence  *SentenceCase   `json:"sentence_case,omitempty"`
	MatchCase bool            `json:"match_case,omitempty"`
	Severity  *rules.Severity `json:"severity,omitempty"`
	Message   string          `json:"message,omitempty"`
	Rule      string          `json:"rule,omitempty"`

	Origin Origin `json:"-"`
}

// SentenceCase is term.Capitals as it is written.
type SentenceCase struct {
	Share int      `json:"share,omitempty"`
	Keep  []string `json:"keep,omitempty"`
	After []string `json:"after,omitempty"`
	Fold  bool     `json:"fold,omitempty"`
}

// Override is the rules for some documents: of its draft the terms, the checks and the style.
type Override struct {
	Files []string
	Why   string
	Draft Draft
}

// Empty reports whether the override asks for nothing.
func (o *Override) Empty() bool { return len(o.Draft.appendRules(nil)) == 0 }

// fields returns the override as the members of an object.
func (o *Override) fields() []string {
	var out []string
	if o.Why != "" {
		out = append(out, field("why", line(o.Why)))
	}
	out = append(out, field("files", line(o.Files)))
	return o.Draft.appendRules(out)
}
