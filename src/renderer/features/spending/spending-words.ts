import { assertNever } from '../../../shared/invariant'
import {
  type SpendingPurpose,
  spendingPurposes,
  type SpendingRow,
  type SpendingSum,
} from '../../../shared/spending/spending'
import { formatCost, formatLeastCost } from '../../language/format'
import { formatLocale, t } from '../../language/t'
import type { Grouping } from './spending-rows'

/** The label of a row. `nameOf` returns the name of a provider or model. */
export function rowName(
  grouping: Grouping,
  { key, label }: Pick<SpendingRow, 'key' | 'label'>,
  nameOf: (id: string) => string,
): string {
  switch (grouping) {
    case 'day':
    case 'month':
      return dateName(key ?? '')
    case 'provider':
    case 'model':
      return nameOf(key ?? '')
    case 'purpose':
      return isPurpose(key) ? t(`spending.purposes.${key}`) : (key ?? '')
    case 'project':
      return label ?? t('projects.choose.none')
    case 'chat':
      return label ?? t('spending.deletedChat')
    default:
      return assertNever(grouping)
  }
}

/** A day such as `Tue 24 Nov 2026`, or a month such as `November 2026`. */
export function dateName(key: string): string {
  const isMonth = key.length === 7
  const date = new Date(`${isMonth ? `${key}-01` : key}T00:00:00Z`)
  return date.toLocaleDateString(formatLocale(), {
    timeZone: 'UTC',
    year: 'numeric',
    ...(isMonth ? { month: 'long' } : { weekday: 'short', day: 'numeric', month: 'short' }),
  })
}

type Cost = Pick<SpendingSum, 'costUsd' | 'unknownCount'>

/** The cost of several requests: known, at least, or unknown. */
export function costText({ costUsd, unknownCount }: Cost): string {
  if (costUsd === null || isNothingKnown({ costUsd, unknownCount })) return t('common.unknown')
  return unknownCount === 0
    ? dollars(costUsd)
    : t('common.atLeastCost', { cost: formatLeastCost(inCents(costUsd, Math.floor)) })
}

/** Like `costText`, as a heading. */
export function totalText(total: Cost): string {
  const { costUsd, unknownCount } = total
  const isPart = costUsd !== null && unknownCount > 0 && !isNothingKnown(total)
  return isPart
    ? t('common.costAtLeast', { cost: formatLeastCost(inCents(costUsd, Math.floor)) })
    : costText(total)
}

/** Beside requests of unknown cost, free ones say nothing about the sum. */
function isNothingKnown({ costUsd, unknownCount }: Cost): boolean {
  return costUsd === 0 && unknownCount > 0
}

function dollars(usd: number): string {
  return formatCost(inCents(usd, Math.round))
}

/** In sums of ten cents or more, fractions of a cent are only a distraction. */
function inCents(usd: number, round: (cents: number) => number): number {
  return usd < 0.1 ? usd : round(usd * 100) / 100
}

function isPurpose(key: string | null): key is SpendingPurpose {
  return spendingPurposes.some((purpose) => purpose === key)
}
