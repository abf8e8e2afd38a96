import { expect, test } from 'vitest'

import { hostileMarkdown } from '../../../testing/hostile-markdown'
import { markdownHtml } from './markdown-html'
import { loadPageTools } from './page-tools'
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
