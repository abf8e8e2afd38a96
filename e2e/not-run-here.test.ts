import { expect, test } from 'vitest'

import { notInElectron, whyNotHere } from './not-run-here.ts'

test('a listed test is not run in Electron, and its neighbours are', () => {
  const entry = notInElectron.find(({ file }) => file === 'window.spec.ts')
  if (entry?.test === undefined) throw new Error('no single test of window.spec.ts is listed')
  const title = entry.test
  const on = { platform: 'linux', hostKind: 'electron' } as const
  expect(whyNotHere({ file: 'window.spec.ts', title }, on)).toBe(entry.reason)
  expect(whyNotHere({ file: 'window.spec.ts', title: 'another one' }, on)).toBeNull()
  expect(whyNotHere({ file: 'chat-view.spec.ts', title }, on)).toBeNull()
  expect(whyNotHere({ file: 'window.spec.ts', title }, { ...on, hostKind: 'web' })).toBeNull()
})

test('a listed file is not run in Electron with any of its tests', () => {
  const on = { platform: 'linux', hostKind: 'electron' } as const
  for (const title of ['one', 'another']) {
    expect(whyNotHere({ file: 'security.spec.ts', title }, on)).toBe('there is no HTTP in Electron')
  }
})

test('specs that look into /proc run on Linux alone', () => {
  const file = { file: 'agents.spec.ts', title: 'any' }
  expect(whyNotHere(file, { platform: 'darwin', hostKind: 'web' })).toContain('/proc')
  expect(whyNotHere(file, { platform: 'linux', hostKind: 'web' })).toBeNull()
})
