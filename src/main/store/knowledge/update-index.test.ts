import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

import { needsLinks } from '../../base/testing/needs'
import { realTemporaryFolder, temporaryFolder } from '../../base/testing/temporary-folder'
import { indexIn, updatedIndex } from './testing/updated-index'
import { findPassages } from './find-passages'
import { knowledgeFiles, knowledgeText, readIndex } from './open-index'
import type { SourcePlace } from './update-index'

function folderWith(files: Record<string, string | Buffer>): { root: string; place: SourcePlace } {
  const root = realTemporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return { root, place: { id: 'docs', kind: 'folder', root } }
}

function statesIn(folder: string): Record<string, string> {
  const files = knowledgeFiles({ file: indexIn(folder), sourceId: 'docs', offset: 0 })
  return Object.fromEntries(files.map(({ path, state }) => [path, state]))
}

function textsFor(folder: string, sources: readonly SourcePlace[], question: string): string[] {
  const budget = { wholeTokens: 0, passageTokens: 10_000 }
  return findPassages({ file: indexIn(folder), sources, question, earlier: '', budget })?.texts ?? []
}

test('indexes text in any encoding and says of everything else why it is not', async () => {
  const folder = temporaryFolder()
  const { root, place } = folderWith({
    ['__proto__']: 'polluted?',
    'notes.md': '# Teapots\n\nA teapot pours.',
    'src/über.ts': 'export const größe = 1',
    'utf16.txt': Buffer.from('\ufeffsixteen bits', 'utf16le'),
    'latin.csv': Buffer.from('Größe;Höhe', 'latin1'),
    'constructor.json': '{"__proto__": {"a": 1}}',
    'photo.png': Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
    'broken.txt': Buffer.from([0x41, 0x80, 0x00, 0xff]),
    'empty.txt': '',
    'paper.pdf': '%PDF-1.7 …',
    '.env': 'SECRET=1',
    'node_modules/tea/index.js': 'tea',
  })
  writeFileSync(join(root, 'huge.log'), '')
  // Sparse: it takes no space, but reading all of it would take all memory.
  truncateSync(join(root, 'huge.log'), 1024 ** 3)
  const stats = await updatedIndex(folder, [place], { pdfText: () => 'the text of a paper' })
  expect(statesIn(folder)).toEqual(
    Object.fromEntries([
      ['broken.txt', 'not-text'],
      ['empty.txt', 'not-text'],
      ['huge.log', 'too-large'],
      ['photo.png', 'not-text'],
      ['__proto__', 'indexed'],
      ['constructor.json', 'indexed'],
      ['latin.csv', 'indexed'],
      ['notes.md', 'indexed'],
      ['paper.pdf', 'indexed'],
      ['src/über.ts', 'indexed'],
      ['utf16.txt', 'indexed'],
    ]),
  )
  expect(stats.sources).toMatchObject([{ id: 'docs', stats: { fileCount: 11, indexedCount: 7 } }])
  expect(textsFor(folder, [place], 'TEAPOT?')).toEqual(['# Teapots\n\nA teapot pours.'])
  expect(textsFor(folder, [place], 'paper')).toEqual(['the text of a paper'])
  expect(textsFor(folder, [place], 'SECRET')).toEqual([])
})

test('follows no link out of the folder, and none in a circle', async (context) => {
  needsLinks(context)
  const folder = temporaryFolder()
  const secret = folderWith({ 'key.txt': 'grumblewort' })
  const { root, place } = folderWith({ 'a/b/real.txt': 'snark' })
  symlinkSync(secret.root, join(root, 'out'))
  symlinkSync(join(secret.root, 'key.txt'), join(root, 'key.txt'))
  symlinkSync('..', join(root, 'a', 'loop'))
  await updatedIndex(folder, [place])
  expect(statesIn(folder)).toEqual({ 'a/b/real.txt': 'indexed' })
  // A link takes the place of the folder itself, or of one in it.
  renameSync(join(root, 'a'), join(root, 'old'))
  symlinkSync(secret.root, join(root, 'a'))
  await updatedIndex(folder, [place])
  expect(Object.keys(statesIn(folder))).toEqual(['old/b/real.txt'])
  rmSync(root, { recursive: true })
  symlinkSync(secret.root, root)
  expect((await updatedIndex(folder, [place])).sources).toMatchObject([{ stats: { problem: 'gone' } }])
  expect(textsFor(folder, [place], 'grumblewort')).toEqual([])
})

test('leaves out Parley’s own files in a folder that contains them', async () => {
  const folder = temporaryFolder()
  const { root, place } = folderWith({ 'parley/secrets.json': 'key', 'notes.txt': 'notes' })
  await updatedIndex(folder, [place], { excluded: [join(root, 'parley')] })
  expect(Object.keys(statesIn(folder))).toEqual(['notes.txt'])
})

