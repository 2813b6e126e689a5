#!/usr/bin/env bash
# Writes anew what the tools say about guide.md. See README.md for what it needs.
#
# usage: generate.sh PEERS TOOLS
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
peers=$(cd "$1" && pwd)
tools=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/guide.md" "$here/config/." "$work"
cd "$work"

# Linters exit with a status of their own when they find something, so what
# counts is that they say it.
say() {
  "${@:2}" >"$here/$1" 2>/dev/null || true
  [[ -s $here/$1 ]] || { echo "generate: $1 is empty" >&2; exit 1; }
}
# No path of the machine that ran this stays in what the tools say.
absolute() {
  local root=$1 name
  for name in "${@:2}"; do sed -i "s#$root#/home/ann/docs#g" "$here/$name"; done
}

say vale.json "$peers/bin/vale" --output=JSON guide.md
say rumdl.json "$peers/bin/rumdl" check --no-cache --output-format json guide.md
say rumdl.jsonl "$peers/bin/rumdl" check --no-cache --output-format json-lines guide.md
say rumdl.sarif "$peers/bin/rumdl" check --no-cache --output-format sarif guide.md
say rumdl.github "$peers/bin/rumdl" check --no-cache --output-format github guide.md
say textlint.json "$peers/node_modules/.bin/textlint" -f json guide.md
say textlint.checkstyle "$peers/node_modules/.bin/textlint" -f checkstyle guide.md
say textlint.github "$peers/node_modules/.bin/textlint" -f github guide.md
NODE_PATH=$tools/node_modules "$peers/node_modules/.bin/markdownlint-cli2" guide.md 2>/dev/null >&2 || true
mv markdownlint.json markdownlint.sarif "$here"
say codespell.txt codespell guide.md
say proselint.txt proselint guide.md
say proselint.json proselint --json guide.md
say write-good.txt "$tools/node_modules/.bin/write-good" --parse guide.md
"$peers/bin/vale" --output=line guide.md >vale.line || true
for format in rdjson rdjsonl; do
  say "vale.$format" "$tools/bin/reviewdog" -efm='%f:%l:%c:%m' -name=vale -reporter=$format -filter-mode=nofilter -diff=true <vale.line
  say "diff.$format" "$tools/bin/reviewdog" -f=diff -name=spelling -reporter=$format -filter-mode=nofilter -diff=true <spelling.diff
done
say diff.sarif "$tools/bin/reviewdog" -f=diff -name=spelling -reporter=sarif -filter-mode=nofilter -diff=true <spelling.diff
# These two find their plug-ins beside the working directory.
cp guide.md eslint.config.mjs "$tools"
(cd "$tools" && node_modules/.bin/alex --reporter=vfile-reporter-json guide.md 2>"$here/alex.json") || true
(cd "$tools" && node_modules/.bin/eslint -f json guide.md >"$here/eslint.json") || true
(cd "$tools" && node_modules/.bin/eslint -f @microsoft/eslint-formatter-sarif guide.md >"$here/eslint.sarif") || true
absolute "$work" textlint.json textlint.checkstyle textlint.github
absolute "$tools" eslint.json eslint.sarif alex.json
