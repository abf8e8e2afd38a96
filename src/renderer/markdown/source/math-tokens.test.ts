import type { Token } from 'marked'
import { expect, test } from 'vitest'

import type { MathToken } from '../../../shared/markdown/math-tokens'
import { lexBlocks } from './lex'

/** The formulas of a text, in order; display formulas in brackets. */
function formulas(source: string): string[] {
  const found: string[] = []
  const walk = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'math') {
        const { text, isDisplay, isClosed } = token as unknown as MathToken
        found.push(`${isClosed ? '' : 'open '}${isDisplay ? `[${text}]` : text}`)
      }
      if ('items' in token) walk((token as { items: Token[] }).items)
      if ('tokens' in token && token.tokens !== undefined) walk(token.tokens)
    }
  }
  walk(lexBlocks(source).tokens)
  return found
}

test('prices, shell variables and other dollar signs in prose are not formulas', () => {
  const prose = [
    'It costs $5 and $6.',
    'from $5-$6 or so',
    '$5, or US$ 6',
    'between $20/month and 200$ a year',
    'set $HOME and $PATH',
    '$HOME/$USER',
    'a \\$x\\$ b',
    '`$x$`',
    '```\n$x$\n```',
    '$ x $',
    'US$x$ is glued',
    'one $ alone',
    'pay $me or you$',
  ]
  for (const text of prose) expect(formulas(text), text).toEqual([])
})

test('finds formulas between dollars and brackets, including Markdown marks in them', () => {
  expect(formulas('$x$, $a_1*b_2*c$ and $10$')).toEqual(['x', 'a_1*b_2*c', '10'])
  expect(formulas('$$x$$ in a line')).toEqual(['[x]'])
  expect(formulas('\\(a+b\\) and \\[c^2\\] here')).toEqual(['a+b', '[c^2]'])
  expect(formulas('**bold $x^2$** | $y$')).toEqual(['x^2', 'y'])
  expect(formulas('text right before\n$$\ny = x\n$$\nand after')).toEqual(['[y = x]'])
  expect(formulas('- item\n  $$\n  z\n  $$\n> \\[\n> q^2\n> \\]')).toEqual(['[z]', '[q^2]'])
})

test('escaped brackets stay brackets', () => {
  expect(formulas('a \\[note\\] and \\(see below\\)')).toEqual([])
  expect(formulas('\\[not a link\\](https://example.com)')).toEqual([])
})

test('recognizes an open formula, which does not extend past its paragraph', () => {
  expect(formulas('$$\n\\frac{1}')).toEqual(['open [\\frac{1}]'])
  expect(formulas('$$\nopen\n\nA price: $$ 5')).toEqual(['open [open]'])
})

test('a TeX line break before a bracket does not end the formula', () => {
  expect(formulas('\\[\na \\\\[4pt]\nb^2\n\\]')).toEqual(['[a \\\\[4pt]\nb^2]'])
})

test('finds environments of formulas without delimiters, in blocks, lines, lists and quotes', () => {
  const matrix = String.raw`\begin{pmatrix}1&2\\3&4\end{pmatrix}`
  expect(formulas(matrix)).toEqual([`[${matrix}]`])
  expect(formulas(`so ${matrix} is, *not \\begin{x}*`)).toEqual([`[${matrix}]`])
  expect(formulas('text\n\\begin{align*}\na &= b\n\\end{align*}\nmore')).toEqual([
    '[\\begin{align*}\na &= b\n\\end{align*}]',
  ])
  expect(formulas(`- ${matrix}\n- b\n\n> ${matrix}`)).toEqual([`[${matrix}]`, `[${matrix}]`])
  const nested = String.raw`\begin{array}{c}\begin{array}{c}a\end{array}\end{array}`
  expect(formulas(nested)).toEqual([`[${nested}]`])
  expect(formulas('\\begin{align}\na')).toEqual(['open [\\begin{align}\na]'])
  expect(formulas('\\begin{itemize}\n\\item a\n\\end{itemize}')).toEqual([])
  expect(formulas('\\begin{align}\na\n\nprose')).toEqual([])
})

test('a closed math fence is a formula; an open one, and one of another language, is code', () => {
  expect(formulas('```math\n\\frac{1}{2}\n```')).toEqual(['[\\frac{1}{2}]'])
  expect(formulas('~~~ math\n$$x$$\n~~~~')).toEqual(['[x]'])
  expect(formulas('- a\n  ```math\n  x\n\n  y\n  ```')).toEqual(['[x\n\ny]'])
  expect(formulas('```math\nx')).toEqual([])
  expect(formulas('```latex\nx\n```')).toEqual([])
})
