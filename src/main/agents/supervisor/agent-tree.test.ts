import { expect, test } from 'vitest'

import { AgentTree } from './agent-tree'
import { linuxProcesses } from './linux-processes'
import type { ProcessRow, ProcessTable } from './process-table'

const parley: ProcessRow = { pid: process.pid, parentPid: 50, groupId: 50, sessionId: 50, startedAt: '5' }
const shell: ProcessRow = { pid: 50, parentPid: 1, groupId: 50, sessionId: 50, startedAt: '4' }
const first: ProcessRow = { pid: 1, parentPid: 0, groupId: 1, sessionId: 1, startedAt: '1' }
const system = [first, shell, parley]

function row(pid: number, parentPid: number, sessionId: number, startedAt = '10'): ProcessRow {
  return { pid, parentPid, groupId: sessionId, sessionId, startedAt }
}

function openTree(marks: Record<number, string> = {}, brandedPids: number[] = []) {
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
      brand: 'brand',
    },
    table,
  )
  const pids = (rows: ProcessRow[], byMark = false) =>
    tree
      .update([...system, ...rows], { byMark })
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

test('neither Parley, nor what is above it, nor its session is ever part of an agent, whatever marks they carry', () => {
  const { pids } = openTree({ [process.pid]: 'ours', 50: 'ours', 1: 'ours', 60: 'ours' })
  expect(pids([program, row(60, 50, 50), row(61, 50, 50)], true)).toEqual([60, 100])
})
