package source

// A Stored is a document that is read when it is needed, and not kept.
type Stored struct {
	Path string
	// Read returns the document's bytes, the same ones every time. They must not be
	// changed. It may put them into the buffer, which then holds them until the next
	// call with that buffer; a nil one is none.
	Read func(buffer *[]byte) ([]byte, error)
}
