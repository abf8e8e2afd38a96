import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { expect, onTestFinished, test } from 'vitest'

import { sha256 } from '../../../base/sha256'
import { needsLinks, needsPosix, needsProc } from '../../../base/testing/needs'
import { realTemporaryFolder } from '../../../base/testing/temporary-folder'
import { writeFile } from '../jobs/write-file'
import { holdFolder } from './held-folder'
import { readFileOf, readIn } from './open-file'
import { walk } from './walk'

const secret = 'secret'

/** A chosen folder beside one that must not be reached. */
function setUp() {
  const all = realTemporaryFolder()
  const [root, outside] = [join(all, 'root'), join(all, 'outside')]
  for (const folder of [root, outside]) mkdirSync(join(folder, 'inner'), { recursive: true })
  writeFileSync(join(outside, 'a.txt'), secret)
  writeFileSync(join(outside, 'inner', 'a.txt'), secret)
  writeFileSync(join(root, 'inner', 'a.txt'), 'mine')
  return { root, outside, place: { root, closedFolders: [] } }
}

function problemOf(act: () => unknown): unknown {
  try {
    act()
    return 'none'
  } catch (error) {
    const { code, data } = error as { code: string; data?: Record<string, unknown> }
    return data?.['problem'] ?? data?.['reason'] ?? code
  }
}

test('follows no link: to a file, to a folder, in the middle, in a circle, or to nothing', (context) => {
  needsLinks(context)
  const { root, outside, place } = setUp()
  const links = {
    'file.txt': join(outside, 'a.txt'),
    folder: outside,
    inside: join(root, 'inner'),
    circle: join(root, 'circle'),
    nothing: join(outside, 'nothing'),
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name))
  const read = (...names: string[]) => problemOf(() => readFileOf(place, names, 100))
  expect(read('file.txt')).toBe('link')
  expect(read('folder', 'a.txt')).toBe('link')
  expect(read('folder', 'inner', 'a.txt')).toBe('link')
  expect(read('inside', 'a.txt')).toBe('link')
  expect(read('circle')).toBe('link')
  expect(read('nothing')).toBe('link')
  expect(read('inner', 'a.txt', 'x')).toBe('link')
  const create = (...names: string[]) =>
    problemOf(() => writeFile({ place, names, beforeHash: null, after: 'x' }))
  expect(create('folder', 'new.txt')).toBe('link')
  expect(create('folder', 'new', 'new.txt')).toBe('link')
  // The link is there, so a file is not created, and what the link points to is not written.
  expect(create('nothing')).toBe('file-changed')
  expect(create('file.txt')).toBe('file-changed')
  expect(readdirSync(outside).toSorted()).toEqual(['a.txt', 'inner'])
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe(secret)
  const found = [...walk(place, [], { entries: 100, depth: 9 })].map(({ names, kind }) => [
    names.join('/'),
    kind,
  ])
  expect(found).toEqual([
    ['circle', 'link'],
    ['file.txt', 'link'],
    ['folder', 'link'],
    ['inner', 'folder'],
    ['inside', 'link'],
    ['nothing', 'link'],
    ['inner/a.txt', 'file'],
  ])
})

test('opens no socket and no folder as a file, and nothing that is too large', async (context) => {
  needsPosix(context)
  const { root, place } = setUp()
  const server = createServer().listen(join(root, 'socket'))
  onTestFinished(() => void server.close())
  await expect.poll(() => readdirSync(root)).toContain('socket')
  expect(problemOf(() => readFileOf(place, ['socket'], 100))).toBe('special')
  expect(problemOf(() => readFileOf(place, ['inner'], 100))).toBe('folder')
  expect(problemOf(() => readFileOf(place, [], 100))).toBe('folder')
  expect(problemOf(() => readFileOf(place, ['inner', 'a.txt'], 3))).toBe('large')
  expect(problemOf(() => readFileOf(place, ['none.txt'], 3))).toBe('path')
})

test('a folder of the system, a device, and Parley’s own data are not read', (context) => {
  needsProc(context)
  const { root } = setUp()
  const everything = { root: '/', closedFolders: [join(root, 'inner')] }
  const read = (path: string) => problemOf(() => readFileOf(everything, path.split('/').slice(1), 1_000_000))
  expect(read(`/proc/${process.pid}/environ`)).toBe('special')
  expect(read('/proc/version')).toBe('special')
  expect(read('/sys/kernel/mm/transparent_hugepage/enabled')).toBe('special')
  expect(read('/dev/zero')).toBe('special')
  expect(read(join(root, 'inner', 'a.txt'))).toBe('closed')
  const inProc = { root: '/proc/self/', closedFolders: [] }
  expect(problemOf(() => readFileOf(inProc, ['environ'], 1_000_000))).toBe('special')
  expect(problemOf(() => [...walk(inProc, [], { entries: 10, depth: 1 })])).toBe('special')
})

