package fixers

// Misspelling puts right a word that stands nowhere else.
var Misspelling = Fixer{Rule: "misspelling", Contract: TextOnly, Fix: fixTerm}
