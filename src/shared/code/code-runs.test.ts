import typescript from 'highlight.js/lib/languages/typescript'
import { createLowlight } from 'lowlight'
import { expect, test } from 'vitest'

import { codeKinds } from './code-kinds'
import { codeRuns } from './code-runs'

test('runs cover the whole code and name the kind of each piece', () => {
  const text = 'const a: number = `b${1}` // c'
  const runs = codeRuns(createLowlight({ typescript }).highlight('typescript', text))
  const pieces: string[] = []
  let at = 0
  for (let index = 0; index < runs.length; index += 2) {
    const length = runs[index] ?? 0
    const kind = codeKinds[runs[index + 1] ?? 0]
    if (kind !== 'plain') pieces.push(`${kind} ${text.slice(at, at + length)}`)
    at += length
  }
  expect(at).toBe(text.length)
  expect(pieces).toEqual([
    'keyword const',
    'attribute a',
    'type number',
    'string `b',
    'number 1',
    'string `',
    'comment // c',
  ])
})
