package main

import (
	"archive/zip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const editors = "../../editors"

// needs skips a test where a program or a file is missing.
func needs(t *testing.T, program, file, remedy string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
	if _, err := os.Stat(file); err != nil {
		t.Skipf("there is no %s; %s makes it", file, remedy)
	}
}

// TestEditors has real clients of the protocol open a document, type, fix, undo and fix all.
func TestEditors(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "doc-iterate")
	build := func(t *testing.T) {
		if _, err := os.Stat(binary); err != nil {
			require.NoError(t, exec.Command("go", "build", "-o", binary, ".").Run())
		}
	}
	guide := func(t *testing.T) (dir, want string) {
		dir = t.TempDir()
		for name, text := range map[string]string{
			"guide.md": "# The Guide\n\nThe 😀 whitelist of\nhosts, 漢字 whitelist.\n\n* one\n* two\n",
			"consistency-rules.json": `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}],
				"style": {"heading-case": {}, "list-marker": {"marker": "-"}}}`,
		} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		}
		return dir, "# The guide\n\nThe 😀 allowlist of\nhosts, 漢字 allowlist.\n\n- one\n- two\n"
	}
	t.Run("node", func(t *testing.T) {
		needs(t, "node", editors+"/vscode/node_modules/vscode-languageserver-protocol", "make vscode")
		build(t)
		dir, want := guide(t)
		cmd := exec.Command("node", editors+"/vscode/test/client.mjs", binary, dir)
		cmd.Stderr = os.Stderr
		got, err := cmd.Output()
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	})
	t.Run("neovim", func(t *testing.T) {
		needs(t, "nvim", editors+"/neovim/check.lua", "git checkout")
		build(t)
		dir, want := guide(t)
		script, err := filepath.Abs(editors + "/neovim/check.lua")
		require.NoError(t, err)
		cmd := exec.Command("nvim", "--headless", "--clean", "-S", script)
		recipe := filepath.Join(filepath.Dir(script), "before-0.11.lua")
		text, err := os.ReadFile(recipe)
		require.NoError(t, err)
		page, err := os.ReadFile("../../docs/editors.md")
		require.NoError(t, err)
		require.Contains(t, string(page), "```lua\n"+string(text)+"```", "docs/editors.md has another recipe")
		require.NoError(t, os.WriteFile(filepath.Join(dir, "other.md"), []byte("# Other\n"), 0o644))
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "DOC_ITERATE="+binary, "RECIPE="+recipe, "XDG_STATE_HOME="+t.TempDir())
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		got, err := os.ReadFile(filepath.Join(dir, "guide.md"))
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	})
}

// TestExtension packs the extension for VS Code, and looks at what is in it.
func TestExtension(t *testing.T) {
	needs(t, "node", editors+"/vscode/node_modules/esbuild", "make vscode")
	vsix := filepath.Join(t.TempDir(), "doc-iterate.vsix")
	out, err := exec.Command("node", editors+"/vscode/package.mjs", vsix).CombinedOutput()
	require.NoError(t, err, "%s", out)
	archive, err := zip.OpenReader(vsix)
	require.NoError(t, err)
	defer archive.Close()
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	assert.ElementsMatch(t, []string{
		"[Content_Types].xml", "extension.vsixmanifest", "extension/package.json", "extension/readme.md", "extension/LICENSE.txt",
		"extension/notices.txt", "extension/out/extension.js",
	}, names)
	var manifest struct{ Version, Main string }
	f, err := archive.Open("extension/package.json")
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(f).Decode(&manifest))
	assert.Equal(t, tool().Version, manifest.Version)
	assert.Equal(t, "./out/extension.js", manifest.Main)
}
