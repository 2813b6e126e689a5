#!/usr/bin/env bash
# What the action runs: doc-iterate check with the action's inputs, which come in
# as environment variables, so that nothing in them is taken for a command.
set -uo pipefail

# lines NAME TEXT: the lines of TEXT that are not blank, as the array NAME.
lines() {
  local -n array=$1
  local line
  array=()
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    [[ -n ${line//[[:space:]]/} ]] && array+=("$line")
  done <<<"$2"
  return 0
}

lines paths "${INPUT_PATHS:-.}"
lines args "${INPUT_ARGS:-}"
flags=(--fail-on "${INPUT_FAIL_ON:-warning}" --format github)
[[ -n ${INPUT_SARIF:-} ]] && flags+=(--format sarif --output "$INPUT_SARIF")
[[ -n ${INPUT_SINCE:-} ]] && flags+=(--since "$INPUT_SINCE")

doc-iterate check "${flags[@]}" "${args[@]}" -- "${paths[@]}"
code=$?
[[ -n ${GITHUB_OUTPUT:-} ]] && echo "exit-code=$code" >>"$GITHUB_OUTPUT"
exit "$code"
