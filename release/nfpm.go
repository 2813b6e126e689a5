package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// nfpm makes packages of Debian and of Red Hat. Go fetches it once from its module proxy.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.41.3"

// writeLinuxPackages writes a deb and an rpm for each processor of Linux. Their times are that of the commit; an rpm
// names the host that made it.
func (r *release) writeLinuxPackages() error {
	extras := filepath.Join(r.work, "extras")
	for _, e := range r.extras {
		file := filepath.Join(extras, filepath.FromSlash(e.name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, e.data, e.mode); err != nil {
			return err
		}
	}
	for _, p := range r.platforms {
		if p.system != "linux" {
			continue
		}
		text, err := filled("nfpm.yaml", nil, struct {
			Version, Processor, Description, Homepage, Program, Extras, Time string
		}{r.version, p.processor, description, homepage, r.program(p), extras, r.time.Format(utc)})
		if err != nil {
			return err
		}
		config := filepath.Join(r.work, p.name()+".yaml")
		if err := os.WriteFile(config, text, 0o644); err != nil {
			return err
		}
		for _, kind := range []string{"deb", "rpm"} {
			target := filepath.Join(r.out, "doc-iterate_"+r.version+"_"+p.name()+"."+kind)
			cmd := exec.Command("go", "run", nfpm, "package", "--config", config, "--packager", kind, "--target", target)
			cmd.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.time.Unix()))
			if said, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("nfpm for %s: %w\n%s", kind, err, said)
			}
		}
	}
	return nil
}
