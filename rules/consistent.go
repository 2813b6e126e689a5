package rules

// ConsistentMarker is the marker that nearly all bullet lists of the repository have, and ConsistentDelimiter the
// delimiter of nearly all its emphasis; see [Set.Settle].
const (
	ConsistentMarker    byte = 0
	ConsistentDelimiter byte = 0
	// FirstOfDocument stands for the marker or delimiter that a document has first.
	FirstOfDocument byte = 1
)

// consistent is the value of a key that asks for what the repository does.
const consistent = "consistent"

// first is the value of a key that asks for what each document has first.
const first = "first"

// Habits are the forms that nearly all places of a repository have. The zero value has no habit.
type Habits struct {
	Headings         HeadingStyle
	HeadingsKnown    bool // whether Headings is a habit
	Marker           byte // '-', '*' or '+'; 0 where no marker is a habit
	Emphasis, Strong byte // '*' or '_'; 0 where neither is a habit
}

// Unsettled reports whether a rule of s asks for what the repository does. Only [Set.Settle] makes it a rule.
func (s *Set) Unsettled() bool {
	return s.unsettledHeadings() || s.unsettledMarker() || s.UnsettledDelimiters()
}

// UnsettledDelimiters reports whether a rule of s asks for the delimiters that the repository has.
func (s *Set) UnsettledDelimiters() bool {
	return s.Style.EmphasisStyle.unsettled() || s.Style.StrongStyle.unsettled()
}

// Dictates reports whether s sets, in some rule, what the same rule of other takes from the habits of the repository.
// Then the documents of s show no habit.
func (s *Set) Dictates(other *Set) bool {
	of, by := &other.Style, &s.Style
	return other.unsettledHeadings() && s.Style.HeadingCase != nil && !s.unsettledHeadings() ||
		other.unsettledMarker() && s.Style.ListMarker != nil && !s.unsettledMarker() ||
		of.EmphasisStyle.unsettled() && by.EmphasisStyle != nil && !by.EmphasisStyle.unsettled() ||
		of.StrongStyle.unsettled() && by.StrongStyle != nil && !by.StrongStyle.unsettled()
}

func (s *Set) unsettledHeadings() bool {
	return s.Style.HeadingCase != nil && s.Style.HeadingCase.Style == ConsistentCase
}

func (s *Set) unsettledMarker() bool {
	return s.Style.ListMarker != nil && s.Style.ListMarker.Marker == ConsistentMarker
}

func (d *DelimiterStyle) unsettled() bool { return d != nil && d.Delimiter == ConsistentDelimiter }

// settle returns the rule with a delimiter where it asks for one, or nil for none.
func (d *DelimiterStyle) settle(delimiter byte) *DelimiterStyle {
	switch {
	case !d.unsettled():
		return d
	case delimiter == 0:
		return nil
	}
	return &DelimiterStyle{d.Severity, delimiter}
}

// Settle returns s with the habits of a repository where its rules ask for them. A rule without a habit is off.
func (s *Set) Settle(h Habits) *Set {
	out := *s
	if s.unsettledHeadings() {
		out.Style.HeadingCase = nil
		if h.HeadingsKnown {
			rule := *s.Style.HeadingCase
			rule.Style = h.Headings
			out.Style.HeadingCase = &rule
		}
	}
	if s.unsettledMarker() {
		out.Style.ListMarker = nil
		if h.Marker != 0 {
			rule := *s.Style.ListMarker
			rule.Marker = h.Marker
			out.Style.ListMarker = &rule
		}
	}
	out.Style.EmphasisStyle = s.Style.EmphasisStyle.settle(h.Emphasis)
	out.Style.StrongStyle = s.Style.StrongStyle.settle(h.Strong)
	return &out
}
