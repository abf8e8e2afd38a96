import { expect, test } from 'vitest'

import { hostileMarkdown } from '../../../testing/hostile-markdown'
import { markdownHtml } from './markdown-html'
import { diagramFinder, diagramImage, loadPageTools } from './page-tools'
import { wordingIn } from './wording'

const wording = wordingIn('en')
const toolsOfPage = await loadPageTools()

function page(markdown: string): string {
  return markdownHtml(markdown, { tools: toolsOfPage(), wording })
}

test('renders inline and display formulas as MathML', () => {
  for (const source of ['so $x^2$ it is', 'so \\(x^2\\) it is']) {
    expect(page(source)).toMatch(/^<p>so <math [^>]*><semantics><mrow><msup><mi>x<\/mi><mn>2<\/mn><\/msup>/)
  }
  for (const source of ['$$\nx^2\n$$', '\\[\nx^2\n\\]']) {
    expect(page(source)).toMatch(/^<div class="math"><math [^>]*display="block"/)
  }
})

test.each([
  ['$\\ce{2H2 + O2 -> 2H2O}$', '→'],
  ['$\\pu{5 kg m-3}$', 'kg'],
  ['\\begin{align}a &= b \\label{x} \\\\ c &= d\\end{align}\n\nSee \\eqref{x}.', '(1)'],
  ['$$a \\tag{7}$$', '(7)'],
  ['```math\nx^2\n```', '<msup>'],
  ['so \\begin{cases}a\\\\b\\end{cases}', '<mtable'],
  ['| $P(A|B)$ | b |\n|---|---|\n| c | d |', '<mi>P</mi>'],
])('renders %s', (source, drawn) => {
  const html = page(source)
  expect(html).toContain('<math')
  expect(html).toContain(drawn)
  expect(html).not.toContain('<code>')
})

test('treats as prose what the window does, and shows what cannot be rendered as written', () => {
  expect(page('from $5 to $6')).toBe('<p>from $5 to $6</p>')
  expect(page('so $\\frac{1$ it is')).toBe('<p>so <code>$\\frac{1$</code> it is</p>')
  expect(page('$$\nx^2')).toBe('<div class="math"><code>$$\nx^2</code></div>')
})

test('highlights code like the window, and keeps its text', () => {
  const html = page('```ts\nconst a = "<b>" // c\n```')
  expect(html).toBe(
    '<pre tabindex="0"><code><span class="code-keyword">const</span> a = <span class="code-string">&quot;&lt;b&gt;&quot;</span> <span class="code-comment">// c</span></code></pre>',
  )
  expect(page('```nothing-known\n<a>\n```')).toBe('<pre tabindex="0"><code>&lt;a&gt;</code></pre>')
})

test('gives up on code that takes long to highlight, and limits the time for a whole page', () => {
  let now = 0
  let readCount = 0
  /** Each piece of code takes `stepMs`. */
  const pageWith = (stepMs: number, markdown: string) => {
    readCount = 0
    const monotonic = () => {
      readCount += 1
      return (now += stepMs)
    }
    return markdownHtml(markdown, { tools: toolsOfPage([], { monotonic }), wording })
  }
  const long = `\`\`\`js\n${'var a = 1;\n'.repeat(3_000)}\`\`\`\n\n`
  const short = '```js\nvar a\n```\n\n'
  expect(pageWith(1, long + short)).toMatch(/code-keyword[^]*<pre tabindex="0">[^]*code-keyword/)
  expect(pageWith(300, long)).not.toContain('code-keyword')
  expect(readCount).toBe(2)
  expect(pageWith(300, short.repeat(40)).match(/code-keyword/g)?.length).toBe(17)
})

test('shows a diagram as labelled source', () => {
  expect(page('```mermaid\ngraph TD; A-->B\n```')).toBe(
    '<p class="note" lang="en">Diagram source (Mermaid):</p><pre tabindex="0"><code>graph TD; A--&gt;B</code></pre>',
  )
})

/** Attributes that load, link or run something. */
const active =
  /<[^>]*\s(?:on\w+|href|src|srcset|action|formaction|xlink:href|style)\s*=\s*(?!["']?(?:https?:|mailto:))/i

test.each([
  ...hostileMarkdown.map((text) => `$${text}$`),
  '$\\href{javascript:alert(1)}{x}$',
  '$\\url{javascript:alert(1)}$',
  '$\\includegraphics{http://example.org/x.png}$',
  '$\\htmlData{onclick=alert(1)}{x^2}$',
  '$\\htmlStyle{background:url(http://x)}{x^2}$',
  '$\\text{<img src=x onerror=alert(1)>}$',
  '$\\def\\a{\\a\\a}\\a$',
  '$\\ce{\\href{javascript:alert(1)}{x}}$',
  '\\begin{align}\\tag{\\href{javascript:alert(1)}{x}}\\label{a}\\end{align} \\eqref{a}',
  '$\\eqref{<img src=x onerror=alert(1)>}$',
  '$\\ce{$\\def\\a{\\a\\a}\\a$}$',
  '$\\color{url(http://x)}{x}$',
  '$\\unicode{60}script$',
  `$\\rule{${'9'.repeat(300)}em}{1em}$`,
  '```html\n<script>alert(1)</script>\n```',
  '```js\n"</code></pre><script>"\n```',
])('nothing in %s runs, links or loads', (markdown) => {
  const html = page(markdown)
  expect(html).not.toMatch(/<(?:script|img|iframe|svg|object|style|link|base|form|maction|mglyph)/i)
  expect(html).not.toMatch(active)
})

test('renders a page full of formulas or code up to a limit, and keeps the rest readable', () => {
  const formulas = page('$x^{2} + y^{2} = z^{2}$\n\n'.repeat(10_000))
  expect(formulas.match(/<math/g)?.length).toBeLessThan(10_000)
  expect(formulas).toContain('<code>$x^{2} + y^{2} = z^{2}$</code>')
  // Units of this length would take a second.
  expect(page(`$$\n\\pu{${'kJ/'.repeat(1_000)}}\n$$`)).toContain('<code>')
  const long = page(`\`\`\`js\n${'var a = 1;\n'.repeat(10_000)}\`\`\``)
  expect(long).not.toContain('span')
})

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
