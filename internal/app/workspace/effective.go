package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Effective returns, as text, what holds for the document at path, and the place in which file each part is from.
func (w *Workspace) Effective(ctx context.Context, path string) (string, error) {
	if info, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s: %w", path, wording.WithoutPath(err))
	} else if info.IsDir() {
		return "", fmt.Errorf("%s is a folder; name a document", path)
	}
	configs := NewConfigs(ctx, w.Config, w.Note).With(&w.Options)
	d := Document{Path: filepath.Clean(path)}
	var err error
	if d.Config, d.Rules, err = configs.For(path); err != nil {
		return "", err
	}
	config, err := configs.configuration(d.Config)
	if err != nil {
		return "", err
	}
	settings, err := config.Effective(fromConfig(d.Config, path))
	if err != nil {
		return "", err
	}
	var out strings.Builder
	if Ignores(d.Config, d.Rules, path) {
		fmt.Fprintf(&out, "%s is ignored.\n", wording.Visible(path))
	}
	docs := []Document{d}
	w.Settle(ctx, docs)
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	for _, s := range settings {
		value, place := s.Value+here(s, docs[0].Rules), s.Place
		if filepath.IsAbs(place) { // as seen from the working directory
			place = filepath.ToSlash(NewNames(true).Of(place))
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", wording.Visible(s.Key), wording.Visible(value), wording.Visible(place))
	}
	err = table.Flush()
	return out.String(), err
}

// here says what a setting that asks for consistency is in this repository.
func here(s rules.Setting, settled *rules.Set) string {
	found := "nothing is settled"
	switch heading, list := settled.Style.HeadingCase, settled.Style.ListMarker; {
	case s.Value != `"consistent"`:
		return ""
	case s.Key == "style.heading-case.style" && heading != nil:
		found = heading.Style.String()
	case s.Key == "style.list-marker.marker" && list != nil:
		found = string(list.Marker)
	}
	return " (here: " + found + ")"
}
