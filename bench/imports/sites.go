package main

// A site is a repository with documents and the configuration of a linter.
type site struct {
	name   string // owner/name
	linter linter
	config string
	docs   string // the folder of the documents
	unseen bool   // nothing was made for it
}

// A linter is one of the peers.
type linter string

const (
	vale         linter = "vale"
	markdownlint linter = "markdownlint-cli2"
	rumdl        linter = "rumdl"
	textlint     linter = "textlint"
)

// sites are those that are compared. What their configurations run of other programs (packages to be fetched, rules in
// JavaScript) is not there, for the linter neither.
func sites() []site {
	return []site{
		{"crossplane/docs", vale, "utils/vale/.vale.ini", "content/master", false},
		{"fluent/fluent-bit-docs", vale, ".vale.ini", ".", false},
		{"opensearch-project/documentation-website", vale, ".vale.ini", "_aggregations", false},
		{"platformsh/platformsh-docs", vale, ".vale.ini", "sites", false},
		{"webpack/webpack.js.org", vale, ".vale.ini", ".", false},
		{"writethedocs/www", vale, "vale/vale.ini", ".", false},
		{"mautic/user-documentation", vale, ".vale.ini", ".", false},
		{"grafana/k6-docs", vale, ".vale.ini", "docs/sources/k6/next", false},
		{"Aiven-Open/klaw-docs", vale, ".vale.ini", "docs", true},
		{"Amplitude-Developer-Docs/amplitude-dev-center", vale, ".vale.ini", "docs", true},
		{"DavidAnson/markdownlint", markdownlint, ".markdownlint.json", "doc", false},
		{"astral-sh/ruff", markdownlint, ".markdownlint.yaml", "docs", false},
		{"eslint/eslint", markdownlint, ".markdownlint.yml", "docs/src", false},
		{"ethereum/EIPs", markdownlint, "config/.markdownlint.yaml", "EIPS", false},
		{"fastify/fastify", markdownlint, ".markdownlint-cli2.yaml", "docs", false},
		{"fluent/fluent-bit-docs", markdownlint, ".markdownlint.json", ".", false},
		{"webpack/webpack.js.org", markdownlint, ".markdownlint.json", ".", false},
		{"gohugoio/hugoDocs", markdownlint, ".markdownlint-cli2.yaml", "content/en", false},
		{"open-telemetry/opentelemetry.io", markdownlint, ".markdownlint.yaml", "content/en/docs", false},
		{"nginx/documentation", markdownlint, ".markdownlint.yaml", "content", false},
		{"helm/helm-www", markdownlint, ".markdownlint.json", "docs", true},
		{"CDCgov/ixa", rumdl, ".rumdl.toml", ".", true},
		{"rvben/rumdl", rumdl, ".rumdl.toml", "docs", false},
		{"open-telemetry/opentelemetry.io", textlint, ".textlintrc.yml", "content/en/docs", false},
		{"AxisCommunications/acap-documentation", textlint, ".textlintrc", ".", true},
	}
}
