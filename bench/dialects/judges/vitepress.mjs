// Renders documents by the reader of VitePress, without colours of code.
//
// usage: vitepress.mjs SITE < texts.json > pages.json: a list of texts, a list of pages.
import { text as read } from 'node:stream/consumers'
import { createMarkdownRenderer } from 'vitepress'

const site = process.argv[2]
const plain = (code) => `<pre><code>${code.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</code></pre>`
const md = await createMarkdownRenderer(site, { highlight: plain }, '/', console)
const pages = []
for (const text of JSON.parse(await read(process.stdin))) {
  pages.push(await md.renderAsync(text, { path: site + '/page.md', relativePath: 'page.md', cleanUrls: true }))
}
process.stdout.write(JSON.stringify(pages))
