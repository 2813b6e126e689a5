package lsp_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// issue is one of a review, which replaces a text.
func issue(id, old, new string) string {
	return fmt.Sprintf(`{"id": %q, "description": "Say it otherwise.", "severity": "blocker",
		"location": {"quote": %q}, "new_value": %q}`, id, old, new)
}

func reviewOf(document string, issues ...string) string {
	return fmt.Sprintf(`{"document": %q, "reviewer": {"name": "editor"}, "issues": [%s]}`, document, strings.Join(issues, ","))
}

const reviewed = "# Title\n\nThe relay keeps all of the mail.\n\nEvery host sends its own mail.\n"

var (
	first  = issue("a", "keeps all of the mail", "keeps the mail")
	second = issue("b", "Every host sends its own mail.", "Each host sends its mail.")
)

func found(c *Client, u uri.URI) []string {
	var out []string
	for _, d := range c.Pull(u) {
		s := c.Span(u, d.Range)
		out = append(out, string(c.Texts[u][s.Start:s.End]))
	}
	return out
}

func TestReviewBesideTheDocument(t *testing.T) {
	dir := folder(t)
	path := file(t, dir, "guide.md", reviewed)
	file(t, dir, "guide.review.json", reviewOf("whatever.md", first, second))
	file(t, dir, "other.review.json", reviewOf("other.md", issue("c", "Title", "Name")))
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(path, reviewed)
	items := c.Pull(u)
	require.Equal(t, []string{"keeps all of the mail", "Every host sends its own mail."}, found(c, u))
	assert.Equal(t, protocol.DiagnosticSeverityError, items[0].Severity)
	assert.Equal(t, protocol.String("Say it otherwise. (editor)"), items[0].Message)

	// Neighbours move along, what is edited away is gone, and comes back with its text.
	at := strings.Index(reviewed, "all of")
	c.Change(u, 2, source.Edit{New: "Intro.\n\n"}, source.Edit{Span: source.Span{Start: at + 8, End: at + 15}})
	assert.Equal(t, []string{"Every host sends its own mail."}, found(c, u))
	c.Change(u, 3, source.Edit{Span: source.Span{Start: at + 8, End: at + 8}, New: "all of "})
	assert.Equal(t, []string{"keeps all of the mail", "Every host sends its own mail."}, found(c, u))
	c.Change(u, 4, source.Edit{Span: source.Span{Start: len(c.Texts[u]) - 1, End: len(c.Texts[u]) - 1}, New: " And more."})
	assert.Len(t, found(c, u), 2, "typing behind a finding leaves it")

	// A fix resolves it, and so does fix all; undoing brings both back.
	before := string(c.Texts[u])
	fix := c.Actions(u, c.Pull(u)[0].Range)[`Replace with "keeps the mail"`]
	require.NotNil(t, fix)
	c.Apply(u, 5, c.Edits(u, 4, fix))
	assert.Equal(t, strings.Replace(before, "all of ", "", 1), string(c.Texts[u]))
	assert.Equal(t, []string{"Every host sends its own mail."}, found(c, u))
	all := c.Edits(u, 5, c.Actions(u, protocol.Range{}, "source.fixAll")["Fix all (doc-iterate)"])
	c.Apply(u, 6, all)
	assert.Contains(t, string(c.Texts[u]), "Each host sends its mail. And more.")
	assert.Empty(t, found(c, u))
	c.Change(u, 7, source.Edit{Span: source.Span{End: len(c.Texts[u])}, New: before})
	assert.Len(t, found(c, u), 2)
}