test('the chosen folder may be reached by a link, but not be gone or a file', (context) => {
  needsLinks(context)
  const { root, outside } = setUp()
  const link = join(outside, 'link')
  symlinkSync(root, link)
  expect(readFileOf({ root: link, closedFolders: [] }, ['inner', 'a.txt'], 100).bytes.toString()).toBe('mine')
  const file = { root: join(root, 'inner', 'a.txt'), closedFolders: [] }
  expect(problemOf(() => readFileOf(file, ['x'], 1))).toBe('path')
  rmSync(root, { recursive: true })
  expect(problemOf(() => readFileOf({ root: link, closedFolders: [] }, ['inner', 'a.txt'], 1))).toBe('path')
})

test('a hard link is a file of the folder; an edit replaces it and leaves the other name alone', () => {
  const { root, outside, place } = setUp()
  linkSync(join(outside, 'a.txt'), join(root, 'hard.txt'))
  writeFile({ place, names: ['hard.txt'], beforeHash: sha256(secret), after: 'new' })
  expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe(secret)
  expect(readFileSync(join(root, 'hard.txt'), 'utf8')).toBe('new')
})

/** Replaces `root/inner` by a link to `outside/inner` and back, as fast as it can, until the test ends. */
async function swap(root: string, outside: string): Promise<() => number> {
  const counter = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(
    `const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
     const { workerData: { root, outside, counter } } = require('node:worker_threads')
     while (Atomics.load(counter, 1) === 0) {
       renameSync(root + '/inner', root + '/kept')
       symlinkSync(outside + '/inner', root + '/inner')
       unlinkSync(root + '/inner')
       renameSync(root + '/kept', root + '/inner')
       Atomics.add(counter, 0, 1)
     }`,
    { eval: true, workerData: { root, outside, counter } },
  )
  onTestFinished(async () => {
    Atomics.store(counter, 1, 1)
    await worker.terminate()
  })
  await expect.poll(() => Atomics.load(counter, 0)).toBeGreaterThan(0)
  return () => Atomics.load(counter, 0)
}

/** Enough to meet the folder in each state many times. */
const attempts = 2_000

/** Tries that often, and on until it has seen enough: a busy machine may run the swapping thread in long turns. */
function tryOften(times: number, attempt: (index: number) => void, hasSeenEnough: () => boolean): void {
  for (let index = 0; index < times || (!hasSeenEnough() && index < times * 200); index += 1) attempt(index)
}

test.for([{ hasHandles: true }, { hasHandles: false }])(
  'a folder that is swapped for a link at any moment never leads out when read: %j',
  async ({ hasHandles }, context) => {
    needsLinks(context)
    if (hasHandles) needsProc(context)
    const { root, outside, place } = setUp()
    const count = await swap(root, outside)
    const before = count()
    const results = new Map<unknown, number>()
    const attempt = () => {
      let content = ''
      const problem = problemOf(() => {
        const folder = holdFolder(place, ['inner'], { hasHandles })
        try {
          content = readIn(folder, 'a.txt', ['inner', 'a.txt'], 100).bytes.toString()
        } finally {
          folder.close()
        }
      })
      const result = problem === 'none' ? content : problem
      results.set(result, (results.get(result) ?? 0) + 1)
    }
    tryOften(attempts, attempt, () => results.has('mine') && count() > before)
    expect(results.get(secret)).toBeUndefined()
    expect(results.get('mine')).toBeGreaterThan(0)
    expect(count()).toBeGreaterThan(before)
  },
)

test('a folder that is swapped for a link at any moment is never written through', async (context) => {
  needsProc(context)
  const { root, outside, place } = setUp()
  const count = await swap(root, outside)
  const before = count()
  let content = 'mine'
  const attempt = (index: number) => {
    const after = `mine ${index}`
    const file = { place, names: ['inner', 'a.txt'], beforeHash: sha256(content), after }
    if (problemOf(() => writeFile(file)) === 'none') content = after
  }
  tryOften(attempts / 10, attempt, () => content !== 'mine' && count() > before)
  expect(readFileSync(join(outside, 'inner', 'a.txt'), 'utf8')).toBe(secret)
  expect(readdirSync(join(outside, 'inner'))).toEqual(['a.txt'])
  expect(content).not.toBe('mine')
  expect(count()).toBeGreaterThan(before)
})
