#!/usr/bin/env bash
# Puts doc-iterate into the folder that is named: the released program of this checkout's version, if it has the hash that
# the release lists; or, where INPUT_FROM_SOURCE is true, one built here with the Go that is installed, which is not changed.
# It needs nothing that bash 3.2 (macOS) or Git for Windows lacks.
set -euo pipefail

fail() {
  echo "::error title=doc-iterate::$1"
  exit 2
}

source=$(cd "$(dirname "$0")/.." && pwd)
folder=$1
if command -v cygpath >/dev/null; then folder=$(cygpath --unix "$folder"); fi
mkdir -p "$folder"

if [ "${INPUT_FROM_SOURCE:-false}" = true ]; then
  command -v go >/dev/null || fail "from-source needs Go: add actions/setup-go before this step, or leave from-source out."
  cd "$source"
  # GOTOOLCHAIN holds for this command alone: go fetches the version that go.mod names beside the installed one.
  GOTOOLCHAIN=auto CGO_ENABLED=0 go build -trimpath -o "$folder/" ./cmd/doc-iterate
  exit
fi

version=$(tr -d '\r\n' <"$source/cmd/doc-iterate/VERSION")
case ${RUNNER_OS:-$(uname -s)} in
  Linux) system=linux ending=tar.gz ;;
  macOS | Darwin) system=darwin ending=tar.gz ;;
  Windows | MINGW* | MSYS*) system=windows ending=zip ;;
  *) fail "No program is released for ${RUNNER_OS:-this system}: use from-source." ;;
esac
case ${RUNNER_ARCH:-$(uname -m)} in
  X64 | x86_64) processor=amd64 ;;
  ARM64 | arm64 | aarch64) processor=arm64 ;;
  *) fail "No program is released for ${RUNNER_ARCH:-this processor}: use from-source." ;;
esac
name=doc-iterate_${version}_${system}_$processor.$ending
from=${DOC_ITERATE_DOWNLOADS:-https://github.com/doc-iterate/doc-iterate/releases/download}/v$version

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in checksums.txt "$name"; do
  curl --fail --silent --show-error --location --retry 3 --output "$work/$file" "$from/$file" ||
    fail "$from/$file can't be downloaded. Is the action pinned to a release? Use a tag, or from-source."
done
want=$(awk -v name="$name" '$2 == name { print $1 }' "$work/checksums.txt")
if command -v sha256sum >/dev/null; then got=$(sha256sum <"$work/$name"); else got=$(shasum -a 256 <"$work/$name"); fi
got=${got%% *}
[ -n "$want" ] || fail "checksums.txt of v$version does not list $name."
[ "$got" = "$want" ] || fail "$name has the hash $got, but checksums.txt of v$version says $want."
if [ $ending = zip ]; then
  unzip -q -o "$work/$name" doc-iterate.exe -d "$folder"
else
  tar -xzf "$work/$name" -C "$folder" doc-iterate
fi
