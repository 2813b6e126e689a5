// The site is made of the documents as they lie in the repository, where their links work too. Links to files that are no
// pages of the site become links to the repository.
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const docs = join(root, "docs");
const repository = "https://github.com/doc-iterate/doc-iterate";

// toRepository rewrites the relative links of a page to files that the site does not have.
function toRepository(md) {
  md.core.ruler.push("to-repository", (state) => {
    const folder = dirname(state.env.path ?? join(docs, "index.md"));
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (!href || /^([a-z]+:|#|\/)/i.test(href)) continue;
        const [path, anchor] = href.split("#");
        const file = relative(root, resolve(folder, decodeURI(path))).replaceAll("\\", "/");
        if (file !== "rules/README.md" && !/^docs\/[^/]*\.md$/.test(file)) {
          token.attrSet("href", `${repository}/blob/main/${file}${anchor ? "#" + anchor : ""}`);
        }
      }
    }
  });
}

const pages = (...names) =>
  names
    .filter(([, file]) => file === "configuration" || existsSync(join(docs, `${file}.md`)))
    .map(([text, file]) => ({ text, link: file === "index" ? "/" : `/${file}` }));

export default {
  title: "doc-iterate",
  description: "Resolve the findings of documentation reviews by small, proved edits.",
  base: process.env.SITE_BASE ?? "/",
  srcDir: "..",
  srcExclude: ["*.md", "!(docs|rules)/**", "docs/node_modules/**"],
  rewrites: { "docs/:page": ":page", "rules/README.md": "configuration.md" },
  // Pages outside of docs/ find the packages of docs/ too.
  vite: { resolve: { alias: [{ find: /^vue(\/server-renderer)?$/, replacement: join(docs, "node_modules/vue$1") }] } },
  markdown: { config: toRepository },
  themeConfig: {
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repository }],
    editLink: { pattern: `${repository}/edit/main/:path` },
    sidebar: [
      { text: "Start", items: pages(["Start here", "index"], ["Install", "installing"], ["Tutorial", "tutorial"]) },
      {
        text: "Use",
        items: pages(
          ["Configuration", "configuration"], ["Rules", "rules"], ["Rules of other linters", "importing"], ["Reviews", "locating"], ["Reviewers and fixers of your own", "external"], ["CI", "ci"],
          ["Editors", "editors"], ["Agents", "agents"], ["Git", "git"], ["Windows and macOS", "systems"], ["Security", "security"],
        ),
      },
      {
        text: "Inside",
        items: pages(
          ["How a run decides", "engine"], ["Architecture", "architecture"], ["Quality", "quality"], ["Performance", "performance"],
          ["Where the time goes", "performance-internals"],
        ),
      },
    ],
  },
};
