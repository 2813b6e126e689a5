import markdown from "@eslint/markdown";
export default [{ files: ["**/*.md"], plugins: { markdown }, language: "markdown/gfm", rules: { "markdown/fenced-code-language": "error", "markdown/heading-increment": "error", "markdown/no-bare-urls": "warn", "markdown/no-multiple-h1":"warn"} }];
