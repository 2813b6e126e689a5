// Renders documents by markdown-it: with anchors of headings, the slides of a deck, or front matter in three languages.
//
// usage: markdown-it.mjs SITE anchor|slides|matter < texts.json > pages.json: a list of texts, a list of pages.
import { text as read } from 'node:stream/consumers'
import MarkdownIt from 'markdown-it'

const md = new MarkdownIt({ html: true, linkify: true })
const data = (value) => `<x-data is='${JSON.stringify(value).replace(/[<>']/g, '')}'>\n`
const makers = {
  async anchor() {
    const { default: anchor } = await import('markdown-it-anchor')
    md.use(anchor)
    return (text) => md.render(text)
  },
  async slides() {
    const { parse } = await import('@slidev/parser')
    return async (text) => (await parse(text, 'slides.md')).slides
      .map((s) => data(s.frontmatter) + md.render(s.content) + data(s.note ?? '')).join('<hr>\n')
  },
  async matter() {
    const { default: matter } = await import('gray-matter')
    const toml = (await import('js-toml')).load
    return (text) => {
      const page = matter(text, { engines: { toml } })
      return data(page.data) + md.render(page.content)
    }
  },
}
const make = await makers[process.argv[3]]()
const pages = []
for (const text of JSON.parse(await read(process.stdin))) pages.push(await make(text))
process.stdout.write(JSON.stringify(pages))
