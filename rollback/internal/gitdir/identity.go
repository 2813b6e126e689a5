package gitdir

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// An identity is the lines of a commit that say who made it and when.
type identity struct{ author, Committer string }

// committer asks git who commits. That is the author too, where neither the environment nor the settings tell them
// apart. It says nothing where it takes a commit to know.
func (r *Repository) committer(ctx context.Context) identity {
	for _, kv := range r.Git.env {
		if strings.HasPrefix(kv, "GIT_AUTHOR_") || strings.HasPrefix(kv, "GIT_COMMITTER_") {
			return identity{}
		}
	}
	who, err := r.Git.Line(ctx, "var", "GIT_COMMITTER_IDENT")
	if err != nil || !utf8.ValidString(who) || !plainIdentity().MatchString(who) {
		return identity{}
	}
	return identity{"author " + who, "committer " + who}
}

// plainIdentity is a name, an address, a time and a zone.
var plainIdentity = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^<>\x00-\x1f]+ <[^<>\x00-\x1f]*> [0-9]+ [+-][0-9]{4}$`)
})

// IdentityOf takes the identity from a commit that git made, and brings it up to date where the environment does not
// say when.
func IdentityOf(commit []byte, env Environ) (identity, error) {
	var id identity
	header, _, _ := bytes.Cut(commit, []byte("\n\n"))
	for line := range strings.Lines(string(header) + "\n") {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "author "):
			id.author = withCurrentTime(line, env.Get("GIT_AUTHOR_DATE") != "")
		case strings.HasPrefix(line, "committer "):
			id.Committer = withCurrentTime(line, env.Get("GIT_COMMITTER_DATE") != "")
		}
	}
	if id.author == "" || id.Committer == "" {
		return id, errors.New("the commit doesn't say who made it")
	}
	return id, nil
}

// withCurrentTime gives a line such as "author A U Thor <a@example.org> 1700000000 +0100" the time of now, in the same
// zone.
func withCurrentTime(line string, fixed bool) string {
	end := strings.LastIndexByte(line, ' ')
	if fixed || end < 0 {
		return line
	}
	begin := strings.LastIndexByte(line[:end], ' ')
	return line[:begin+1] + strconv.FormatInt(time.Now().Unix(), 10) + line[end:]
}

// environ returns the variables by which git commits as id says.
func (id identity) environ() []string {
	var env []string
	for role, line := range map[string]string{
		"AUTHOR": strings.TrimPrefix(id.author, "author "), "COMMITTER": strings.TrimPrefix(id.Committer, "committer "),
	} {
		name, rest, _ := strings.Cut(line, " <")
		address, when, _ := strings.Cut(rest, "> ")
		env = append(env, "GIT_"+role+"_NAME="+name, "GIT_"+role+"_EMAIL="+address, "GIT_"+role+"_DATE=@"+when)
	}
	return env
}

// CommitTree makes a commit. Author, committer and dates are git's business: it reads them from its configuration
// and the user's environment.
func (r *Repository) CommitTree(ctx context.Context, tree string, parents []string, message string, sign bool) (string,
	error) {
	return r.commitTree(ctx, nil, tree, parents, message, sign)
}

// commitTree makes a commit; env may say who makes it.
func (r *Repository) commitTree(
	ctx context.Context, env []string, tree string, parents []string, message string, sign bool,
) (string, error) {
	args := []string{"commit-tree", tree, "-F", "-"}
	for _, p := range parents {
		args = append(args, "-p", p)
	}
	run := r.Git.Store
	if sign {
		args = append(args, "-S")
		run, env = r.Git.runInForeground, append(r.Git.Quarantine.environ(), env...)
	}
	out, err := run(ctx, env, []byte(strings.ToValidUTF8(message, "\uFFFD")), args...)
	if err == nil {
		return string(bytes.TrimSpace(out)), nil
	}
	switch {
	case ctx.Err() != nil:
		return "", err
	case Reports(err, "tell me who you are", "empty ident", "auto-detect email", "no email was given",
		"no name was given", "consists only of disallowed"):
		return "", refusal.New("", refusal.Identity, "git has no name and e-mail address to commit with",
			"set them with git config user.name … and git config user.email …", err)
	case sign && Reports(err, "gpg", "sign", "ssh", "key", "failed to write commit object"):
		return "", refusal.New("", refusal.Signing, "git couldn't sign the commit",
			"make the signing key available, or set commit.gpgsign to false", err)
	case StorageError(err):
		return "", refusal.New("", refusal.Disk, "the repository can't be written",
			"check its free space and permissions", err)
	}
	return "", refusal.Git("git couldn't make a commit", err)
}
