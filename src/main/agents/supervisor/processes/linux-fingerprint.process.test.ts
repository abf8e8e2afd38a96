// Needs processes: inheritance is visible only in another process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { beforeEach, expect, test } from 'vitest'

import { needsProc } from '../../../base/testing/needs'
import { pidOf } from '../../../base/testing/pid-of'
import { readFingerprint, startWithFingerprint } from './linux-processes'

beforeEach(needsProc)

test('each process has its own fingerprint from the start, and this process gets its own settings back', async () => {
  const own = readFingerprint('self')
  const used = new Set<string>()
  for (let count = 0; count < 20; count++) {
    const { started, fingerprint } = startWithFingerprint(used, () =>
      spawn('sleep', ['60'], { detached: true }),
    )
    expect(readFingerprint(pidOf(started))).toBe(fingerprint)
    expect(readFingerprint('self')).toBe(own)
    expect(fingerprint === null || used.has(fingerprint)).toBe(false)
    used.add(fingerprint ?? '')
    started.kill('SIGKILL')
    await once(started, 'exit')
  }
})

test('a failed start leaves this process unchanged', () => {
  const own = readFingerprint('self')
  expect(() => startWithFingerprint(new Set(), () => spawn('sleep', [], { cwd: '\0' }))).toThrow('null bytes')
  expect(readFingerprint('self')).toBe(own)
})
