import { expect, onTestFinished, test, vi } from 'vitest'

import { ParleyError } from '../../shared/errors'
import type { SpendingLimits, SpendingMark } from '../../shared/spending/spending'
import { createManualClock } from '../base/testing/manual-clock'
import { SpendingLedger, SpendingTotals } from '../store/spending/spending-ledger'
import { openTestStore } from '../store/testing/test-store'
import { SpendingGuard } from './spending-guard'

const noLimits: SpendingLimits = {
  dayWarningUsd: null,
  dayLimitUsd: null,
  monthWarningUsd: null,
  monthLimitUsd: null,
}

function open(start = '2026-11-24T22:00:00Z') {
  vi.stubEnv('TZ', 'UTC')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { database } = openTestStore()
  const clock = createManualClock(Date.parse(start))
  const ledger = new SpendingLedger(database)
  let limits = noLimits
  const problems: unknown[] = []
  const note = (_source: string, error: unknown) => void problems.push(error)
  const guard = new SpendingGuard({
    totals: new SpendingTotals(database),
    limits: () => limits,
    clock,
    errors: { warning: note, fatal: note },
  })
  const changes: (readonly SpendingMark[])[] = []
  guard.onChanged((marks) => void changes.push(marks))
  return {
    clock,
    database,
    guard,
    changes,
    problems,
    setLimits: (changed: Partial<SpendingLimits>) => {
      limits = { ...noLimits, ...changed }
    },
    spend: (costUsd: number | null, at = clock.now()) =>
      ledger.record({
        at,
        model: 'one/a',
        purpose: 'chat',
        usage: costUsd === null ? {} : { costUsd },
        mayBeCharged: true,
      }),
  }
}

/** Why nothing may be spent; null if something may. */
function refusal(guard: SpendingGuard) {
  try {
    guard.assertWithin()
    return null
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    return [error.code, error.data, error.message]
  }
}

test('refuses from the limit on, until the next day', () => {
  const { guard, setLimits, spend, clock } = open()
  setLimits({ dayLimitUsd: 1 })
  spend(0.75)
  expect([refusal(guard), guard.remainingUsd()]).toEqual([null, 0.25])
  spend(0.25)
  expect(refusal(guard)).toEqual([
    'LIMIT_REACHED',
    { reason: 'day', limitUsd: 1 },
    'You have reached today’s spending limit of $1.00. Raise the limit in Spending, or wait until tomorrow.',
  ])
  expect(guard.remainingUsd()).toBe(0)
  clock.advance(2 * 3_600_000)
  expect([refusal(guard), guard.remainingUsd()]).toEqual([null, 1])
})

test('a month counts its earlier days, but not the month before', () => {
  const { guard, setLimits, spend, clock } = open('2026-11-30T12:00:00Z')
  setLimits({ monthLimitUsd: 10, dayLimitUsd: 9 })
  spend(100, Date.parse('2026-10-31T23:59:59Z'))
  spend(8, Date.parse('2026-11-01T00:00:00Z'))
  spend(1)
  expect(guard.remainingUsd()).toBe(1)
  spend(1)
  expect(refusal(guard)?.[1]).toEqual({ reason: 'month', limitUsd: 10 })
  clock.advance(12 * 3_600_000)
  expect(guard.remainingUsd()).toBe(9)
})

test('an unknown cost counts with the average of its model, so that stopping answers does not evade a limit', () => {
  const { guard, setLimits, spend, clock } = open('2026-11-30T12:00:00Z')
  setLimits({ monthLimitUsd: 10 })
  // No cost of this model is known.
  spend(null)
  expect(guard.remainingUsd()).toBe(10)
  spend(1)
  spend(3)
  spend(null)
  expect(guard.remainingUsd()).toBe(4)
  setLimits({ dayLimitUsd: 10 })
  clock.advance(12 * 3_600_000)
  spend(null)
  expect(guard.remainingUsd()).toBe(8)
})

test('refuses nothing without limits', () => {
  const { guard, setLimits, spend } = open()
  setLimits({})
  spend(1_000_000)
  expect([refusal(guard), guard.remainingUsd(), guard.marks]).toEqual([null, null, []])
})

test('announces a warning once, replaces it with the limit of its period, and withdraws it at midnight', () => {
  const { guard, changes, setLimits, spend, clock } = open()
  setLimits({ dayWarningUsd: 1, dayLimitUsd: 2, monthWarningUsd: 1 })
  spend(1)
  guard.refresh()
  expect(changes).toEqual([])
  spend(0.5)
  guard.refresh()
  guard.refresh()
  const month = { kind: 'warning', period: 'month', limitUsd: 1, when: '2026-11' }
  expect(changes).toEqual([[{ kind: 'warning', period: 'day', limitUsd: 1, when: '2026-11-24' }, month]])
  spend(0.5)
  guard.refresh()
  expect(changes.at(-1)).toEqual([{ kind: 'limit', period: 'day', limitUsd: 2, when: '2026-11-24' }, month])
  clock.advance(2 * 3_600_000 + 1)
  expect(changes.at(-1)).toEqual([month])
  guard.dispose()
  expect(clock.pendingTimers).toBe(0)
})

test('a store that cannot be read is reported, and does not stop requests', () => {
  const { guard, setLimits, problems, database } = open()
  setLimits({ dayLimitUsd: 1 })
  database.script('DROP TABLE spending')
  expect(guard.remainingUsd()).toBeNull()
  guard.refresh()
  expect(problems).toHaveLength(2)
})

test('says which requests a limit does not cover, because no cost of their model is known', () => {
  const { guard, setLimits, spend, changes } = open()
  spend(null)
  guard.refresh()
  expect(guard.marks).toEqual([])
  setLimits({ monthLimitUsd: 5 })
  guard.refresh()
  const mark = { kind: 'unpriced', period: 'month', limitUsd: 5, when: '2026-11', models: ['one/a'] }
  expect(guard.marks).toEqual([mark])
  setLimits({ dayWarningUsd: 1, monthLimitUsd: 5 })
  guard.refresh()
  expect(guard.marks).toEqual([{ ...mark, period: 'day', limitUsd: 1, when: '2026-11-24' }])
  // With one known cost, the others count with the average.
  spend(0.25)
  guard.refresh()
  expect(guard.marks).toEqual([])
  expect(changes).toHaveLength(3)
})

test('a cost that is known in part counts with that part, or with the average if that is more', () => {
  const { guard, setLimits, database, clock, spend } = open()
  const ledger = new SpendingLedger(database)
  const spendAtLeast = (leastCostUsd: number) =>
    ledger.record({
      at: clock.now(),
      model: 'one/a',
      purpose: 'chat',
      usage: { leastCostUsd },
      mayBeCharged: true,
    })
  setLimits({ dayLimitUsd: 10 })
  spendAtLeast(2)
  expect(guard.remainingUsd()).toBe(8)
  spend(1)
  spendAtLeast(0.25)
  expect(guard.remainingUsd()).toBe(6)
  expect(new SpendingTotals(database).sums({ day: 0, month: 0 })).toEqual({ day: 4, month: 4 })
})
