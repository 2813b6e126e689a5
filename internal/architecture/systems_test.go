package architecture

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// TestOtherSystems checks the types of all packages and tests for macOS and Windows. Nothing is compiled: it takes
// seconds where go vet takes minutes, and finds what would not build. `make lint-systems` vets them.
func TestOtherSystems(t *testing.T) {
	for _, system := range []string{"darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			loaded, err := packages.Load(&packages.Config{
				Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes |
					packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
				Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), Tests: true,
			}, "./...")
			require.NoError(t, err)
			assert.Greater(t, len(loaded), 100)
			for _, p := range loaded {
				assert.Empty(t, p.Errors, p.ID)
			}
		})
	}
}
