import { expect, test } from 'vitest'

import { diagramImage } from './diagram-image'
import { markdownHtml } from './markdown-html'
import { diagramFinder, loadPageTools } from './page-tools'
import { wordingIn } from './wording'

const wording = wordingIn('en')

const root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80" width="120.4" height="80"'
const drawing = (inner: string, attributes = '') => `${root}${attributes}>${inner}</svg>`

test('a drawing becomes an image of its size, unchanged', () => {
  const svg = drawing(
    `<style>#d .node &gt; rect{fill:#fff;}@keyframes dash{to{stroke-dashoffset:0;}}.a{marker-end:url(#arrow);}</style>
<defs><marker id="arrow" refX="5"><path d="M 0 0 L 10 5" style="stroke-width: 1;"/></marker></defs>
<g class="node" data-id="A"><rect width="10" height="4"/><text y="1&#10;"><tspan>A &amp; B</tspan></text></g>
<defs><symbol id="clock"><circle r="2"/></symbol></defs><switch><text>or</text></switch>
<path marker-end="url(#arrow)" d="M0,0"/>`,
    ' xmlns:xlink="http://www.w3.org/1999/xlink" role="graphics-document document" style="max-width: none;"',
  )
  const image = diagramImage(svg, 'A & B')
  expect(image).toMatch(
    /^<img src="data:image\/svg\+xml;base64,[\w+/=]+" alt="A &amp; B" width="120" height="80">$/,
  )
  expect(Buffer.from(/base64,([^"]+)/.exec(image ?? '')?.[1] ?? '', 'base64').toString()).toBe(svg)
})

test.each([
  drawing('<script>alert(1)</script>'),
  drawing('<SCRIPT>alert(1)</SCRIPT>'),
  drawing('<g onload="alert(1)"/>'),
  drawing('<g/onload="alert(1)"/>'),
  drawing("<g onload='alert(1)'/>"),
  drawing('', ' onload="alert(1)"'),
  drawing('<foreignObject><img src="x"/></foreignObject>'),
  drawing('<image href="https://elsewhere.invalid/x.png"/>'),
  drawing('<use href="#a"/>'),
  drawing('<a href="javascript:alert(1)"><text>x</text></a>'),
  drawing('<linearGradient href="https://elsewhere.invalid/x.svg#a"/>'),
  drawing('<path xlink:href="https://elsewhere.invalid/x"/>', ' xmlns:xlink="http://www.w3.org/1999/xlink"'),
  drawing('<path fill="url(https://elsewhere.invalid/x.svg#a)"/>'),
  drawing('<path fill="&#117;rl(https://elsewhere.invalid/x)"/>'),
  drawing(String.raw`<path style="fill: \75rl(https://elsewhere.invalid/x)"/>`),
  drawing('<style>@import "https://elsewhere.invalid/x.css";</style>'),
  drawing('<style>@font-face{src:url(https://elsewhere.invalid/x)}</style>'),
  drawing('<style>a{background:image-set("https://elsewhere.invalid/x" 1x)}</style>'),
  drawing('<style>a{fill:u/**/rl(x)}</style>'),
  drawing('<style>a{fill:&#x75;rl(x)}</style>'),
  drawing('<style>a{fill:&constructor;}</style>'),
  drawing('<style><g/></style>'),
  drawing('<animate attributeName="href" to="javascript:alert(1)"/>'),
  drawing('<set attributeName="onload" to="alert(1)"/>'),
  drawing('<g xmlns="http://www.w3.org/1999/xhtml"><style>x</style></g>'),
  drawing('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>'),
  drawing('<g xml:base="https://elsewhere.invalid/"/>'),
  drawing('<!-- --><g/>'),
  drawing('<![CDATA[<script>]]>'),
  drawing('<?xml-stylesheet href="https://elsewhere.invalid/x"?>'),
  `<!DOCTYPE svg [<!ENTITY x "y">]>${drawing('')}`,
  `${drawing('')}<script>alert(1)</script>`,
  `${drawing('')}${drawing('')}`,
  `${root}><g></svg></g>`,
  `${root}><g>`,
  '<svg width="1" height="1"></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="1"></svg>',
  '<svg xmlns="http://www.w3.org/2000/svg" width="99999999" height="1"></svg>',
  drawing('<g id="a" id="b"/>'),
  'alert(1)',
  '',
])('what is more than a drawing is no image: %s', (svg) => {
  expect(diagramImage(svg, 'A & B')).toBeNull()
})

test('checks long and broken markup in linear time', () => {
  const started = performance.now()
  for (const hostile of [
    `${root}${' a="b"'.repeat(60_000)}`,
    `${root}${' '.repeat(400_000)}`,
    '<g '.repeat(150_000),
  ]) {
    expect(diagramImage(hostile, '')).toBeNull()
  }
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('a page shows drawn diagrams above their source, others as source, and finds what to draw', async () => {
  const markdown = '```mermaid\nflowchart LR\nA --> B\n```\n\n```Mermaid x\npie\n```\n\n```js\nmermaid\n```\n'
  const found = new Set<string>()
  markdownHtml(markdown, { tools: diagramFinder(found), wording })
  const [first = ''] = found
  expect([...found]).toEqual(['flowchart LR\nA --> B', 'pie'])
  const makeTools = await loadPageTools()
  const tools = makeTools([
    { source: first, svg: drawing('<g/>') },
    { source: 'pie', svg: drawing('<script/>') },
  ])
  const html = markdownHtml(markdown, { tools, wording })
  expect(html.match(/<img /g)).toHaveLength(1)
  expect(html).toContain('<details><summary>Diagram source (Mermaid)</summary><pre')
  expect(html).toContain('<p class="note" lang="en">Diagram source (Mermaid):</p><pre tabindex="0"><code>pie')
})
