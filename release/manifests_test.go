package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// What is written for package managers is in the language of each.
func TestManifestsParse(t *testing.T) {
	files := writtenRelease(t)
	folder := t.TempDir()
	for file, parser := range map[string][]string{
		"doc-iterate.rb": {"ruby", "-c"},
		"flake.nix":      {"nix-instantiate", "--parse"},
	} {
		t.Run(file, func(t *testing.T) {
			if _, err := exec.LookPath(parser[0]); err != nil {
				t.Skipf("%s is not installed", parser[0])
			}
			path := filepath.Join(folder, file)
			require.NoError(t, os.WriteFile(path, []byte(files[file]), 0o644))
			cmd := exec.Command(parser[0], append(parser[1:], path)...)
			cmd.Env = append(os.Environ(), "NIX_STATE_DIR="+filepath.Join(folder, "state"), "NIX_STORE_DIR="+filepath.Join(folder, "store"))
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
		})
	}
	t.Run("doc-iterate.json", func(t *testing.T) {
		// The keys are those that Scoop's schema.json has for an application.
		type download struct{ URL, Hash string }
		type systems struct {
			X64 download `json:"64bit"`
			ARM download `json:"arm64"`
		}
		var manifest struct {
			Version, Description, Homepage, License, Checkver string
			Suggest                                           map[string]string
			Bin                                               []string
			Architecture                                      systems
			Autoupdate                                        struct {
				Architecture systems
				Hash         struct{ URL string }
			}
		}
		decoder := json.NewDecoder(strings.NewReader(files["doc-iterate.json"]))
		decoder.DisallowUnknownFields()
		require.NoError(t, decoder.Decode(&manifest))
		assert.Equal(t, "0.1.0", manifest.Version)
		for now, next := range map[download]download{
			manifest.Architecture.X64: manifest.Autoupdate.Architecture.X64,
			manifest.Architecture.ARM: manifest.Autoupdate.Architecture.ARM,
		} {
			assert.Regexp(t, `^[0-9a-f]{64}$`, now.Hash)
			assert.Equal(t, now.URL, strings.ReplaceAll(next.URL, "$version", manifest.Version), "the next version is found where this one is")
		}
	})
}

// The first stage of the image takes the program out of the release for both processors, and refuses another archive.
// No image was built: its base images and git come from a network.
func TestDockerfile(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "Dockerfile"))
	require.NoError(t, err)
	text := regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(string(data), "")
	stages := strings.Split(strings.ReplaceAll(text, "\\\n", ""), "FROM ")[1:]
	require.Len(t, stages, 2)
	instruction := regexp.MustCompile(`(?m)^([A-Z]+) +(.*)$`)
	named := map[string][]string{}
	for _, m := range instruction.FindAllStringSubmatch(stages[0]+stages[1], -1) {
		assert.Contains(t, "ARG COPY WORKDIR RUN USER ENTRYPOINT CMD", m[1])
		named[m[1]] = append(named[m[1]], m[2])
	}
	for _, exec := range append(named["ENTRYPOINT"], named["CMD"]...) {
		assert.NoError(t, json.Unmarshal([]byte(exec), &[]string{}), "a list starts the program without a shell: %s", exec)
	}
	assert.Regexp(t, `^[1-9]\d*:`, named["USER"][0], "not root")
	for _, stage := range stages {
		assert.Regexp(t, `^alpine:\d+\.\d+( AS program)?\n`, stage, "a version of the base image")
	}

	files := writtenRelease(t)
	copied := strings.Fields(named["COPY"][0])
	taken := regexp.MustCompile(`(?m)^RUN (.*)$`).FindStringSubmatch(stages[0])
	for processor, other := range map[string]string{"amd64": "arm64", "arm64": "amd64"} {
		folder := t.TempDir()
		values := strings.NewReplacer("${VERSION}", "0.1.0", "${TARGETARCH}", processor)
		for _, name := range copied[:len(copied)-1] {
			name = values.Replace(name)
			require.Contains(t, files, name)
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(files[name]), 0o644))
		}
		out, err := inShell(folder, "", "VERSION=0.1.0 TARGETARCH="+processor+"; "+taken[1])
		require.NoError(t, err, out)
		program, err := os.ReadFile(filepath.Join(folder, "doc-iterate"))
		require.NoError(t, err)
		assert.Equal(t, "program for linux_"+processor, string(program))
		for _, name := range strings.Fields(named["COPY"][2]) {
			if name, ok := strings.CutPrefix(name, "/release/"); ok {
				assert.FileExists(t, filepath.Join(folder, name))
			}
		}
		archive := filepath.Join(folder, values.Replace(copied[1]))
		wrong := files[strings.Replace(filepath.Base(archive), processor, other, 1)]
		require.NoError(t, os.WriteFile(archive, []byte(wrong), 0o644))
		_, err = inShell(folder, "", "VERSION=0.1.0 TARGETARCH="+processor+"; "+taken[1])
		require.Error(t, err, "the hash is not that of checksums.txt")
	}
}

