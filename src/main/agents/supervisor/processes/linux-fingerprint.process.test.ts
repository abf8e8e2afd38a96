// Needs processes: what one inherits shows in another.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { beforeEach, expect, test } from 'vitest'

import { needsProc } from '../../../base/testing/needs'
import { pidOf } from '../../../base/testing/pid-of'
import { readFingerprint, startBranded } from './linux-fingerprint'

beforeEach(needsProc)

test('a process has its brand from the beginning, each another, and this one has its own again', async () => {
  const own = readFingerprint('self')
  const used = new Set<string>()
  for (let count = 0; count < 20; count++) {
    const { started, brand } = startBranded(used, () => spawn('sleep', ['60'], { detached: true }))
    expect(readFingerprint(pidOf(started))).toBe(brand)
    expect(readFingerprint('self')).toBe(own)
    expect(brand === null || used.has(brand)).toBe(false)
    used.add(brand ?? '')
    started.kill('SIGKILL')
    await once(started, 'exit')
  }
})

test('a start that fails leaves this process as it was', () => {
  const own = readFingerprint('self')
  expect(() => startBranded(new Set(), () => spawn('sleep', [], { cwd: '\0' }))).toThrow('null bytes')
  expect(readFingerprint('self')).toBe(own)
})
