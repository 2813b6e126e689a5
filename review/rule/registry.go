package rule

import "github.com/doc-iterate/doc-iterate/review"

// All returns the built-in rules in the order in which they are listed.
func All() []review.Reviewer { return append(named(), UnknownRule) }

// named returns the rules that comments may name: all except the one that reads the names.
func named() []review.Reviewer {
	return append([]review.Reviewer{
		Terminology,
		HeadingCase,
		FencedCodeLanguage,
		ListMarker,
		DoubledWord,
		Misspelling,
		Pattern,
		Placeholder,
		RequiredSection,
		Reference,
		LinkText,
	}, layoutReviewers()...)
}