// A fix that is taken and saved is settled: neither the text that it made nor another place with the old text is
// wrong, and after an undo the finding is back.
func TestTakenAndSaved(t *testing.T) {
	const text = "# Title\n\nUse the cable here.\n\nThen use the cable there.\n"
	dir := folder(t)
	path := file(t, dir, "guide.md", text)
	file(t, dir, "guide.review.json", `{"issues": [{"id": "a", "description": "Say cable tray.", "location": {"line": 3, "quote": "cable"},
		"old_value": "cable", "new_value": "cable tray"}]}`)
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(path, text)
	require.Equal(t, []string{"cable"}, found(c, u))
	save := func() {
		file(t, dir, "guide.md", string(c.Texts[u]))
		require.NoError(t, c.Server.DidSave(c.Ctx, &protocol.DidSaveTextDocumentParams{TextDocument: ID(u)}))
	}
	fix := c.Actions(u, c.Pull(u)[0].Range)[`Replace with "cable tray"`]
	require.NotNil(t, fix)
	c.Apply(u, 2, c.Edits(u, 1, fix))
	save()
	assert.Empty(t, found(c, u))
	c.Change(u, 3, source.Edit{Span: source.Span{Start: 2, End: 7}, New: "Name"})
	save()
	assert.Empty(t, found(c, u), "after an edit elsewhere")
	at := strings.Index(string(c.Texts[u]), " tray")
	c.Change(u, 4, source.Edit{Span: source.Span{Start: at, End: at + 5}})
	save()
	assert.Equal(t, []string{"cable"}, found(c, u))
	assert.Equal(t, uint32(2), c.Pull(u)[0].Range.Start.Line)
}

func TestReviewsOfOptions(t *testing.T) {
	dir := folder(t)
	file(t, dir, "reviews/all.json", reviewOf("docs/guide.md", first, second))
	path := file(t, dir, "docs/guide.md", reviewed)
	c := connect(t, Abilities{Pulls: true, Root: dir, Options: `{"reviews": ["reviews/all.json", "missing.json"]}`})
	u := c.Open(path, reviewed)
	assert.Len(t, c.Pull(u), 2)
	assert.Contains(t, <-c.Messages, "missing.json: no such review")
	other := c.Open(file(t, dir, "docs/other.md", reviewed), reviewed)
	assert.Empty(t, c.Pull(other), "the review names another document")
}

func TestCommands(t *testing.T) {
	dir := folder(t)
	review := file(t, dir, "r.json", reviewOf("elsewhere/x.md", first, second))
	c := connect(t, Abilities{Pulls: true, Root: dir})
	u := c.Open(file(t, dir, "guide.md", reviewed), reviewed)
	require.Empty(t, c.Pull(u))
	run := func(command string, args ...any) error {
		p := &protocol.ExecuteCommandParams{Command: command}
		for _, a := range args {
			data, err := json.Marshal(a)
			require.NoError(t, err)
			p.Arguments = append(p.Arguments, data)
		}
		_, err := c.Server.ExecuteCommand(c.Ctx, p)
		return err
	}
	require.NoError(t, run("doc-iterate.openReview", map[string]string{"review": review}))
	require.Empty(t, c.Pull(u), "it names another document")
	require.NoError(t, run("doc-iterate.openReview", map[string]string{"review": "r.json", "document": "guide.md"}))
	items := c.Pull(u)
	require.Len(t, items, 2)

	dismiss := c.Actions(u, items[0].Range)["Dismiss"].Command
	p := &protocol.ExecuteCommandParams{Command: dismiss.Command, Arguments: dismiss.Arguments}
	_, err := c.Server.ExecuteCommand(c.Ctx, p)
	require.NoError(t, err)
	assert.Equal(t, []string{"Every host sends its own mail."}, found(c, u))
	c.Close(u)
	u = c.Open(dir+"/guide.md", reviewed)
	assert.Equal(t, []string{"Every host sends its own mail."}, found(c, u), "it is remembered")

	assert.ErrorContains(t, run("doc-iterate.openReview", map[string]string{"review": "none.json"}), "none.json: no such review")
	assert.ErrorContains(t, run("doc-iterate.openReview"), "takes")
	assert.ErrorContains(t, run("doc-iterate.dismiss", u, "0000"), "no review has the finding")
	assert.ErrorContains(t, run("doc-iterate.dismiss", 1, 2), "takes")
	assert.ErrorContains(t, run("doc-iterate.dismiss", "file:///nowhere.md", "0000"), "not open")
	assert.ErrorContains(t, run("rm"), "no command")
}

