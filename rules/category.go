package rules

// Category sorts findings by the kind of work they ask for. The zero value is no category.
type Category uint8

// The categories of a review, in the order reports list them.
const (
	CategoryTerminology Category = iota + 1
	CategoryStyle
	CategoryPlaceholder
	CategoryStructure
	CategoryReference
	CategoryContent
	CategoryClaim
)

var categoryNames = []string{
	CategoryTerminology: "terminology",
	CategoryStyle:       "style",
	CategoryPlaceholder: "placeholder",
	CategoryStructure:   "structure",
	CategoryReference:   "reference",
	CategoryContent:     "content",
	CategoryClaim:       "claim",
}

// String returns the name used in reviews and reports, or "none" for the zero value.
func (c Category) String() string { return enumName(categoryNames, c) }

// ParseCategory is the inverse of String for the named categories.
func ParseCategory(name string) (Category, error) {
	return parseEnum[Category]("category", categoryNames, name)
}

// MarshalText refuses the zero value, because no file has a word for it.
func (c Category) MarshalText() ([]byte, error) { return marshalEnum("category", categoryNames, c) }

// UnmarshalText reads what MarshalText writes.
func (c *Category) UnmarshalText(text []byte) error {
	return unmarshalEnum(c, "category", categoryNames, text)
}