test('notices changed, touched, renamed and removed files, and reads no others again', async () => {
  const folder = temporaryFolder()
  const { root, place } = folderWith({ 'a.txt': 'first apple', 'b.txt': 'banana', 'c.txt': 'cherry' })
  await updatedIndex(folder, [place])
  let readCount = 0
  const update = async () => {
    readCount = 0
    await updatedIndex(folder, [place], { onReport: ({ totalCount }) => (readCount = totalCount) })
    return readCount
  }
  expect(await update()).toBe(0)
  writeFileSync(join(root, 'a.txt'), 'second apple')
  utimesSync(join(root, 'b.txt'), 5, 5)
  renameSync(join(root, 'c.txt'), join(root, 'd.txt'))
  expect(await update()).toBe(3)
  expect(textsFor(folder, [place], 'apple banana cherry').toSorted()).toEqual([
    'banana',
    'cherry',
    'second apple',
  ])
  rmSync(join(root, 'd.txt'))
  expect(await update()).toBe(0)
  expect(textsFor(folder, [place], 'cherry')).toEqual([])
  await updatedIndex(folder, [])
  expect(textsFor(folder, [place], 'banana')).toEqual([])
})

test('keeps what it knows while a disk is not connected, but finds nothing in it', async () => {
  const folder = temporaryFolder()
  const { root, place } = folderWith({ 'a.txt': 'apple' })
  await updatedIndex(folder, [place])
  renameSync(root, `${root}-away`)
  expect((await updatedIndex(folder, [place])).sources).toMatchObject([
    { stats: { problem: 'gone', fileCount: 1, indexedCount: 0 } },
  ])
  expect(textsFor(folder, [place], 'apple')).toEqual([])
  renameSync(`${root}-away`, root)
  let hasRead = false
  await updatedIndex(folder, [place], { onReport: () => (hasRead = true) })
  expect([textsFor(folder, [place], 'apple'), hasRead]).toEqual([['apple'], false])
})

test('continues after it was stopped or killed in the middle', async () => {
  const folder = temporaryFolder()
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.txt`, `word${at} in file`]))
  const { place } = folderWith(files)
  const controller = new AbortController()
  const stopped = updatedIndex(folder, [place], {
    signal: controller.signal,
    onReport: () => controller.abort(new Error('stop')),
  })
  await expect(stopped).rejects.toThrow('stop')
  const states = Object.values(statesIn(folder))
  expect([states.length, states.includes('waiting')]).toEqual([40, true])
  await updatedIndex(folder, [place])
  expect(new Set(Object.values(statesIn(folder)))).toEqual(new Set(['indexed']))
  expect(textsFor(folder, [place], 'word7')).toEqual(['word7 in file'])
})

test('builds a damaged index again', async () => {
  const folder = temporaryFolder()
  const { place } = folderWith({ 'a.txt': 'apple' })
  await updatedIndex(folder, [place])
  writeFileSync(indexIn(folder), 'not a database at all, but long enough to look like a file')
  await updatedIndex(folder, [place])
  expect(textsFor(folder, [place], 'apple')).toEqual(['apple'])
})

test('builds an index again that is damaged where only its words are', async () => {
  const folder = temporaryFolder()
  const { root, place } = folderWith({ 'a.txt': 'apple', 'b.txt': 'berry '.repeat(20_000) })
  await updatedIndex(folder, [place])
  const bytes = readFileSync(indexIn(folder))
  bytes.fill(0xa5, 2 * 4_096)
  writeFileSync(indexIn(folder), bytes)
  writeFileSync(join(root, 'b.txt'), 'berry')
  await updatedIndex(folder, [place])
  expect(textsFor(folder, [place], 'apple')).toEqual(['apple'])
})

test('readers of an index see no change while a file is indexed again', async () => {
  const folder = temporaryFolder()
  const { root, place } = folderWith({ 'a.txt': 'apple' })
  await updatedIndex(folder, [place])
  const reader = readIndex(indexIn(folder))
  const texts = () => reader?.database.query<{ text: string }>('SELECT text FROM passages').all()
  writeFileSync(join(root, 'a.txt'), 'another text')
  await updatedIndex(folder, [place])
  expect(texts()).toEqual([{ text: 'apple' }])
  reader?.release()
})

test('gives a file whole, by its hash', async () => {
  const folder = temporaryFolder()
  const text = 'A line.\n'.repeat(1_000)
  const { root, place } = folderWith({ 'long.txt': text })
  await updatedIndex(folder, [place])
  const budget = { wholeTokens: 10_000, passageTokens: 100 }
  const asked = { file: indexIn(folder), sources: [place], question: 'x', earlier: '', budget }
  const found = findPassages(asked)
  expect(found).toMatchObject({ texts: [text], isWhole: true, isStale: false, isIncomplete: false })
  const hash = found?.excerpts[0]?.hash ?? ''
  expect(knowledgeText({ file: indexIn(folder), hash })).toEqual({ text, isCut: false })
  appendFileSync(join(root, 'long.txt'), 'more')
  expect(findPassages(asked)).toMatchObject({ isStale: true })
})
