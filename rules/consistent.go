package rules

// ConsistentMarker is the marker that nearly all bullet lists of the repository have; see [Set.Settle].
const ConsistentMarker byte = 0

// consistent is the value of a key that asks for what the repository does.
const consistent = "consistent"

// Habits is what nearly all places of a repository do. The zero value has no habit.
type Habits struct {
	Headings      HeadingStyle
	HeadingsKnown bool // whether Headings is a habit
	Marker        byte // '-', '*' or '+'; 0 where no marker is a habit
}

// Unsettled reports whether a rule of s asks for what the repository does. Only [Set.Settle] makes it a rule.
func (s *Set) Unsettled() bool { return s.unsettledHeadings() || s.unsettledMarker() }

func (s *Set) unsettledHeadings() bool {
	return s.Style.HeadingCase != nil && s.Style.HeadingCase.Style == ConsistentCase
}

func (s *Set) unsettledMarker() bool {
	return s.Style.ListMarker != nil && s.Style.ListMarker.Marker == ConsistentMarker
}

// Settle returns s with the habits of a repository where its rules ask for them. A rule for which there is no habit is
// off.
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
	return &out
}
