import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { MessageId } from '../../../shared/ids'
import { needsFileModes, needsLinks } from '../../base/testing/needs'
import { realTemporaryFolder, temporaryFolder } from '../../base/testing/temporary-folder'
import { createManualClock } from '../../base/testing/manual-clock'
import type { JobRunner } from '../../base/threads/job'
import { FileEdits } from '../../store/tools/file-edits'
import { openTestStore } from '../../store/testing/test-store'
import { runTool, someCall } from '../testing/tool-call'
import type { ToolCallContext } from '../tool'
import { fileTools } from './file-tools'
import { FileTurns } from './file-turns'
import { type FileJobs, fileJobs } from './jobs/file-jobs'
import { UndoEdits } from './undo-edits'

/** The jobs in this thread. `before` acts as another program between the decision about an edit and the edit itself. */
function directJobs(before: (name: string) => void | Promise<void> = () => {}): JobRunner<FileJobs> {
  const jobs = fileJobs as unknown as Record<string, (input: unknown) => never>
  return {
    async run(name, input) {
      await before(name)
      const job = jobs[name]
      if (job === undefined) throw new Error(`there is no job ${name}`)
      return job(input)
    },
  }
}

function setUp(before?: (name: string) => void | Promise<void>) {
  const folder = realTemporaryFolder()
  const { store, database } = openTestStore()
  const { id: sessionId } = store.createSession({ model: 'demo/writer' })
  const deps = {
    jobs: directJobs(before),
    edits: new FileEdits(database),
    closedFolders: [],
    turns: new FileTurns(),
    clock: createManualClock(),
  }
  const tools = fileTools(deps)
  const undo = new UndoEdits(deps)
  const call = (more: Partial<ToolCallContext> = {}) => someCall({ folder, sessionId, ...more })
  const messageId = 'answer' as MessageId
  return {
    ...deps,
    folder,
    sessionId,
    call,
    prepare: (name: string, input: unknown, more?: Partial<ToolCallContext>) => {
      const tool = tools.find((each) => each.name === name)
      if (tool === undefined) throw new Error(`there is no tool ${name}`)
      return tool.prepare(input, call(more))
    },
    run: (name: string, input: unknown, toolCallId = 'call') =>
      runTool(tools, name, input, call({ toolCallId })),
    undo: (toolCallId = 'call') => undo.undo(messageId, toolCallId),
    isUndone: (toolCallId = 'call') => deps.edits.get(messageId, toolCallId)?.undoneAt != null,
    put: (name: string, content: string | Uint8Array) => {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), content)
    },
    text: (name: string) => readFileSync(join(folder, name), 'utf8'),
  }
}

async function textOf(result: Promise<{ text: string }>): Promise<string> {
  return (await result).text
}

test('reads lines page by page, and names what is not text', async () => {
  const { run, put } = setUp()
  put('a.txt', 'one\r\ntwo\nthree\n')
  put('long.txt', 'x'.repeat(5_000))
  put('empty.txt', '')
  put('image.png', Uint8Array.of(0x89, 0x50, 0, 1, 2, 3))
  put('latin.txt', Uint8Array.of(0x67, 0x72, 0xfc, 0xdf, 0x65))
  const read = (path: string, more: object = {}) => textOf(run('files.read', { path, ...more }))
  expect(await read('a.txt')).toBe('[a.txt: lines 1–3 of 3.]\none\ntwo\nthree')
  expect(await read('a.txt', { offset: 2, limit: 1 })).toBe(
    '[a.txt: lines 2–2 of 3. To read on, use offset 3.]\ntwo',
  )
  expect(await read('a.txt', { offset: 9 })).toBe('[a.txt has 3 lines, none from 9 on.]')
  expect(await read('long.txt')).toMatch(/^\[long.txt: lines 1–1 of 1.\]\nx{4000}… \[5000 characters\]$/)
  expect(await read('empty.txt')).toBe('[empty.txt is empty.]')
  expect(await read('image.png')).toBe('[image.png is not a text file (6 bytes).]')
  expect(await read('latin.txt')).toContain('grüße')
})

