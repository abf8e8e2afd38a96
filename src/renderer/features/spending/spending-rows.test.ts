import { expect, test } from 'vitest'

import type { SpendingReport, SpendingRow } from '../../../shared/spending/spending'
import { barsOf, rowsBy, spendingCsv, dayAfter, monthAfter, daysOfPeriod } from './spending-rows'
import { costText } from './spending-words'

function row(key: string, costUsd: number | null, more: Partial<SpendingRow> = {}): SpendingRow {
  const unknownCount = costUsd === null ? 1 : 0
  return { key, label: null, count: 1, inputTokens: 3, outputTokens: 2, costUsd, unknownCount, ...more }
}

const report = (rows: SpendingRow[]): SpendingReport => ({
  rows,
  leftOutCount: 0,
  total: row('', 0),
  hiddenCount: 0,
})

test('months are sums of their days, and unknown only if nothing in them is known', () => {
  const days = [row('2026-10-31', null), row('2026-11-01', null), row('2026-11-02', 1), row('2026-11-30', 2)]
  expect(rowsBy('month', report(days))).toEqual([
    row('2026-10', null),
    row('2026-11', 3, { count: 3, inputTokens: 9, outputTokens: 6, unknownCount: 1 }),
  ])
})

test('a chart has a bar for each day of the period, and marks unknown costs', () => {
  const days = [row('2026-02-27', 1), row('2026-03-01', null)]
  expect(barsOf('day', days, { from: '2026-02-26', to: '2026-03-02' })).toEqual([
    { key: '2026-02-26', costUsd: 0, unknownCount: 0 },
    { key: '2026-02-27', costUsd: 1, unknownCount: 0 },
    { key: '2026-02-28', costUsd: 0, unknownCount: 0 },
    { key: '2026-03-01', costUsd: null, unknownCount: 1 },
    { key: '2026-03-02', costUsd: 0, unknownCount: 0 },
  ])
  const words = barsOf('day', [row('2026-02-27', 1, { unknownCount: 2 }), ...days.slice(1)], {
    from: '2026-02-26',
    to: '2026-03-01',
  }).map(costText)
  expect(words).toEqual(['$0.00', 'at least $1.00', '$0.00', 'Unknown'])
  // Free requests beside one of unknown cost.
  expect(costText({ costUsd: 0, unknownCount: 1 })).toBe('Unknown')
  expect(barsOf('day', [], { from: '2026-02-26', to: '2026-03-02' })).toEqual([])
})

test('a chart of all time begins with the first request, and with months if there are too many days', () => {
  const all = { from: '1970-01-01', to: '2026-02-01' }
  const keys = (rows: SpendingRow[]) => barsOf('day', rows, all).map(({ key }) => key)
  expect(keys([row('2026-01-31', 1)])).toEqual(['2026-01-31', '2026-02-01'])
  const months = keys([row('2024-11-30', 1), row('2026-01-31', 1)])
  expect([months.length, months[0], months.at(-1)]).toEqual([16, '2024-11', '2026-02'])
  // From a clock that was wrong.
  expect(keys([row('1971-01-01', 1)])).toHaveLength(400)
})

test('CSV leaves an unknown cost empty, and a title is not a formula', () => {
  expect(spendingCsv('model', [row('one/a', 0.5), row('two/b', null)])).toBe(
    'model,cost_usd,requests,requests_of_unknown_cost,input_tokens,output_tokens\r\n' +
      'one/a,0.5,1,0,3,2\r\ntwo/b,,1,1,3,2\r\n',
  )
  expect(spendingCsv('chat', [row('id', 0, { label: '=1+1' })])).toContain('id,"\'=1+1",0,1,0,3,2\r\n')
})

test('periods are calendar days of local time up to today', () => {
  const now = new Date(2026, 2, 5, 23, 59).getTime()
  expect(daysOfPeriod('month', now)).toEqual({ from: '2026-03-01', to: '2026-03-05' })
  expect(daysOfPeriod('lastMonth', now)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daysOfPeriod('days', now)).toEqual({ from: '2026-02-04', to: '2026-03-05' })
  expect(daysOfPeriod('year', now)).toEqual({ from: '2026-01-01', to: '2026-03-05' })
  expect(daysOfPeriod('lastMonth', new Date(2026, 0, 1).getTime())).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  })
})

test('the next day and month cross the ends of months and years', () => {
  expect([
    dayAfter('2028-02-28'),
    dayAfter('2026-12-31'),
    monthAfter('2026-12'),
    monthAfter('2026-01'),
  ]).toEqual(['2028-02-29', '2027-01-01', '2027-01', '2026-02'])
})
