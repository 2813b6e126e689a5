package fixers

// DoubledWord takes out a word that stands twice in a row.
var DoubledWord = Fixer{Rule: "doubled-word", Contract: TextOnly, Fix: fixTerm}
