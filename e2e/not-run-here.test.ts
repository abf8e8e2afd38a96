import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import {
  choosesWholeFiles,
  listedFiles,
  listedWithoutTest,
  notInElectron,
  whyNotHere,
} from './not-run-here.ts'

test('every listed file exists', () => {
  const missing = listedFiles().filter((file) => !existsSync(join(import.meta.dirname, 'specs', file)))
  expect(missing).toEqual([])
})

test('names a listed test that its file no longer has, unless the file was not collected', () => {
  const listed = [
    { file: 'a.spec.ts', test: 'kept', reason: 'x' },
    { file: 'a.spec.ts', test: 'renamed', reason: 'x' },
    { file: 'b.spec.ts', test: 'of another file', reason: 'x' },
    { file: 'a.spec.ts', reason: 'all of it' },
  ]
  const collected = [
    { file: 'a.spec.ts', title: 'kept' },
    { file: 'a.spec.ts', title: 'of another file' },
  ]
  expect(listedWithoutTest(collected, listed)).toEqual(['a.spec.ts › renamed'])
  expect(listedWithoutTest(collected)).toEqual([])
})

test.each([
  [[], true],
  [['test', '--reporter=list,json', '--workers', '1', 'e2e/specs/stop.spec.ts'], true],
  [['--grep=@attachable'], false],
  [['-g', 'Escape'], false],
  [['-gEscape'], false],
  [['--grep-invert', 'x'], false],
  [['--last-failed'], false],
  [['e2e/specs/stop.spec.ts:40'], false],
])('detects whether a run with %j has all tests of its files: %s', (args, isWhole) => {
  expect(choosesWholeFiles(args)).toBe(isWhole)
})

test('skips a listed test in Electron, but not its neighbours', () => {
  const entry = notInElectron.find(({ file }) => file === 'window.spec.ts')
  if (entry?.test === undefined) throw new Error('no single test of window.spec.ts is listed')
  const title = entry.test
  const on = { platform: 'linux', hostKind: 'electron' } as const
  expect(whyNotHere({ file: 'window.spec.ts', title }, on)).toBe(entry.reason)
  expect(whyNotHere({ file: 'window.spec.ts', title: 'another one' }, on)).toBeNull()
  expect(whyNotHere({ file: 'chat-view.spec.ts', title }, on)).toBeNull()
  expect(whyNotHere({ file: 'window.spec.ts', title }, { ...on, hostKind: 'web' })).toBeNull()
})

test('skips all tests of a listed file in Electron', () => {
  const on = { platform: 'linux', hostKind: 'electron' } as const
  for (const title of ['one', 'another']) {
    expect(whyNotHere({ file: 'security.spec.ts', title }, on)).toBe('there is no HTTP in Electron')
  }
})

test('runs specs that need /proc only on Linux', () => {
  const file = { file: 'agents.spec.ts', title: 'any' }
  expect(whyNotHere(file, { platform: 'darwin', hostKind: 'web' })).toContain('/proc')
  expect(whyNotHere(file, { platform: 'linux', hostKind: 'web' })).toBeNull()
})
