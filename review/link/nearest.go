package link

// Nearest returns the one of the words that is most like word, "" when none is alike or two are equally so. The time is
// linear in the length of all words.
func Nearest(word string, words []string) string {
	limit := min(1+len(word)/6, 3)
	best, ties := "", 0
	for _, w := range words {
		switch d := distance(word, w, limit); {
		case d > limit:
		case d < limit || best == "":
			best, limit, ties = w, d, 0
		case w != best:
			ties++
		}
	}
	if ties > 0 {
		return ""
	}
	return best
}

// distance returns the number of bytes to insert, delete or replace that turns a into b, or limit+1 when it is more
// than limit. It looks at a band of 2·limit+1 columns around the diagonal.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		from, to := max(1, i-limit), min(len(b), i+limit)
		diagonal := row[from-1]
		row[from-1] = limit + 1
		if from == 1 {
			row[0] = i
		}
		for j := from; j <= to; j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost = 1 + min(diagonal, row[j-1])
				if j < i+limit {
					cost = min(cost, 1+row[j])
				}
			}
			diagonal, row[j] = row[j], cost
		}
	}
	return min(row[len(b)], limit+1)
}