test('lists a folder page by page, without what tools have filled', async () => {
  const { run, put } = setUp()
  put('b.txt', '12345')
  put('a/inner/deep.txt', '')
  put('node_modules/left-pad/index.js', '')
  const list = (input: object) => textOf(run('files.list', input))
  expect(await list({})).toBe('[.: entries 1–3 of 3.]\na/\nb.txt (5 bytes)\nnode_modules/ (not listed)')
  expect(await list({ depth: 3, offset: 4 })).toBe(
    '[.: entries 4–5 of 5.]\na/inner/\na/inner/deep.txt (0 bytes)',
  )
  expect(await list({ limit: 1 })).toBe('[.: entries 1–1 of 3. To see more, use offset 2.]\na/')
  expect(await list({ path: 'node_modules' })).toContain('left-pad/')
  await expect(list({ path: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND', data: { path: 'none' } })
})

test('finds text and patterns, page by page, and skips what nobody searches', async () => {
  const { run, put } = setUp()
  put('src/a.ts', 'const tea = 1\n// Tea again\n')
  put('src/b.md', 'no tea here\n')
  put('.git/config', 'tea')
  put('node_modules/tea/index.js', 'tea')
  put('tea.bin', Uint8Array.of(0x74, 0x65, 0x61, 0, 1))
  const search = (input: object) => textOf(run('files.search', input))
  expect(await search({ query: 'tea' })).toBe(
    '[Matches 1–2.]\nsrc/a.ts:1: const tea = 1\nsrc/b.md:1: no tea here',
  )
  expect(await search({ query: 'tea', ignoreCase: true, include: '*.{ts,js}' })).toBe(
    '[Matches 1–2.]\nsrc/a.ts:1: const tea = 1\nsrc/a.ts:2: // Tea again',
  )
  expect(await search({ query: String.raw`t.a\s=`, isPattern: true })).toContain('src/a.ts:1:')
  expect(await search({ query: 'tea', limit: 1 })).toBe(
    '[Matches 1–1. There are more; use offset 2.]\nsrc/a.ts:1: const tea = 1',
  )
  expect(await search({ query: 'tea', offset: 2, path: 'src' })).toBe(
    '[Matches 2–2 in src.]\nsrc/b.md:1: no tea here',
  )
  expect(await search({ query: 'tea', path: 'src/b.md' })).toContain('src/b.md:1:')
  expect(await search({ include: 'src/**' })).toBe('[Files 1–2.]\nsrc/a.ts\nsrc/b.md')
  expect(await search({ query: 'coffee' })).toBe('[No matches.]')
  await expect(search({ query: '(', isPattern: true })).rejects.toThrow('The pattern is not valid')
  await expect(search({})).rejects.toThrow('Give query, include or both.')
})

test('works only in a folder that the user chose', async () => {
  const { call, folder, ...rest } = setUp()
  const tools = fileTools(rest)
  const read = (at: string | null, path: string) =>
    runTool(tools, 'files.read', { path }, call({ folder: at }))
  await expect(read(null, 'a')).rejects.toThrow('The user has not chosen a folder')
  await expect(read(folder, '../a')).rejects.toThrow('outside the folder')
  rmSync(folder, { recursive: true })
  await expect(read(folder, 'a')).rejects.toMatchObject({ code: 'NOT_FOUND', data: { path: folder } })
})

test('shows an edit before it is made, and makes exactly that', async () => {
  const { prepare, put, text, folder } = setUp()
  put('src/a.ts', 'one\ntwo\nthree\n')
  const prepared = await prepare('files.edit', { path: 'src/a.ts', oldText: 'two', newText: '$&2' })
  expect(prepared.question).toMatchObject({
    title: 'Edit src/a.ts',
    folder,
    subject: { tool: 'files.edit', place: folder },
    changes: [
      {
        path: 'src/a.ts',
        kind: 'modified',
        patch: '@@ -1,3 +1,3 @@\n one\n-two\n+$&2\n three\n',
        added: 1,
        removed: 1,
      },
    ],
  })
  expect(prepared.question?.isOnceOnly).toBeUndefined()
  expect(text('src/a.ts')).toBe('one\ntwo\nthree\n')
  const result = await prepared.run()
  expect(text('src/a.ts')).toBe('one\n$&2\nthree\n')
  expect(result).toMatchObject({
    text: 'Changed src/a.ts (lines: +1 −1).',
    changes: prepared.question?.changes,
  })
})

test.each([
  'package.json',
  '.git/hooks/pre-commit',
  '.GIT/config',
  '.vscode/tasks.json',
  'src/.envrc',
  'docs/HEAD',
  'docs/config',
  'docs/objects/x',
  'docs/refs/x',
])('an edit of %s, which starts programs, always has to be decided', async (path) => {
  const { prepare } = setUp()
  const { question } = await prepare('files.edit', { path, content: 'x' })
  expect(question?.isOnceOnly).toBe(true)
})

test('an edit in a chat inside .github/workflows always has to be decided', async () => {
  const { prepare, folder } = setUp()
  const inside = join(folder, '.github', 'workflows')
  mkdirSync(inside, { recursive: true })
  const { question } = await prepare('files.edit', { path: 'notes.md', content: 'x' }, { folder: inside })
  expect(question?.isOnceOnly).toBe(true)
})

test('a permission is for the folder itself: the link that the user chose may lead elsewhere later', async (context) => {
  needsLinks(context)
  const { prepare, put, text, folder } = setUp()
  const [other, link] = [realTemporaryFolder(), join(temporaryFolder(), 'link')]
  put('a.txt', 'one')
  writeFileSync(join(other, 'a.txt'), 'one')
  symlinkSync(folder, link, 'junction')
  const edit = { path: 'a.txt', content: 'two' }
  const [byLink, byName] = [
    await prepare('files.edit', edit, { folder: link }),
    await prepare('files.edit', edit),
  ]
  expect(byLink.question).toEqual(byName.question)
  rmSync(link, { recursive: true })
  symlinkSync(other, link, 'junction')
  await byLink.run()
  expect([text('a.txt'), readFileSync(join(other, 'a.txt'), 'utf8')]).toEqual(['two', 'one'])
})

test('refuses an ambiguous edit, and says why', async () => {
  const { prepare, put } = setUp()
  put('a.txt', 'tea tea\n')
  put('image.png', Uint8Array.of(0x89, 0, 1))
  put('large.txt', 'x'.repeat(1024 * 1024 + 1))
  const refused = (input: object, words: string) =>
    expect(prepare('files.edit', { path: 'a.txt', ...input })).rejects.toThrow(words)
  await refused({ oldText: 'tea', newText: 'x' }, 'oldText occurs 2 times')
  await refused({ oldText: 'coffee', newText: 'x' }, 'does not contain oldText')
  await refused({ oldText: 'tea', newText: 'tea', replaceAll: true }, 'would not change')
  await refused({ content: 'x', oldText: 'tea' }, 'Give either')
  await refused({ oldText: 'tea' }, 'Give either')
  await refused({}, 'Give either')
  await refused({ path: 'none.txt', oldText: 'tea', newText: 'x' }, 'none.txt was not found')
  const lines = Array.from(
    { length: 9_000 },
    (_none, index) => `a line of some length with the number ${index}\n`,
  )
  put('long.txt', lines.join(''))
  await refused({ path: 'long.txt', content: lines.toReversed().join('') }, 'too large to be shown')
  await refused({ path: 'image.png', content: 'x' }, 'not a text in UTF-8')
  await refused({ path: 'large.txt', content: 'x' }, 'too large')
  await refused({ path: 'new\nname', content: 'x' }, 'not a valid path')
  await refused({ path: { __proto__: null }, content: 'x' }, 'path')
})

test('keeps the line ends, the byte order mark and the permissions of a file', async (context) => {
  const { run, put, text, folder } = setUp()
  put('a.txt', '\ufeffone\r\ntwo\r\n')
  await run('files.edit', { path: 'a.txt', oldText: 'one\ntwo', newText: 'one\n2' })
  expect(text('a.txt')).toBe('\ufeffone\r\n2\r\n')
  await run('files.edit', { path: 'a.txt', content: 'new\nlines\n' }, 'second')
  expect(text('a.txt')).toBe('\ufeffnew\r\nlines\r\n')
  needsFileModes(context)
  chmodSync(join(folder, 'a.txt'), 0o751)
  await run('files.edit', { path: 'a.txt', content: 'x' }, 'third')
  expect(statSync(join(folder, 'a.txt')).mode & 0o777).toBe(0o751)
  expect(readdirSync(folder)).toEqual(['a.txt'])
})

test('an edit that another pane shares can be taken back there', async () => {
  const { run, put, text, undo, isUndone, sessionId } = setUp()
  put('a.txt', 'one')
  const { share } = await run('files.edit', { path: 'a.txt', content: 'two' })
  share?.({ sessionId, messageId: 'answer' as MessageId, toolCallId: 'shared' })
  await undo('shared')
  expect(text('a.txt')).toBe('one')
  expect(isUndone('call')).toBe(true)
})

test('a file that changes between the decision and the edit stays as it is, and nothing is left to undo', async () => {
  let interfere: (() => void) | null = null
  const { run, put, text, folder, edits } = setUp((name) => {
    if (name === 'writeFile') interfere?.()
  })
  const changed = { code: 'INVALID_INPUT', data: { reason: 'file-changed', path: 'a.txt' } }
  const edited = () => run('files.edit', { path: 'a.txt', content: 'model' })
  put('a.txt', 'before')
  interfere = () => put('a.txt', 'user')
  await expect(edited()).rejects.toMatchObject(changed)
  expect(text('a.txt')).toBe('user')
  interfere = () => rmSync(join(folder, 'a.txt'))
  await expect(edited()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(existsSync(join(folder, 'a.txt'))).toBe(false)
  interfere = () => put('a.txt', 'appeared')
  await expect(edited()).rejects.toMatchObject(changed)
  expect(text('a.txt')).toBe('appeared')
  expect(edits.list('answer' as MessageId)).toEqual([])
  expect(readdirSync(folder)).toEqual(['a.txt'])
})

test('takes back an edit and a new file, once, and only while nobody has changed them', async () => {
  const { run, put, text, folder, undo, isUndone } = setUp()
  put('a.txt', 'before')
  await run('files.edit', { path: 'a.txt', content: 'first' }, 'first')
  await run('files.edit', { path: 'a.txt', content: 'second' }, 'second')
  await run('files.edit', { path: 'new/b.txt', content: 'b' }, 'created')
  const changed = { data: { reason: 'file-changed' } }
  await expect(undo('first')).rejects.toMatchObject(changed)
  expect(text('a.txt')).toBe('second')
  const { undoneAt } = await undo('second')
  expect(text('a.txt')).toBe('first')
  await undo('first')
  expect(text('a.txt')).toBe('before')
  put('a.txt', 'by the user')
  expect(await undo('second')).toEqual({ undoneAt })
  expect(text('a.txt')).toBe('by the user')
  put('new/b.txt', 'changed')
  await expect(undo('created')).rejects.toMatchObject(changed)
  put('new/b.txt', 'b')
  await undo('created')
  expect(existsSync(join(folder, 'new', 'b.txt'))).toBe(false)
  expect(['first', 'second', 'created'].map(isUndone)).toEqual([true, true, true])
  await expect(undo('none')).rejects.toMatchObject({ code: 'NOT_FOUND', data: { reason: 'file-edit' } })
})

test('an edit whose process was killed before or after the file was written can be taken back', async () => {
  const killed = new Error('killed')
  let isWritten = false
  const { run, put, text, undo, isUndone } = setUp((name) => {
    if (name !== 'writeFile' || isWritten) return
    throw killed
  })
  put('a.txt', 'before')
  await expect(run('files.edit', { path: 'a.txt', content: 'after' })).rejects.toBe(killed)
  expect(text('a.txt')).toBe('before')
  await undo()
  expect([text('a.txt'), isUndone()]).toEqual(['before', true])
  isWritten = true
  await run('files.edit', { path: 'a.txt', content: 'after' }, 'second')
  await undo('second')
  expect(text('a.txt')).toBe('before')
})

test('an undo that is asked for while its edit is being made waits for it, and so does another edit of the file', async () => {
  const writing = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const done: string[] = []
  const { run, put, text, undo, isUndone } = setUp(async (name) => {
    if (name === 'planEdit') return
    done.push(name)
    if (name !== 'writeFile') return
    writing.resolve()
    await release.promise
  })
  put('a.txt', 'before')
  const first = run('files.edit', { path: 'a.txt', content: 'first' }, 'first')
  const second = run('files.edit', { path: 'a.txt', content: 'second' }, 'second')
  const refused = expect(second).rejects.toMatchObject({ data: { reason: 'file-changed' } })
  await writing.promise
  const undone = undo('first')
  const again = undo('first')
  expect(done).toEqual(['writeFile'])
  release.resolve()
  await first
  await refused
  expect(await again).toEqual(await undone)
  expect(done).toEqual(['writeFile', 'writeFile', 'undoFile'])
  expect([text('a.txt'), isUndone('first')]).toEqual(['before', true])
})

test('an undo of an edit that is refused at its end says that there is nothing to undo', async () => {
  const writing = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { run, put, text, undo } = setUp(async (name) => {
    if (name !== 'writeFile') return
    writing.resolve()
    await release.promise
    put('a.txt', 'by hand')
  })
  put('a.txt', 'before')
  const refused = expect(run('files.edit', { path: 'a.txt', content: 'after' })).rejects.toMatchObject({
    data: { reason: 'file-changed' },
  })
  await writing.promise
  const undone = expect(undo()).rejects.toMatchObject({ code: 'NOT_FOUND', data: { reason: 'file-edit' } })
  release.resolve()
  await Promise.all([refused, undone])
  expect(text('a.txt')).toBe('by hand')
})

test('an undo does not write outside the folder either', async () => {
  const { run, put, folder, undo, text } = setUp()
  put('inner/a.txt', 'before')
  await run('files.edit', { path: 'inner/a.txt', content: 'after' })
  rmSync(folder, { recursive: true })
  await expect(undo()).rejects.toMatchObject({ code: 'NOT_FOUND', data: { path: folder } })
  put('inner/a.txt', 'after')
  await undo()
  expect(text('inner/a.txt')).toBe('before')
})
