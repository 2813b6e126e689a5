package imports

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// A Reader reads the files that a configuration names. Its functions may be nil: then such files must be imported
// together with the configuration.
type Reader struct {
	// Read returns the bytes of a file, whose name has slashes.
	Read func(name string) ([]byte, error)
	// List returns the names of the files in a folder, with that of the folder.
	List func(folder string) ([]string, error)
}

// named reads a file that another one names. It returns false where it has noted why that is not possible.
func (r *Result) named(f File, key, name string) (File, bool) {
	full := path.Join(path.Dir(f.Name), strings.ReplaceAll(name, `\`, "/"))
	switch {
	case r.reader.Read == nil:
		r.note(f.Name, key, Refused, fmt.Sprintf("import %s beside this file", name))
	case path.IsAbs(name) || strings.Contains(name, "://"):
		r.note(f.Name, key, Refused, fmt.Sprintf("%s lies elsewhere; import it beside this file", name))
	case len(r.following) > maxFollowed:
		r.note(f.Name, key, Refused, "too many files follow one another")
	default:
		if slices.Contains(r.following, full) {
			r.note(f.Name, key, Refused, name+" leads back here")
			return File{}, false
		}
		data, err := r.reader.Read(full)
		if err != nil {
			r.note(f.Name, key, Refused, fmt.Sprintf("%s can't be read; import it beside this file", name))
			return File{}, false
		}
		return File{Name: full, Data: data}, true
	}
	return File{}, false
}

// maxFollowed is how many files may name one another.
const maxFollowed = 20

// follow imports a file that another one names, before that one goes on.
func (r *Result) follow(f File, key, name string) {
	named, ok := r.named(f, key, name)
	if !ok {
		return
	}
	r.following = append(r.following, f.Name)
	defer func() { r.following = r.following[:len(r.following)-1] }()
	if err := r.add(named); err != nil {
		r.note(f.Name, key, Refused, fmt.Sprintf("%s %v", name, err))
		return
	}
	r.note(f.Name, key, Taken, "")
}
