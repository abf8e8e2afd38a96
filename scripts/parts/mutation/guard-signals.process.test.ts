// Starts processes, because the guard reads from the system which ones existed before.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { guardSignals } from './guard-signals.ts'
import { needsProc } from '../../../src/main/base/testing/needs.ts'

beforeEach(needsProc)

/**
 * Guards a `process.kill` that only records its calls, so that a broken guard cannot end the machine's
 * processes.
 */
function openGuard(): { sent: [number, string | number | undefined][] } {
  const sent: [number, string | number | undefined][] = []
  const kill = vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    sent.push([pid, signal])
    return true
  })
  onTestFinished(() => kill.mockRestore())
  onTestFinished(guardSignals())
  return { sent }
}

async function startSleeper(): Promise<number> {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  return child.pid ?? 0
}

test('a mutant cannot end earlier processes, their groups, its own process, or all processes', async () => {
  const pid = await startSleeper()
  const { sent } = openGuard()
  for (const target of [pid, -pid, process.pid, process.ppid, 0, -1, 1, Number.NaN]) {
    expect(() => process.kill(target, 'SIGKILL'), `${target}`).toThrow(
      expect.objectContaining({ code: 'EPERM' }),
    )
  }
  expect(sent).toEqual([])
})

test('processes that the test itself starts can be ended, alone or with their group', async () => {
  const { sent } = openGuard()
  const pid = await startSleeper()
  process.kill(pid, 'SIGTERM')
  process.kill(-pid, 'SIGKILL')
  expect(sent).toEqual([
    [pid, 'SIGTERM'],
    [-pid, 'SIGKILL'],
  ])
})

test('asking whether a process exists is allowed', () => {
  const { sent } = openGuard()
  process.kill(process.pid, 0)
  expect(sent).toEqual([[process.pid, 0]])
})
