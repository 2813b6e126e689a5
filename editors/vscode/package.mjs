// Bundles the extension, and packs it into a .vsix: the extension, the licences of what is bundled, and nothing else. The
// name of the file may be given; the bytes are the same each time.
import { readFileSync, readdirSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { strToU8, zipSync } from "fflate";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, "doc-iterate.vsix"));
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
manifest.version = readFileSync(join(here, "../../cmd/doc-iterate/VERSION"), "utf8").trim();

const bundled = await build({
  absWorkingDir: here, entryPoints: ["src/extension.ts"], bundle: true, platform: "node", format: "cjs", target: "node20",
  external: ["vscode"], minify: true, write: false, metafile: true, outfile: "out/extension.js",
});

// notices returns the licences of the packages that the bundle holds parts of.
function notices() {
  const packages = Object.keys(bundled.metafile.inputs).flatMap((file) => {
    const found = file.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/);
    return found ? [found[0]] : [];
  });
  return [...new Set(packages)].sort().map((folder) => {
    const licence = readdirSync(join(here, folder)).find((name) => /^licen[cs]e/i.test(name));
    if (!licence) throw new Error(`${folder} has no licence; look for another package`);
    const { name, version } = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(join(here, folder, licence), "utf8").trim()}\n`;
  }).join("\n----\n\n");
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const property = (id, value) => `      <Property Id="Microsoft.VisualStudio.${id}" Value="${escaped(value)}" />\n`;
const asset = (type, path) => `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true" />\n`;
const source = manifest.repository.url;
const { scripts, devDependencies, dependencies, ...shipped } = manifest;

const files = {
  "[Content_Types].xml": `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
    [".js", "application/javascript"], [".json", "application/json"], [".md", "text/markdown"], [".txt", "text/plain"],
    [".vsixmanifest", "text/xml"],
  ].map(([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`).join("")}</Types>
`,
  "extension.vsixmanifest": `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}" />
    <DisplayName>${escaped(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(manifest.description)}</Description>
    <Tags>${manifest.keywords.join(",")}</Tags>
    <Categories>${manifest.categories.join(",")}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${property("Code.Engine", manifest.engines.vscode)}${property("Code.ExtensionKind", "workspace")}${property("Code.ExecutesCode", "true")}${
    property("Services.Links.Source", source)}${property("Services.GitHubFlavoredMarkdown", "true")}    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
${asset("Code.Manifest", "package.json")}${asset("Services.Content.Details", "readme.md")}${
    asset("Services.Content.License", "LICENSE.txt")}  </Assets>
</PackageManifest>
`,
  "extension/package.json": JSON.stringify(shipped, null, 2) + "\n",
  "extension/readme.md": readFileSync(join(here, "README.md"), "utf8"),
  "extension/LICENSE.txt": readFileSync(join(here, "../../LICENSE"), "utf8"),
  "extension/notices.txt": notices(),
  "extension/out/extension.js": bundled.outputFiles[0].text,
};

const mtime = new Date(1980, 0, 1); // the first that a zip can name
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, zipSync(
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 9, mtime },
));
// What other programs pack, such as `vsce package --no-dependencies`, is this file.
mkdirSync(join(here, "out"), { recursive: true });
writeFileSync(join(here, "out/extension.js"), bundled.outputFiles[0].text);
console.log(target);
