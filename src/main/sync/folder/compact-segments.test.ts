import { randomBytes } from 'node:crypto'
import fs, { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { compactSegments } from './compact-segments'
import { namesAdded, type TestDevice, testDevice } from './testing/test-device'
import { writeRows } from './write-rows'

interface Row {
  id: string | null
  value: number
}

const keyOf = (record: unknown) => (record as Row).id

function compact({ folder, own }: TestDevice) {
  return compactSegments(folder, { own, keyOf })
}

async function writeMany(device: TestDevice, from: number, count: number): Promise<void> {
  for (let value = from; value < from + count; value += 1) {
    await device.write([
      { id: `row ${value % 3}`, value },
      { id: null, value },
    ] satisfies Row[])
  }
}

/** What a device that has read nothing gets: the last value of each row, and how many records without a row. */
async function contentFor(path: string, id: string) {
  const reader = await testDevice(path, id)
  const news = await reader.news()
  const rows = reader.records as Row[]
  const newest = (name: string) =>
    Math.max(...rows.filter((row) => row.id === name).map(({ value }) => value))
  const others = new Set(rows.filter((row) => row.id === null).map(({ value }) => value))
  return {
    rows: ['row 0', 'row 1', 'row 2'].map(newest),
    others: others.size,
    read: reader.read,
    missing: news.kind === 'news' && news.devices.flatMap(({ missing, lost }) => [...missing, ...lost]),
  }
}

function sealedFiles(path: string): string[] {
  return readdirSync(path).filter((name) => name.endsWith('.parley'))
}

test('16 segments become one with the last record of each row; who has read the parts needs nothing', async () => {
  const path = temporaryFolder()
  const [a, b] = [await testDevice(path, 'a'), await testDevice(path, 'b')]
  await writeMany(a, 1, 10)
  await b.news()
  await writeMany(a, 11, 8)
  expect(await compact(a)).toEqual({ kind: 'compacted', merged: 1, removed: 16 })
  expect(sealedFiles(path)).toHaveLength(1 + 1 + 2)
  const c = await testDevice(path, 'c')
  await c.news()
  const rows = Array.from({ length: 13 }, (_, index) => ({ id: null, value: index + 1 }))
  const lastRows = [
    { id: 'row 2', value: 14 },
    { id: null, value: 14 },
    { id: 'row 0', value: 15 },
    { id: null, value: 15 },
    { id: 'row 1', value: 16 },
    { id: null, value: 16 },
  ]
  expect(c.records.slice(0, 19)).toEqual([...rows, ...lastRows])
  await b.news()
  expect(b.read).toEqual({ a: [{ from: 1, to: 18 }] })
  const before = b.records.length
  await compact(a)
  expect(await b.news()).toMatchObject({ devices: [{ missing: [], lost: [] }] })
  expect(b.records).toHaveLength(before)
})

test('256 segments become one', async () => {
  const path = temporaryFolder()
  const a = await testDevice(path, 'a', { segmentBytes: 1 })
  await a.write(Array.from({ length: 256 }, (_, index) => ({ id: `row ${index % 3}`, value: index })))
  expect(await compact(a)).toEqual({ kind: 'compacted', merged: 17, removed: 272 })
  const whole = { rows: [255, 253, 254], others: 0, read: { a: [{ from: 1, to: 256 }] }, missing: [] }
  expect(await contentFor(path, 'b')).toEqual(whole)
})

test('a crash at any step loses nothing, and the next compaction continues', async () => {
  const path = temporaryFolder()
  const a = await testDevice(path, 'a')
  await writeMany(a, 1, 17)
  const whole = { rows: [15, 16, 17], others: 17, read: { a: [{ from: 1, to: 17 }] }, missing: [] }
  const steps = [
    ['openSync', 3],
    ['writeFileSync', 1],
    ['fsyncSync', 0],
    ['renameSync', 0],
    ['rmSync', 0],
    ['rmSync', 1],
    ['rmSync', 14],
  ] as const
  for (const [call, skipped] of steps) {
    const crash = new Error(`crash at ${call} after ${skipped}`)
    const original = fs[call] as (...args: unknown[]) => unknown
    let count = 0
    const spy = vi.spyOn(fs, call).mockImplementation((...args: unknown[]) => {
      // What removes the temporary file is not a step.
      if (String(args[0]).endsWith('.tmp') && call === 'rmSync') return original(...args)
      count += 1
      if (count > skipped) throw crash
      return original(...args)
    })
    syncBuiltinESMExports()
    try {
      await expect(compact(a)).rejects.toBe(crash)
    } finally {
      spy.mockRestore()
      syncBuiltinESMExports()
    }
    expect({ call, skipped, ...(await contentFor(path, 'b')) }).toEqual({ call, skipped, ...whole })
  }
  expect(sealedFiles(path)).toHaveLength(1 + 1 + 1 + 1)
  const restarted = await testDevice(path, 'a')
  restarted.own = a.own
  expect(await compact(restarted)).toEqual({ kind: 'compacted', merged: 0, removed: 1 })
  expect(await contentFor(path, 'b')).toEqual(whole)
  expect(sealedFiles(path)).toHaveLength(1 + 1 + 1)
})

test('segments around a gap are not merged, nor are those that are too large together', async () => {
  const path = temporaryFolder()
  const a = await testDevice(path, 'a', { mergedUnpackedBytes: 1_000 })
  await writeMany(a, 1, 1)
  const [second = ''] = await namesAdded(path, () => writeMany(a, 2, 1))
  await writeMany(a, 3, 15)
  rmSync(join(path, second))
  expect(await compact(a)).toEqual({ kind: 'compacted', merged: 0, removed: 0 })
  await a.write([{ id: null, value: 18, text: 'x'.repeat(2_000) }])
  expect(await compact(a)).toEqual({ kind: 'compacted', merged: 0, removed: 0 })
  await writeMany(a, 19, 16)
  expect(await compact(a)).toEqual({ kind: 'compacted', merged: 1, removed: 16 })
})

test('a segment that was not counted is not merged, because its device may write its number again', async () => {
  const path = temporaryFolder()
  const a = await testDevice(path, 'a')
  await writeMany(a, 1, 15)
  const crash = new Error('crash')
  const save = (own: typeof a.own) => {
    if (own.pending === null) throw crash
    a.own = own
  }
  const rows = { own: a.own, records: [{ id: null, value: 16 }], save, onTooLong: () => {} }
  await expect(writeRows(a.folder, rows)).rejects.toBe(crash)
  expect(await compact(a)).toEqual({ kind: 'compacted', merged: 0, removed: 0 })
  expect(await a.write([{ id: null, value: 17 }])).toMatchObject({ kind: 'written', from: 17 })
  expect(await compact(a)).toEqual({ kind: 'compacted', merged: 1, removed: 16 })
})

test('no part is removed while the merged file is damaged', async () => {
  const path = temporaryFolder()
  const a = await testDevice(path, 'a')
  const parts = await namesAdded(path, async () => {
    for (let value = 1; value <= 16; value += 1) {
      await a.write([{ id: null, value, text: randomBytes(20_000).toString('hex') }])
    }
  })
  const crash = new Error('crash')
  const spy = vi.spyOn(fs, 'rmSync').mockImplementation(() => {
    throw crash
  })
  syncBuiltinESMExports()
  const [merged = ''] = await namesAdded(path, () => expect(compact(a)).rejects.toBe(crash))
  spy.mockRestore()
  syncBuiltinESMExports()
  const bytes = readFileSync(join(path, merged))
  bytes[100_000] = (bytes[100_000] ?? 0) ^ 1
  writeFileSync(join(path, merged), bytes)
  const restarted = await testDevice(path, 'a')
  restarted.own = a.own
  expect(await compact(restarted)).toEqual({ kind: 'compacted', merged: 0, removed: 0 })
  expect(sealedFiles(path)).toEqual(expect.arrayContaining(parts))
  expect(await compact(restarted)).toEqual({ kind: 'compacted', merged: 1, removed: 16 })
})
