import { expect, test } from 'vitest'

import type { MathToken } from './math-tokens'
import { drawableTex, numberFormulas } from './tex-source'

function token(text: string, isDisplay = true): MathToken {
  return { type: 'math', raw: `$${text}$`, text, isDisplay, isClosed: true }
}

function bare(text: string): MathToken {
  return { ...token(text, false), raw: text }
}

function drawn(text: string, isInline = false): string | null {
  return drawableTex(token(text, !isInline), { numbers: numberFormulas([text]), isInline })
}

test('numbers what has a label, and skips numbers that are tags', () => {
  const formulas = [
    String.raw`\begin{equation}\label{first} a \end{equation}`,
    String.raw`\begin{align} a &= b \label{row} \\ c &= d \\ e &= f \tag{2}\label{tagged} \end{align}`,
    String.raw`x \tag{*}\label{star}`,
    String.raw`y \label{again}\label{first}`,
  ]
  expect([...numberFormulas(formulas)]).toEqual([
    ['first', '1'],
    ['row', '3'],
    ['tagged', '2'],
    ['star', '*'],
    ['again', '4'],
  ])
})

test('puts numbers at the margin of a display, and after the row elsewhere', () => {
  const source = String.raw`\begin{align}\label{a} x &= y \\ z &= 1 \end{align}`
  expect(drawn(source)).toBe(String.raw`\begin{align*}\tag{1} x &= y \\ z &= 1 \end{align*}`)
  expect(drawn(source, true)).toBe(String.raw`\begin{aligned} x &= y \qquad\text{(1)}\\ z &= 1 \end{aligned}`)
  expect(drawn(String.raw`\begin{cases} a \\ b \end{cases} \tag{4}`, true)).toBe(
    String.raw`\begin{cases} a \\ b \end{cases} \qquad\text{(4)}`,
  )
  expect(drawn(String.raw`\begin{aligned} a &= b \tag{1} \\ c &= d \tag*{ii} \end{aligned}`)).toBe(
    String.raw`\begin{aligned} a &= b  \qquad\text{(1)}\\ c &= d  \qquad\text{ii}\end{aligned}`,
  )
})

test('writes the number of a label for a reference, and the label if it has none', () => {
  const numbers = new Map([['a', '7']])
  expect(drawableTex(token(String.raw`\eqref{a} \ref{a} \eqref{b}`), { numbers, isInline: true })).toBe(
    String.raw`\text{(7)} \text{7} \text{(b)}`,
  )
})

test('draws a reference outside a formula only if the text has the label', () => {
  const options = { numbers: new Map([['a', '7']]), isInline: true }
  expect(drawableTex(bare(String.raw`\eqref{a}`), options)).toBe(String.raw`\text{(7)}`)
  expect(drawableTex(bare(String.raw`\ref{fig:2}`), options)).toBeNull()
})

test('replaces environments that the library does not have, and leaves other source as it is', () => {
  expect(drawn(String.raw`\begin{multline} a \\ b \end{multline}`)).toBe(
    String.raw`\begin{gather*} a \\ b \end{gather*}`,
  )
  expect(drawn(String.raw`\begin{eqnarray} a &=& b \end{eqnarray}`)).toBe(
    String.raw`\begin{array}{rcl} a &=& b \end{array}`,
  )
  for (const source of [
    String.raw`\frac{a}{b}`,
    String.raw`\begin{pmatrix} 1 \end{pmatrix}`,
    String.raw`\label{`,
  ])
    expect(drawn(source)).toBe(source)
})
