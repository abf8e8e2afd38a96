import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { AgentTree } from './agent-tree'
import { killTree } from './kill-tree'
import { linuxProcesses } from './processes/linux-processes'
import { ProcessReader, type ProcessRow, type ProcessTable } from './processes/process-table'

const unexpected = {
  fatal: (_source: string, error: unknown) => expect.unreachable(String(error)),
  warning: (_source: string, error: unknown) => expect.unreachable(String(error)),
}

function row(pid: number, startedAt = '10'): ProcessRow {
  return { pid, parentPid: 1, groupId: pid, sessionId: pid, startedAt }
}

/**
 * Kills a marked tree while each scan of the processes returns the next of `looks`, `everyMs` apart; the last one
 * repeats. Returns the outcome, the number of scans, and the signals with the scan after which each was sent.
 */
async function play(looks: (ProcessRow[] | null)[], options: { everyMs: number; giveUpMs?: number }) {
  const clock = createManualClock()
  const signals: string[] = []
  let lookCount = 0
  const table: ProcessTable = {
    ...linuxProcesses,
    read() {
      if (lookCount > 0) clock.advance(options.everyMs)
      lookCount += 1
      return Promise.resolve(looks[Math.min(lookCount, looks.length) - 1] ?? null)
    },
    markOf: () => 'ours',
    signal(pid, signal) {
      signals.push(`${lookCount}: ${signal} ${pid}`)
      return true
    },
  }
  const root = { programPid: null, isProgramRunning: () => false, isMarked: () => true, fingerprint: null }
  const tree = new AgentTree(root, table)
  const reader = new ProcessReader(table, unexpected)
  const left = await killTree(tree, { clock, table, reader }, options.giveUpMs ?? 10_000)
  return { left: left?.map(({ pid }) => pid) ?? null, lookCount, signals }
}

test('asks each process once to end, and kills it after 250 ms', async () => {
  const both = [row(101), row(102)]
  expect(await play([[row(101)], both, both, both, both, []], { everyMs: 125 })).toEqual({
    left: [],
    lookCount: 7,
    signals: [
      '1: SIGTERM 101',
      '2: SIGTERM 102',
      '4: SIGKILL 101',
      '4: SIGKILL 102',
      '5: SIGKILL 101',
      '5: SIGKILL 102',
    ],
  })
})

test('a process that appears at the end of the 250 ms is still asked', async () => {
  const { signals } = await play([[], [row(101)], []], { everyMs: 250 })
  expect(signals).toEqual(['2: SIGTERM 101'])
})

test('a process that reuses a pid is asked separately', async () => {
  const { signals } = await play([[row(101, '10')], [row(101, '11')], []], { everyMs: 1 })
  expect(signals).toEqual(['1: SIGTERM 101', '2: SIGTERM 101'])
})

test('a single scan without a process may have missed one, so it takes two in a row', async () => {
  expect(await play([[], [row(101)], [], [row(101)], []], { everyMs: 1 })).toEqual({
    left: [],
    lookCount: 6,
    signals: ['2: SIGTERM 101'],
  })
})

test('processes that are still alive at the time limit are returned, and not before', async () => {
  expect(await play([[row(101)]], { everyMs: 100, giveUpMs: 200 })).toEqual({
    left: [101],
    lookCount: 4,
    signals: ['1: SIGTERM 101'],
  })
})

test('does not give up because of a late first scan without a process', async () => {
  expect(await play([[row(101)], []], { everyMs: 500, giveUpMs: 200 })).toMatchObject({
    left: [],
    lookCount: 3,
  })
})

test('signals nothing when the system cannot list processes', async () => {
  expect(await play([null], { everyMs: 1 })).toEqual({ left: null, lookCount: 1, signals: [] })
})
