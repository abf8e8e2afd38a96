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
  brandedPids: number[] = [],
  given: { brand?: string | null; above?: ProcessRow[] } = {},
) {
  const { brand = 'brand', above = system } = given
  const root = { programPid: 100, isRunning: true }
  const table: ProcessTable = {
    ...linuxProcesses,
    markOf: ({ pid }) => marks[pid] ?? null,
    brandOf: ({ pid }) => (brandedPids.includes(pid) ? 'brand' : 'usual'),
  }
  const tree = new AgentTree(
    {
      programPid: 100,
      isProgramRunning: () => root.isRunning,
      isMarked: (mark) => mark === 'ours',
      brand,
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

test('children, their children and whoever shares a session are found, others and Parley are not', () => {
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

test('what was seen once is known when its parent is gone, but not who has its number after it', () => {
  const { root, pids } = openTree()
  pids([program, row(102, 100, 102)])
  root.isRunning = false
  expect(pids([row(102, 1, 102)])).toEqual([102])
  expect(pids([row(102, 1, 102, '99'), row(103, 102, 102, '99'), row(100, 1, 100, '99')])).toEqual([])
})

test('a mark finds what nothing else does, and its children; another mark finds nothing', () => {
  const { pids } = openTree({ 300: 'ours', 400: 'theirs' })
  const rows = [program, row(300, 1, 300), row(301, 300, 301), row(400, 1, 400)]
  expect(pids(rows)).toEqual([100])
  expect(pids(rows, true)).toEqual([100, 300, 301])
})

test('a brand finds what has no mark, and nothing that carries the mark of another', () => {
  const { pids } = openTree({ 400: 'theirs' }, [300, 400])
  expect(pids([program, row(300, 1, 300), row(400, 1, 400)], true)).toEqual([100, 300])
})

test('a brand finds nothing in the session of Parley, which has it itself while it starts an agent', () => {
  const { pids } = openTree({}, [60])
  expect(pids([program, row(60, 50, 50)], true)).toEqual([100])
})

test('neither Parley, nor what is above it, nor its session is ever part of an agent, whatever marks they carry', () => {
  const { pids } = openTree({ [process.pid]: 'ours', 50: 'ours', 1: 'ours', 60: 'ours' })
  expect(pids([program, row(60, 50, 50), row(61, 50, 50)], true)).toEqual([60, 100])
})

test('what was seen once is known in whatever session it is later, and so is what it left in its own', () => {
  const { pids } = openTree()
  pids([program, row(102, 100, 102)])
  expect(pids([program, row(102, 1, 999)])).toEqual([100, 102])
  const next = openTree()
  next.pids([program, row(102, 100, 102)])
  expect(next.pids([program, row(103, 1, 102)])).toEqual([100, 103])
})

test('what shares the session of a program that ended before anybody looked is found', () => {
  const { root, pids } = openTree()
  root.isRunning = false
  expect(pids([row(105, 1, 100), row(106, 1, 106)])).toEqual([105])
})

test('a child that stayed in the session of Parley makes nobody else there part of the agent', () => {
  const { pids } = openTree()
  const stayed = row(102, 100, 50)
  expect(pids([program, stayed])).toEqual([100, 102])
  expect(pids([program, stayed, row(60, 50, 50)])).toEqual([100, 102])
  const withoutShell = openTree({}, [], { above: [first, parley] })
  withoutShell.pids([program, stayed])
  expect(withoutShell.pids([program, stayed, row(60, 1, 50)])).toEqual([100, 102])
})

test('without a brand of its own an agent has nobody else’s, not even one that cannot be read', () => {
  const { pids } = openTree({}, [], { brand: null })
  expect(pids([program, row(300, 1, 300)], true)).toEqual([100])
  const unreadable: ProcessTable = { ...linuxProcesses, markOf: () => null, brandOf: () => null }
  const root = { programPid: 100, isProgramRunning: () => true, isMarked: () => false, brand: null }
  const rows = new AgentTree(root, unreadable).update([...system, program, row(300, 1, 300)], {
    byMark: true,
  })
  expect(rows.map(({ pid }) => pid)).toEqual([100])
})

test('the first process of the system is never part of an agent, also where Parley’s parents cannot be seen', () => {
  const { pids } = openTree({ 1: 'ours' }, [], { above: [first, parley] })
  expect(pids([program], true)).toEqual([100])
})