// inShell runs commands in a folder. What lies in the folder tools, where there is one, comes before other programs.
func inShell(folder, tools, commands string) (string, error) {
	cmd := exec.Command("sh", "-ec", commands)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// The component for GitLab takes the program out of the release and checks with it what a merge request changed. Its
// downloads come from a folder here, and the program is one that writes its arguments.
func TestGitLabComponent(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "templates", "check.yml"))
	require.NoError(t, err)
	var spec struct {
		Spec struct {
			Inputs map[string]struct {
				Description, Default string
				Options              []string
			}
		}
	}
	type job struct {
		Variables    map[string]string
		BeforeScript []string `yaml:"before_script"`
		Script       []string
		Artifacts    struct{ Reports map[string]string }
	}
	var jobs map[string]yaml.Node
	documents := yaml.NewDecoder(bytes.NewReader(data))
	require.NoError(t, documents.Decode(&spec))
	require.NoError(t, documents.Decode(&jobs))
	var check job
	node := jobs["doc-iterate"]
	require.NoError(t, node.Decode(&check))
	given := regexp.MustCompile(`\$\[\[ inputs\.([a-z-]+) \]\]`)
	for _, m := range given.FindAllStringSubmatch(string(data), -1) {
		assert.Contains(t, spec.Spec.Inputs, m[1])
	}

	folder, tools := t.TempDir(), t.TempDir()
	standIn := "#!/bin/sh\nprintf '%s\\n' \"$@\" \"$INPUT_FAIL_ON\" \"$INPUT_PATHS\"\n"
	r := &release{out: folder}
	require.NoError(t, r.writeTar("release.tar.gz", []entry{{"doc-iterate", []byte(standIn), executable}}))
	curl := "#!/bin/sh\nfor word; do case $word in https://*/v0.1.0/checksums.txt) cat sums >checksums.txt ;; https://*) cp release.tar.gz \"${word##*/}\" ;; esac; done\n"
	require.NoError(t, os.WriteFile(filepath.Join(tools, "curl"), []byte(curl), 0o755))
	sum, err := r.sum("release.tar.gz")
	require.NoError(t, err)
	script := ""
	for name, value := range check.Variables {
		input := given.ReplaceAllStringFunc(value, func(s string) string {
			return spec.Spec.Inputs[given.FindStringSubmatch(s)[1]].Default
		})
		script += name + "='" + input + "'\n"
	}
	script += "CI_MERGE_REQUEST_DIFF_BASE_SHA=c0ffee\n" + strings.Join(append(check.BeforeScript, check.Script...), "\n")
	script = strings.ReplaceAll(script, "/tmp/doc-iterate", filepath.Join(folder, "program"))
	for _, processor := range []string{"amd64", "arm64"} {
		sums := "0000  other.tar.gz\n" + hex.EncodeToString(sum) + "  doc-iterate_0.1.0_linux_" + processor + ".tar.gz\n"
		require.NoError(t, os.WriteFile(filepath.Join(folder, "sums"), []byte(sums), 0o644))
		machine := "uname() { echo " + map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[processor] + "; }\n"
		out, err := inShell(folder, tools, machine+script)
		require.NoError(t, err, out)
		assert.Contains(t, out, "ci\ngitlab\nwarning\n.\n")
	}
	command, err := os.ReadFile("../cmd/doc-iterate/ci.go")
	require.NoError(t, err)
	require.NotEmpty(t, check.Artifacts.Reports)
	for _, file := range check.Artifacts.Reports {
		assert.Contains(t, string(command), `"--output", "`+file+`"`, "a report that is kept is written")
	}
	wrong := strings.Repeat("0", 64) + "  doc-iterate_0.1.0_linux_amd64.tar.gz\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "sums"), []byte(wrong), 0o644))
	out, err := inShell(folder, tools, "uname() { echo x86_64; }\n"+script)
	require.Error(t, err)
	assert.NotContains(t, out, "gitlab\n")
}
