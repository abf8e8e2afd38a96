import { expect, test } from 'vitest'

import type { RunId } from '../../../shared/ids'
import { chartLabels, chartLines } from './pane-progress'

const growing = (runId: string, points: [number, number][]) => ({
  growth: { runId: runId as RunId, points },
})

test('scales lines to the longest time and most text, and omits panes without text', () => {
  const lines = chartLines(
    [
      growing('a', [
        [0, 0],
        [1_000, 400],
      ]),
      { growth: null },
      growing('c', [
        [0, 0],
        [2_000, 100],
      ]),
    ],
    600,
    76,
  )
  expect(lines.map(({ position }) => position)).toEqual([0, 2])
  const [first, second] = lines
  expect(second?.end.x).toBeGreaterThan(first?.end.x ?? 0)
  expect(second?.end.y).toBeGreaterThan(first?.end.y ?? 0)
})

test('equal lines do not hide each other and share one label', () => {
  const same: [number, number][] = [
    [0, 0],
    [1_000, 400],
  ]
  const lines = chartLines([growing('a', same), growing('b', same), growing('c', same)], 600, 76)
  expect(new Set(lines.map(({ points }) => points)).size).toBe(3)
  expect(lines.every(({ end }) => end.y > 0 && end.y < 76)).toBe(true)
  expect(chartLabels(lines)).toMatchObject([{ positions: [0, 1, 2] }])
})

test('lines with different ends have separate labels', () => {
  const lines = chartLines(
    [
      growing('a', [
        [0, 0],
        [1_000, 400],
      ]),
      growing('b', [
        [0, 0],
        [1_000, 100],
      ]),
    ],
    600,
    76,
  )
  expect(chartLabels(lines).map(({ positions }) => positions)).toEqual([[0], [1]])
})
