import { expect, test } from 'vitest'

import { AgentTree } from './agent-tree'
import { linuxProcesses } from './processes/linux-processes'
import type { ProcessRow, ProcessTable } from './processes/process-table'

const parley: ProcessRow = { pid: process.pid, parentPid: 50, groupId: 50, sessionId: 50, startedAt: '5' }
const shell: ProcessRow = { pid: 50, parentPid: 1, groupId: 50, sessionId: 50, startedAt: '4' }
const first: ProcessRow = { pid: 1, parentPid: 0, groupId: 1, sessionId: 1, startedAt: '1' }
const system = [first, shell, parley]

function row(pid: number, parentPid: number, sessionId: number, startedAt = '10'): ProcessRow {
  return { pid, parentPid, groupId: sessionId, sessionId, startedAt }
}

function openTree(
  marks: Record<number, string> = {},
  fingerprintPids: number[] = [],
  given: { fingerprint?: string | null; above?: ProcessRow[] } = {},
) {
  const { fingerprint = 'fingerprint', above = system } = given
  const root = { programPid: 100, isRunning: true }
  const table: ProcessTable = {
    ...linuxProcesses,
    markOf: ({ pid }) => marks[pid] ?? null,
    fingerprintOf: ({ pid }) => (fingerprintPids.includes(pid) ? 'fingerprint' : 'usual'),
  }
  const tree = new AgentTree(
    {
      programPid: 100,
      isProgramRunning: () => root.isRunning,
      isMarked: (mark) => mark === 'ours',
      fingerprint,
    },
    table,
  )
  const pids = (rows: ProcessRow[], byMark = false) =>
    tree
      .update([...above, ...rows], { byMark })
      .map(({ pid }) => pid)
      .toSorted((one, other) => one - other)
  return { root, pids }
}

const program = row(100, process.pid, 100)

test('finds children, their children and processes of their sessions, but not Parley or others', () => {
  const { pids } = openTree()
  expect(
    pids([
      row(103, 102, 102),
      program,
      row(102, 100, 102),
      row(104, 1, 102),
      row(200, process.pid, 200),
      row(201, 200, 200),
    ]),
  ).toEqual([100, 102, 103, 104])
})

test('remembers a process whose parent is gone, but not another one that reuses its pid', () => {
  const { root, pids } = openTree()
  pids([program, row(102, 100, 102)])
  root.isRunning = false
  expect(pids([row(102, 1, 102)])).toEqual([102])
  expect(pids([row(102, 1, 102, '99'), row(103, 102, 102, '99'), row(100, 1, 100, '99')])).toEqual([])
})

test('a mark finds processes that nothing else finds, and their children; another mark finds nothing', () => {
  const { pids } = openTree({ 300: 'ours', 400: 'theirs' })
  const rows = [program, row(300, 1, 300), row(301, 300, 301), row(400, 1, 400)]
  expect(pids(rows)).toEqual([100])
  expect(pids(rows, true)).toEqual([100, 300, 301])
})

test("a fingerprint finds a process without a mark, but not one with another agent's mark", () => {
  const { pids } = openTree({ 400: 'theirs' }, [300, 400])
  expect(pids([program, row(300, 1, 300), row(400, 1, 400)], true)).toEqual([100, 300])
})

test("a fingerprint finds nothing in Parley's session: Parley itself has it while it starts an agent", () => {
  const { pids } = openTree({}, [60])
  expect(pids([program, row(60, 50, 50)], true)).toEqual([100])
})

test('Parley, its ancestors and its session never belong to an agent, whatever marks they carry', () => {
  const { pids } = openTree({ [process.pid]: 'ours', 50: 'ours', 1: 'ours', 60: 'ours' })
  expect(pids([program, row(60, 50, 50), row(61, 50, 50)], true)).toEqual([60, 100])
})

test('remembers a process that changes its session, and what it left in the old one', () => {
  const { pids } = openTree()
  pids([program, row(102, 100, 102)])
  expect(pids([program, row(102, 1, 999)])).toEqual([100, 102])
  const next = openTree()
  next.pids([program, row(102, 100, 102)])
  expect(next.pids([program, row(103, 1, 102)])).toEqual([100, 103])
})

test('finds processes in the session of a program that exited before the first scan', () => {
  const { root, pids } = openTree()
  root.isRunning = false
  expect(pids([row(105, 1, 100), row(106, 1, 106)])).toEqual([105])
})

test("a child that stays in Parley's session makes no other process there part of the agent", () => {
  const { pids } = openTree()
  const stayed = row(102, 100, 50)
  expect(pids([program, stayed])).toEqual([100, 102])
  expect(pids([program, stayed, row(60, 50, 50)])).toEqual([100, 102])
  const withoutShell = openTree({}, [], { above: [first, parley] })
  withoutShell.pids([program, stayed])
  expect(withoutShell.pids([program, stayed, row(60, 1, 50)])).toEqual([100, 102])
})

test('an agent without a fingerprint matches nobody else’s, not even an unreadable one', () => {
  const { pids } = openTree({}, [], { fingerprint: null })
  expect(pids([program, row(300, 1, 300)], true)).toEqual([100])
  const unreadable: ProcessTable = { ...linuxProcesses, markOf: () => null, fingerprintOf: () => null }
  const root = { programPid: 100, isProgramRunning: () => true, isMarked: () => false, fingerprint: null }
  const rows = new AgentTree(root, unreadable).update([...system, program, row(300, 1, 300)], {
    byMark: true,
  })
  expect(rows.map(({ pid }) => pid)).toEqual([100])
})

test('the first process of the system never belongs to an agent, even if Parley’s parents are unknown', () => {
  const { pids } = openTree({ 1: 'ours' }, [], { above: [first, parley] })
  expect(pids([program], true)).toEqual([100])
})
