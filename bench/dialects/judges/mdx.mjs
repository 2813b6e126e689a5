// Renders documents by the reader of MDX: elements, components, expressions and modules as tags. With "math" they are
// Markdown with formulas.
//
// usage: mdx.mjs SITE [math] < texts.json > pages.json: a list of texts, a list of pages; one that does not compile is "ERROR …".
import { text as read } from 'node:stream/consumers'
import { createProcessor } from '@mdx-js/mdx'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'

const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const said = (value) => escape(JSON.stringify(value)).replace(/"/g, "'").replace(/>/g, '&gt;')
const attribute = (a) => ` ${a.name ?? '...'}="${said(a.value?.value ?? a.value ?? true)}"`
function page(n) {
  const inside = (n.children ?? []).map(page).join('')
  switch (n.type) {
    case 'root': return inside
    case 'text': return escape(n.value)
    case 'element': {
      const attributes = Object.entries(n.properties ?? {}).map(([name, value]) => attribute({ name: name === 'className' ? 'class' : name, value })).join('')
      return `<${n.tagName}${attributes}>${inside}</${n.tagName}>`
    }
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement': return `<${n.name ?? 'x-fragment'}${n.attributes.map(attribute).join('')}>${inside}</${n.name ?? 'x-fragment'}>`
    default: return `<x-${n.type} is="${said(n.value ?? '')}">`
  }
}
const math = process.argv[3] === 'math'
const plugins = [remarkGfm, remarkFrontmatter]
if (math) plugins.push((await import('remark-math')).default)
let tree
const keep = () => (root) => { tree = structuredClone(root) }
const pages = []
for (const text of JSON.parse(await read(process.stdin))) {
  const processor = createProcessor({ remarkPlugins: plugins, rehypePlugins: [keep], format: math ? 'md' : 'mdx' })
  try {
    await processor.process(text)
    pages.push(page(tree))
  } catch (e) {
    pages.push('ERROR ' + e.message)
  }
}
process.stdout.write(JSON.stringify(pages))
