import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { measureBeside, readBaseline, saveBaseline } from './baseline'
import { type Figure, plainFigure, ratioFigure } from './figure'

const ratio = (what: string, value: number): Figure =>
  ratioFigure(what, value, { value: 1, name: 'the limit' }, null)

/** Measures a row whose figure has these values, one per run. */
async function measured(values: readonly number[], baseline = { row: { cpu: 2 } }) {
  const left = [...values]
  const measure = () => Promise.resolve([ratio('cpu', left.shift() ?? Number.NaN), plainFigure('time', 1)])
  const { comparisons } = await measureBeside('row', measure, baseline)
  return { comparisons, runs: values.length - left.length }
}

test('reports a regression for two slow runs of three, but not for one', async () => {
  expect(await measured([2.19, 9])).toMatchObject({ runs: 1, comparisons: [{ now: 2.19, isWorse: false }] })
  expect(await measured([9, 2, 2.1])).toMatchObject({ runs: 3, comparisons: [{ now: 2.1, isWorse: false }] })
  expect(await measured([9, 2, 2.3])).toMatchObject({ runs: 3, comparisons: [{ now: 2.3, isWorse: true }] })
})

test('a figure that is no longer measured is a regression, and a new one is not', async () => {
  const { comparisons } = await measured([1, 1, 1], { row: { cpu: 1, gone: 1 } } as { row: { cpu: number } })
  expect(comparisons).toEqual([
    { row: 'row', what: 'cpu', before: 1, now: 1, isWorse: false },
    { row: 'row', what: 'gone', before: 1, now: null, isWorse: true },
  ])
  const { comparisons: unknown } = await measured([7], { other: {} } as never)
  expect(unknown).toEqual([{ row: 'row', what: 'cpu', before: null, now: 7, isWorse: false }])
})

test('storing some rows keeps the others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-baseline-'))
  const file = join(folder, 'baseline.json')
  try {
    saveBaseline(new Map([['one', [ratio('cpu', 1.23456), plainFigure('time', 5)]]]), file)
    saveBaseline(new Map([['two', [ratio('cpu', 2)]]]), file)
    expect(readBaseline(file)).toEqual({ one: { cpu: 1.235 }, two: { cpu: 2 } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
