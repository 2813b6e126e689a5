// Has markdownlint-cli2 write its results as JSON to standard output, for
// doc-iterate. What .markdownlint-cli2.* and .markdownlint.* say holds as ever.
module.exports = {
  noBanner: true,
  noProgress: true,
  outputFormatters: [[({ results }) => process.stdout.write(JSON.stringify(results))]],
};
