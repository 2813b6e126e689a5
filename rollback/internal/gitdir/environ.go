package gitdir

import (
	"strconv"
	"strings"
)

// Environ is the environment a run was started in: a list of KEY=VALUE as os.Environ returns it.
// It is passed in, so that nothing here depends on the process's own.
type Environ []string

// Get returns the last value of key, "" if it has none.
func (e Environ) Get(key string) string {
	for i := len(e) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(e[i], "="); ok && k == key {
			return v
		}
	}
	return ""
}

// InHook reports that a git hook or the pre-commit framework started us: a commit is under way, so that neither
// the index nor the branch may be touched.
func (e Environ) InHook() bool {
	return e.Get("PRE_COMMIT") != "" || e.Get("GIT_INDEX_FILE") != ""
}

// passedVariables are the GIT_ variables that say who the user is and how their git is set up. Every other one
// (GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_OBJECT_DIRECTORY, GIT_NAMESPACE …) would point git at
// another repository than the document's, and is dropped.
var passedVariables = []string{
	"GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=", "GIT_CONFIG_NOSYSTEM=",
	"GIT_EXEC_PATH=", "GIT_SSH", "GIT_SSL_", "GIT_ASKPASS=", "GIT_TERMINAL_PROMPT=",
	"GIT_CEILING_DIRECTORIES=", "GIT_DISCOVERY_ACROSS_FILESYSTEM=", "GIT_ALLOW_PROTOCOL=",
}

// ForGit returns the environment that git is run with.
func (e Environ) ForGit() []string {
	out := make([]string, 0, len(e)+4)
	for _, kv := range e {
		name, _, _ := strings.Cut(kv, "=")
		switch {
		case !strings.HasPrefix(name, "GIT_"):
			// git's messages are read in a few places; LC_ALL would change filters and hooks too.
			if name != "LANGUAGE" {
				out = append(out, kv)
			}
		case name == "GIT_CONFIG_PARAMETERS":
			// The settings of `git -c … commit`, which a hook inherits: user.name among them.
			if !strings.Contains(strings.ToLower(kv), "core.worktree") &&
				!strings.Contains(strings.ToLower(kv), "core.bare") {
				out = append(out, kv)
			}
		default:
			for _, prefix := range passedVariables {
				if strings.HasPrefix(kv, prefix) {
					out = append(out, kv)
					break
				}
			}
		}
	}
	out = append(out, e.settings()...)
	return append(out, "LANGUAGE=en")
}

// settings returns the GIT_CONFIG_COUNT family (how a container says safe.directory) without the settings that
// would move the repository.
func (e Environ) settings() []string {
	n, err := strconv.Atoi(e.Get("GIT_CONFIG_COUNT"))
	if err != nil || n <= 0 || n > 1000 {
		return nil
	}
	var out []string
	count := 0
	for i := range n {
		key, value := e.Get("GIT_CONFIG_KEY_"+strconv.Itoa(i)), e.Get("GIT_CONFIG_VALUE_"+strconv.Itoa(i))
		if lower := strings.ToLower(key); lower == "" || lower == "core.worktree" || lower == "core.bare" {
			continue
		}
		out = append(out, "GIT_CONFIG_KEY_"+strconv.Itoa(count)+"="+key,
			"GIT_CONFIG_VALUE_"+strconv.Itoa(count)+"="+value)
		count++
	}
	return append(out, "GIT_CONFIG_COUNT="+strconv.Itoa(count))
}
