package imports

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules/draft"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// iniSection is a section of .vale.ini, which is for the documents that its glob names.
type iniSection struct {
	glob     string // "" for what stands above all sections
	settings []iniSetting
}

type iniSetting struct{ key, value string }

// get returns the values of a setting; those of several sections are one list.
func (s *iniSection) get(key string) string {
	var values []string
	for _, setting := range s.settings {
		if setting.key == key && setting.value != "" {
			values = append(values, setting.value)
		}
	}
	return strings.Join(values, ", ")
}

// readIni reads sections and their settings, one setting a line.
func readIni(data []byte) []iniSection {
	sections := []iniSection{{}}
	text := strings.ReplaceAll(strings.TrimPrefix(string(data), "\ufeff"), "\\\n", " ")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if glob, ok := strings.CutPrefix(line, "["); ok {
			sections = append(sections, iniSection{glob: strings.TrimSuffix(glob, "]")})
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		value, _, _ = strings.Cut(value, " #")
		last := &sections[len(sections)-1]
		last.settings = append(last.settings, iniSetting{strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"`)})
	}
	return sections
}

// list returns the parts of a list with commas.
func list(value string) (out []string) {
	for part := range strings.SplitSeq(value, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// valeIni reads .vale.ini and the styles and vocabularies that it names. Settings for some documents only become an
// override.
func (r *Result) valeIni(f File) error {
	if r.reader.Read == nil || r.reader.List == nil {
		return fmt.Errorf("it only names styles; import the .yml files of those styles, " +
			"and the accept.txt and reject.txt of its vocabularies")
	}
	sections := readIni(f.Data)
	global := &sections[0]
	own := func(rule string) string { // the level of a rule of the style "Vale", "NO" where it is off
		level, on := "", false
		for _, s := range sections {
			level = cmp.Or(s.get("Vale."+rule), level)
			on = on || slices.Contains(list(s.get("BasedOnStyles")), "Vale")
		}
		if level == "" && !on {
			return "NO"
		}
		return strings.Replace(cmp.Or(level, "YES"), "YES", "error", 1)
	}
	styles := path.Join(path.Dir(f.Name), strings.ReplaceAll(cmp.Or(global.get("StylesPath"), "styles"), `\`, "/"))
	if named := global.get("StylesPath"); path.IsAbs(named) {
		styles = named
	}
	for _, s := range global.settings {
		switch s.key {
		case "StylesPath":
		case "MinAlertLevel":
			r.least = s.value
		case "Vocab":
			r.vocabularies(f, styles, list(s.value), own)
		default:
			r.note(f.Name, s.key, Refused, "there is no such setting here")
		}
	}
	all := iniSection{glob: "*"} // what the sections for all documents say together
	for _, s := range sections[1:] {
		if everywhere, markdown := aboutMarkdown(s.glob); everywhere && markdown && s.glob != "formats" {
			all.glob = s.glob
			all.settings = append(all.settings, s.settings...)
		}
	}
	r.valeSection(f, styles, &all, map[string]bool{})
	for _, s := range sections[1:] {
		switch everywhere, markdown := aboutMarkdown(s.glob); {
		case s.glob == "formats":
			r.note(f.Name, "formats", Refused, "documents are what ends as Markdown does")
		case !markdown:
			r.note(f.Name, "["+s.glob+"]", Refused, "it is about other files than Markdown")
		case everywhere:
		default:
			whole := r.Draft
			r.Draft = draft.Draft{}
			r.valeSection(f, styles, &s, map[string]bool{})
			r.offInSome(f, &s)
			own := r.Draft
			r.Draft = whole
			own.Terms = merge(own.Terms)
			o := draft.Override{Files: []string{strings.TrimPrefix(s.glob, "./")},
				Why:   "[" + s.glob + "] of " + f.Name + ".",
				Draft: own}
			if !o.Empty() {
				r.Draft.Overrides = append(r.Draft.Overrides, o)
			}
		}
	}
	return nil
}

// offInSome notes the rules that a section for some documents switches off, though a section for all has them.
func (r *Result) offInSome(f File, s *iniSection) {
	own := list(s.get("BasedOnStyles"))
	for _, setting := range s.settings {
		style, _, single := strings.Cut(setting.key, ".")
		if single && setting.value == "NO" && setting.key != "Vale.Spelling" && !slices.Contains(own, style) {
			r.note(f.Name, "["+s.glob+"] "+setting.key, Refused,
				"what holds for all documents can't be left out of some; "+
					"silence it there with a comment")
		}
	}
}

// aboutMarkdown reports whether a glob includes Markdown documents, and whether it includes all of them.
func aboutMarkdown(glob string) (everywhere, markdown bool) {
	base := path.Base(glob)
	extension := strings.TrimPrefix(base[strings.LastIndexByte(base, '.')+1:], "*")
	for _, e := range list(strings.Trim(extension, "{}")) {
		markdown = markdown || slices.Contains([]string{"md", "markdown", "mdx", "mkd"}, e)
	}
	markdown = markdown || extension == ""
	return markdown && !strings.Contains(strings.TrimPrefix(glob, "**/"), "/") && strings.HasPrefix(base, "*"), markdown
}

// vocabularies imports the lists of words of vocabularies. What is accepted is an exception of every rule; own
// returns the level of a rule of the style "Vale", whose rules are about these words.
func (r *Result) vocabularies(f File, styles string, names []string, own func(rule string) string) {
	for _, name := range names {
		found := false
		for _, folder := range []string{"config/vocabularies", "Vocab"} {
			for _, kind := range []string{"accept.txt", "reject.txt"} {
				file := path.Join(styles, folder, name, kind)
				data, err := r.reader.Read(file)
				if err != nil {
					continue
				}
				found = true
				if kind == "accept.txt" {
					r.accept(file, strings.Split(string(data), "\n"))
				}
				rule := map[string]string{"accept.txt": "Terms", "reject.txt": "Avoid"}[kind]
				switch level := own(rule); {
				case level == "NO":
					r.note(file, "", Taken, "Vale."+rule+" is off there: its words are exceptions, and no rules")
				case slices.Index(valeLevels, level) < slices.Index(valeLevels, r.least):
					r.note(file, "", Taken, "Vale."+rule+" is below MinAlertLevel there, and left out here")
				default:
					r.vocabulary(File{file, data}, kind == "accept.txt", level)
				}
			}
		}
		if !found {
			r.note(f.Name, "Vocab: "+name, Refused, "neither its accept.txt nor its reject.txt can be read")
		}
	}
}

// accept keeps the words that a vocabulary accepts.
func (r *Result) accept(file string, lines []string) {
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := regexp.Compile(line); err != nil {
			r.note(file, line, Refused, term.PatternError(line, err).Error())
			continue
		}
		r.accepted = append(r.accepted, line)
	}
}

// valeSection imports the styles of a section, and its settings of single rules.
func (r *Result) valeSection(f File, styles string, s *iniSection, done map[string]bool) {
	levels := map[string]string{} // of rules, by their names
	for _, setting := range s.settings {
		if style, _, single := strings.Cut(setting.key, "."); single && style != "" {
			levels[setting.key] = "NO" // as Vale takes "No" and "Warning"
			if setting.value == "YES" || slices.Contains(valeLevels, setting.value) {
				levels[setting.key] = setting.value
			}
		}
	}
	r.valeOwn(f, levels, slices.Contains(list(s.get("BasedOnStyles")), "Vale"))
	for _, style := range list(s.get("BasedOnStyles")) {
		if style == "Vale" {
			continue // valeOwn
		}
		files, err := r.reader.List(path.Join(styles, style))
		if err != nil || len(files) == 0 {
			r.note(f.Name, "BasedOnStyles: "+style, Refused,
				"there is no folder of that name in "+styles+"; `vale sync` may fetch it")
			continue
		}
		slices.Sort(files)
		for _, file := range files {
			if ext := path.Ext(file); ext == ".yml" || ext == ".yaml" {
				r.valeFile(f, file, style, levels, done)
			}
		}
	}
	for _, setting := range s.settings {
		style, rule, single := strings.Cut(setting.key, ".")
		switch {
		case setting.key == "BasedOnStyles":
		case single && style == "Vale":
		case single && levels[setting.key] != "NO" && !slices.Contains(list(s.get("BasedOnStyles")), style):
			r.valeFile(f, path.Join(styles, style, rule+".yml"), style, levels, done)
		case single:
		case (setting.key == "BlockIgnores" || setting.key == "TokenIgnores") && s.glob != "":
			r.ignoredText(f, s, setting)
		default:
			r.note(f.Name, "["+s.glob+"] "+setting.key, Refused, "there is no such setting here")
		}
	}
}

// ignoredText imports the expressions of text that Vale leaves alone. There they hold for the documents of a section.
func (r *Result) ignoredText(f File, s *iniSection, setting iniSetting) {
	everywhere, _ := aboutMarkdown(s.glob)
	for _, expression := range list(setting.value) {
		key := setting.key + ": " + expression
		_, err := regexp.Compile(expression)
		switch {
		case !everywhere:
			r.note(f.Name, key, Refused, "ignore_text holds for all documents here")
		case err != nil:
			r.note(f.Name, key, Refused, term.PatternError(expression, err).Error())
		case !slices.Contains(r.Draft.IgnoreText, expression):
			r.Draft.IgnoreText = append(r.Draft.IgnoreText, expression)
			r.note(f.Name, key, Taken, "")
		}
	}
}

// valeOwn imports the style "Vale", which is part of Vale. Those of its rules that find words of vocabularies are read
// with them. based says that they are on which nothing switches off.
func (r *Result) valeOwn(f File, levels map[string]string, based bool) {
	for _, rule := range []string{"Vale.Repetition", "Vale.Spelling", "Vale.Terms", "Vale.Avoid"} {
		switch level := levels[rule]; {
		case level == "NO":
			r.note(f.Name, rule, Taken, "it is off there, and left out here")
		case !based && level == "":
		case rule == "Vale.Repetition":
			r.Draft.Set(draft.Rule{ID: "doubled-word", Why: "Vale.Repetition of " + f.Name + "."})
			r.note(f.Name, rule, Taken, "what English writes twice is left alone")
		case rule == "Vale.Spelling":
			r.note(f.Name, rule, Refused, "there is no dictionary here; misspelling knows the words that are often "+
				"misspelled")
		}
	}
}

// valeFile imports one rule of a style with the level that the section gives it.
func (r *Result) valeFile(f File, file, style string, levels map[string]string, done map[string]bool) {
	name := style + "." + strings.TrimSuffix(path.Base(file), path.Ext(file))
	level := levels[name]
	if level == "NO" {
		r.note(f.Name, name, Taken, "it is off there, and left out here")
		return
	}
	if done[name] {
		return
	}
	done[name] = true
	data, err := r.reader.Read(file)
	if err != nil {
		r.note(f.Name, name, Refused, file+" can't be read")
		return
	}
	r.level = ""
	if level != "YES" {
		r.level = level
	}
	if err := r.add(File{file, data}); err != nil {
		r.note(file, "", Refused, err.Error())
	}
	r.level = ""
}
