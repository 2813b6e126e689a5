// Compares the fences without a language that check reports in documents of MDX with those that the compiler sees.
//
// usage: node fences.mjs PROGRAM NODE DIR [N]: NODE has the packages of mdx.mjs; N differing places are printed.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , program, node, dir, show = 5] = process.argv
const load = (name) => import(pathToFileURL(path.resolve(node, 'node_modules', name, 'index.js')))
const { createProcessor } = await load('@mdx-js/mdx')
const plugins = await Promise.all(['remark-gfm', 'remark-frontmatter'].map(async (name) => (await load(name)).default))
const out = spawnSync(program, ['check', '--format', 'json', '--no-progress', '--no-cache', '.'],
  { cwd: dir, maxBuffer: 1 << 30 })
const reported = {}
for (const f of JSON.parse(out.stdout).findings) {
  if (f.rule === 'fenced-code-language' && f.path.endsWith('.mdx')) (reported[f.path] ??= []).push(f.start.line)
}
let seen = 0, both = 0, said = 0, failed = 0, differ = []
for (const name of fs.readdirSync(dir, { recursive: true })) {
  if (!name.endsWith('.mdx') || /(^|\/)(node_modules|\.git)\//.test(name)) continue
  const lines = new Set()
  try {
    const walk = (n) => {
      if (n.type === 'code' && !n.lang && n.position) lines.add(n.position.start.line)
      n.children?.forEach(walk)
    }
    walk(createProcessor({ remarkPlugins: plugins }).parse(fs.readFileSync(path.join(dir, name), 'utf8')))
  } catch {
    failed++
    continue
  }
  const ours = reported[name] ?? []
  seen += lines.size
  said += ours.length
  both += ours.filter((l) => lines.has(l)).length
  differ.push(...ours.filter((l) => !lines.has(l)).map((l) => `${name}:${l}: reported alone`),
    ...[...lines].filter((l) => !ours.includes(l)).map((l) => `${name}:${l}: seen by the compiler alone`))
}
console.log(`${seen} seen by the compiler, ${said} reported, ${both} both; ${failed} documents do not compile`)
differ.slice(0, show).forEach((d) => console.log('   ', d))
