import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { IncrementalMarkdown } from './incremental-markdown'
import { lexBlocks } from './lex'
import { nastyMarkdown } from '../testing/nasty-markdown'

/** A small seeded generator, so that a failure can be reproduced. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

function blocksOf(markdown: IncrementalMarkdown, text: string) {
  return markdown.update(text).groups.flat()
}

describe('lexing a growing text gives the same result as lexing it at once', () => {
  for (const [name, text] of Object.entries(nastyMarkdown)) {
    test(`${name}, one character at a time`, () => {
      const markdown = new IncrementalMarkdown()
      for (let end = 1; end <= text.length; end += 1) {
        const prefix = text.slice(0, end)
        expect(blocksOf(markdown, prefix), JSON.stringify(prefix)).toEqual(
          lexBlocks(prefix.replaceAll(/\r\n?/g, '\n')).tokens,
        )
      }
    })
  }

  test('a definition named like a member of Object.prototype', () => {
    const text = Object.getOwnPropertyNames(Object.prototype)
      .map((name) => `[${name}]\n\n[${name}]: https://example.com/${name}\n\n`)
      .join('')
    const markdown = new IncrementalMarkdown()
    for (let end = 40; end < text.length; end += 40) markdown.update(text.slice(0, end))
    expect(blocksOf(markdown, text)).toEqual(lexBlocks(text).tokens)
  })

  test('everything together, split at random places', () => {
    const pieces = Object.values(nastyMarkdown)
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomNumbers(seed)
      const text = Array.from({ length: 5 }, () => pieces[Math.floor(random() * pieces.length)] ?? '').join(
        random() < 0.5 ? '\n\n' : '\n',
      )
      const markdown = new IncrementalMarkdown()
      for (let end = 0; end < text.length;) {
        end = Math.min(text.length, end + 1 + Math.floor(random() * 40))
        const prefix = text.slice(0, end)
        expect(blocksOf(markdown, prefix), `seed ${seed}: ${JSON.stringify(prefix)}`).toEqual(
          lexBlocks(prefix.replaceAll(/\r\n?/g, '\n')).tokens,
        )
      }
    }
  })
})

test('a finished block keeps its identity while the text grows, so that it renders once', () => {
  const markdown = new IncrementalMarkdown()
  const first = markdown.update('one\n\ntwo\n\nthree\n\n').groups[0]?.[0]
  const later = markdown.update('one\n\ntwo\n\nthree\n\nfour\n\nfive and more').groups[0]?.[0]
  expect(first).toBeDefined()
  expect(later).toBe(first)
})

test('lexes only the end of a long text again', () => {
  const markdown = new IncrementalMarkdown()
  const text = 'A paragraph of some words.\n\n'.repeat(400)
  markdown.update(text)
  const { tail } = markdown.update(`${text}and the last one`)
  expect(tail.map((token) => token.raw).join('').length).toBeLessThan(100)
})

test('a different text starts over', () => {
  const markdown = new IncrementalMarkdown()
  markdown.update('# one\n\ntwo\n\nthree')
  expect(blocksOf(markdown, 'other')).toEqual(lexBlocks('other').tokens)
})

test('takes a large delta in steps without losing any of it', () => {
  const text = 'words of a paragraph\n\n'.repeat(100)
  const markdown = new IncrementalMarkdown()
  let steps = 1
  while (markdown.update(text, { maxChars: 500 }).isBehind) steps += 1
  expect(steps).toBe(Math.ceil(text.length / 500))
  expect(blocksOf(markdown, text)).toEqual(lexBlocks(text).tokens)
})

test('pauses after a slow read while more text may arrive', () => {
  let nowMs = 1_000
  const now = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => now.mockRestore())
  const markdown = new IncrementalMarkdown()
  now.mockImplementationOnce(() => 800)
  expect(markdown.update('one', { mayRest: true }).isBehind).toBe(false)
  const waiting = markdown.update('one two', { mayRest: true })
  expect([waiting.isBehind, waiting.groups[0]?.[0]?.raw]).toEqual([true, 'one'])
  nowMs = 1_801
  expect(markdown.update('one two', { mayRest: true }).isBehind).toBe(false)
  expect(blocksOf(markdown, 'one two')).toEqual(lexBlocks('one two').tokens)

  now.mockImplementationOnce(() => 1_801)
  nowMs = 2_001
  markdown.update('one two three', { mayRest: true })
  expect(markdown.update('one two three four', { mayRest: true }).isBehind).toBe(true)
  expect(blocksOf(markdown, 'one two three four')).toEqual(lexBlocks('one two three four').tokens)
})

test('an address in the text of a link is not a separate link', () => {
  const [paragraph] = lexBlocks('[https://one.example](https://two.example)').tokens
  expect(JSON.stringify(paragraph)).not.toContain('"href":"https://one.example"')
})