// What two reviewers want in one place is a choice, and never fixed by itself.
func TestConflictingReviews(t *testing.T) {
	dir := folder(t)
	path := file(t, dir, "guide.md", reviewed)
	file(t, dir, "guide.review.json", reviewOf("guide.md", first))
	file(t, dir, "more.review.json", strings.Replace(reviewOf("guide.md", issue("z", "keeps all of the mail", "holds the mail")),
		`"editor"`, `"other"`, 1))
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(path, reviewed)
	actions := c.Actions(u, c.Pull(u)[0].Range)
	for _, text := range []string{"keeps the mail", "holds the mail"} {
		require.Contains(t, actions, `Replace with "`+text+`"`)
		assert.Nil(t, actions[`Replace with "`+text+`"`].IsPreferred)
	}
	assert.Empty(t, c.Edits(u, 1, actions["Fix all (doc-iterate)"]))
}

// Each finding of a review is seen: what has no place is on the first line, and has a code. What may mean several places
// has an action for each.
func TestFindingsWithoutOnePlace(t *testing.T) {
	const text = "# Title\n\nThe relay keeps the mail.\n\nThe host keeps the mail.\n"
	dir := folder(t)
	path := file(t, dir, "guide.md", text)
	file(t, dir, "guide.review.json", reviewOf("guide.md", issue("a", "keeps", "stores"), issue("b", "The whole of it is wrong", "It is right"),
		issue("c", "relay", "gateway")))
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(path, text)
	items := c.Pull(u)
	require.Equal(t, []string{"# Title", "keeps", "relay"}, slices.Sorted(slices.Values(found(c, u))))
	for _, d := range items {
		assert.Equal(t, protocol.String("review"), d.Code)
	}
	keeps := items[slices.IndexFunc(items, func(d protocol.Diagnostic) bool {
		s := c.Span(u, d.Range)
		return text[s.Start:s.End] == "keeps"
	})]
	actions := c.Actions(u, keeps.Range)
	for n, line := range []string{3: "The relay stores the mail.", 5: "The host stores the mail."} {
		if line == "" {
			continue
		}
		a := actions[fmt.Sprintf(`Replace with "stores" in line %d`, n)]
		require.NotNil(t, a, "%v", slices.Collect(maps.Keys(actions)))
		after, err := source.Apply([]byte(text), c.Edits(u, 1, a))
		require.NoError(t, err)
		assert.Equal(t, line, strings.Split(string(after), "\n")[n-1])
	}
	assert.Contains(t, c.Actions(u, protocol.Range{}), "Dismiss", "what has no place can be put away")
}

// Who selects much gets actions for the first findings, and for all of each rule.
func TestActionsOverALargeSelection(t *testing.T) {
	text := strings.Repeat("The whitelist of hosts.\n\n", 200) + "\nFrom teh relay.\n"
	dir := folder(t)
	file(t, dir, "consistency-rules.json", `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}], "style": {"misspelling": {"fix": "safe"}}}`)
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(file(t, dir, "guide.md", text), text)
	list, err := c.Server.CodeAction(c.Ctx, &protocol.CodeActionParams{TextDocument: ID(u), Range: c.Area(u, source.Span{End: len(text)})})
	require.NoError(t, err)
	titles := map[string]int{}
	for _, a := range list {
		titles[a.(*protocol.CodeAction).Title]++
	}
	assert.Equal(t, map[string]int{
		`Replace with "allowlist"`: 50, "Ignore on this line": 50, "Fix all: terminology": 1, "Fix all: misspelling": 1, "Fix all (doc-iterate)": 1,
	}, titles)
}
