import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { needsPosix } from '../../base/testing/needs'
import { realTemporaryFolder } from '../../base/testing/temporary-folder'
import { readFileInside, walkFolder } from './source-files'

const limits = { files: 1_000, entries: 1_000, depth: 10, fileBytes: 100, folderBytes: 1_000 }

function walked(root: string, given: Partial<typeof limits> = {}) {
  const walk = walkFolder(root, new Set(), { ...limits, ...given })
  const paths: string[] = []
  for (;;) {
    const next = walk.next()
    if (next.done === true) return { paths: paths.toSorted(), ...next.value }
    if (next.value !== null) paths.push(next.value.path)
  }
}

function folderWith(paths: readonly string[]): string {
  const root = realTemporaryFolder()
  for (const path of paths) writeFileSync(join(root, path), 'x'.repeat(10))
  return root
}

test('ends at its limits, however many files, folders and bytes there are', () => {
  const root = folderWith(['a', 'b', 'c', 'd'])
  expect(walked(root)).toEqual({ paths: ['a', 'b', 'c', 'd'], isCut: false })
  expect(walked(root, { files: 3 })).toMatchObject({ paths: { length: 3 }, isCut: true })
  expect(walked(root, { entries: 2 })).toMatchObject({ paths: { length: 2 }, isCut: true })
  expect(walked(root, { folderBytes: 25 })).toMatchObject({ paths: { length: 2 }, isCut: true })
  // Files that are too large are listed, and take no room.
  expect(walked(root, { folderBytes: 25, fileBytes: 5 })).toMatchObject({
    paths: { length: 4 },
    isCut: false,
  })
})

test('goes no deeper than its limit', () => {
  const root = folderWith([])
  mkdirSync(join(root, ...Array.from({ length: 90 }, () => 'd')), { recursive: true })
  writeFileSync(join(root, 'd', 'near'), '')
  writeFileSync(join(root, ...Array.from({ length: 20 }, () => 'd'), 'far'), '')
  expect(walked(root).paths).toEqual(['d/near'])
})

test('does not treat sockets, devices and links as files, and never waits for them', async (context) => {
  needsPosix(context)
  const root = folderWith(['real'])
  const server = createServer().listen(join(root, 'socket'))
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  symlinkSync('/dev/zero', join(root, 'zero'))
  symlinkSync('real', join(root, 'link'))
  symlinkSync('.', join(root, 'self'))
  expect(walked(root).paths).toEqual(['real'])
  for (const path of ['socket', 'zero', 'link', 'self', 'self/real', 'gone', '../real']) {
    expect(readFileInside(root, path, 100)).toEqual({ problem: 'unreadable' })
  }
  expect(readFileInside('/dev', 'zero', 100)).toEqual({ problem: 'unreadable' })
})

test('reads a file only as far as its limit', () => {
  const root = folderWith(['ten'])
  expect(readFileInside(root, 'ten', 10).bytes?.toString()).toBe('xxxxxxxxxx')
  expect(readFileInside(root, 'ten', 9)).toEqual({ problem: 'too-large' })
})

test('does not treat a state of a growing file as its content', (context) => {
  context.skip(process.platform !== 'linux', 'only Linux has a file that is longer than it claims')
  expect(readFileInside('/proc/self', 'status', 1_000)).toEqual({ problem: 'unreadable' })
  expect(readFileInside(realpathSync('/proc/self'), 'status', 1_000)).toEqual({ problem: 'changing' })
})
