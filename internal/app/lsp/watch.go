package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"go.lsp.dev/protocol"

	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Initialized asks the client to watch the files, other than the texts, that findings depend on.
func (s *server) Initialized(context.Context, *protocol.InitializedParams) error {
	s.mu.Lock()
	watches := s.watches
	globs := []string{"**/" + rules.FileName, "**/*" + reviewEnding, "**/*.{md,markdown,mdx}"}
	for _, name := range append(s.settings.Reviews, s.settings.Config) {
		if name != "" {
			globs = append(globs, "**/"+filepath.Base(name))
		}
	}
	s.mu.Unlock()
	if !watches {
		return nil
	}
	var options protocol.DidChangeWatchedFilesRegistrationOptions
	for _, glob := range globs {
		options.Watchers = append(options.Watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(glob)})
	}
	raw, err := protocol.Marshal(&options)
	if err != nil {
		return err
	}
	go func() { // the answer comes on the connection of this message
		_ = s.client.RegisterCapability(s.ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{
			{ID: "watch", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: raw},
		}})
	}()
	return nil
}

// DidChangeWatchedFiles judges all open documents again, by the present rules and reviews.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	located := false
	for _, change := range p.Changes {
		located = located || !link.IsMarkdown(change.URI.FsPath())
	}
	s.texts.forget("")
	s.mu.Lock()
	s.loadConfigs(s.configs.Named())
	clear(s.told)
	for _, d := range s.open {
		s.invalidate(d)
	}
	s.mu.Unlock()
	if located {
		s.findAllReviews()
	}
	s.refresh()
	return nil
}

// DidChangeConfiguration stores the settings of the client: the section doc-iterate.
func (s *server) DidChangeConfiguration(_ context.Context, p *protocol.DidChangeConfigurationParams) error {
	var sections map[string]json.RawMessage
	if err := json.Unmarshal(p.Settings, &sections); err != nil || sections[toolName] == nil {
		return nil // some clients send nothing, and some send the settings of other servers
	}
	set, err := readSettings(protocol.LSPAny(sections[toolName]))
	if err != nil {
		return fmt.Errorf("settings of %s: %w", toolName, err)
	}
	s.mu.Lock()
	s.set(set)
	s.mu.Unlock()
	s.findAllReviews()
	return nil
}
