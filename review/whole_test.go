package review

// wholeTree is what goldmark makes of src from an offset on.
func wholeTree(src []byte, from int) (t Tree) {
	t.ReadAll(src, from)
	return t
}
