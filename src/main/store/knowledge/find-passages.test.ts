import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { indexIn, updatedIndex } from './testing/updated-index'
import { findPassages } from './find-passages'

const filler = 'The usual words about nothing in particular, and some more of them. '.repeat(15)

async function openWith(files: Record<string, string>) {
  const folder = temporaryFolder()
  const root = join(realpathSync(folder), 'docs')
  mkdirSync(root)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const sources = [{ id: 'docs', kind: 'folder' as const, root }]
  await updatedIndex(folder, sources)
  const moveTo = async (place: string) => {
    renameSync(root, join(folder, place))
    await updatedIndex(folder, sources)
  }
  const find = (question: string, { earlier = '', passageTokens = 4_000 } = {}) =>
    findPassages({
      file: indexIn(folder),
      sources,
      question,
      earlier,
      budget: { wholeTokens: 0, passageTokens },
    })
  return {
    find,
    moveTo,
    names: (question: string, options = {}) => find(question, options)?.excerpts.map(({ name }) => name),
  }
}

test.each([
  '"unclosed AND (NEAR/2 * -a OR ^b : c) {d} \\',
  "'; DROP TABLE files; --",
  '*',
  '"" "" ""',
  'a* OR *',
  '\0\0',
  '\ud800 lone',
  '"'.repeat(50_000),
  'word '.repeat(200_000),
])('treats search operators in a question as text: %#', async (question) => {
  const { find } = await openWith({ 'a.txt': `word ${filler}`, 'b.txt': filler })
  expect(() => find(question)).not.toThrow()
})

test('finds the file whose name or text fits best, whatever other words the question has', async () => {
  const { names } = await openWith({
    'kettle.md': filler,
    'recipe.md': `${filler}\nBoil the kettle at dawn.`,
    'other.md': filler,
    'third.md': `${filler} end`,
  })
  expect(names('When do I boil the kettle?')?.[0]).toBe('docs/recipe.md')
  expect(names('kettle')?.toSorted()).toEqual(['docs/kettle.md', 'docs/recipe.md'])
})

test('a short question continues the one before', async () => {
  const { names } = await openWith({
    'no.md': `Tariffs in Norway ${filler}`,
    'se.md': `Tariffs in Sweden ${filler}`,
  })
  expect(names('And there?', { earlier: 'What are the tariffs in Norway?' })?.[0]).toBe('docs/no.md')
})

test('joins passages that follow one another, and gives a copied file once', async () => {
  const text = Array.from({ length: 60 }, (_, at) => `zebra line ${at} ${'x'.repeat(60)}`).join('\n')
  const { find } = await openWith({ 'a.txt': text, 'copy.txt': text, 'b.txt': filler })
  const found = find('zebra')
  expect(found?.excerpts).toMatchObject([{ passage: { firstLine: 1, lastLine: 60, text } }])
  expect(found?.texts).toEqual([text])
})

test('stays within its budget', async () => {
  const { find } = await openWith({ 'a.txt': `zebra ${filler}\n\n`.repeat(200) })
  const { texts } = find('zebra', { passageTokens: 1_000 }) ?? { texts: [] }
  const chars = texts.join('').length
  expect([chars > 2_000, chars <= 4_000]).toEqual([true, true])
})

test('marks the passages as incomplete if a folder is missing', async () => {
  const { find, moveTo } = await openWith({ 'a.txt': `zebra ${filler}` })
  expect(find('zebra')).toMatchObject({ isIncomplete: false, excerpts: [{ name: 'docs/a.txt' }] })
  await moveTo('elsewhere')
  expect(find('zebra')).toMatchObject({ isIncomplete: true, hasUnread: false, excerpts: [] })
})
