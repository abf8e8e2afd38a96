import type { Charges } from '../../run-source/cost'
import { dollarAmount } from '../../run-source/token-count'
import { type Foreign, objectIn } from './foreign'

/** The names under which servers report the whole cost of a request. */
const totals = ['cost', 'total_cost', 'cost_usd', 'total_cost_usd', 'estimated_cost']
/** The same in an object that is a cost. */
const totalsInCost = [
  'total',
  'total_cost',
  'totalCost',
  'total_usd',
  'usd',
  'USD',
  'amount',
  'value',
  'cost',
]
/** A part of a cost, as in `{"input": 0.01, "output": 0.02}` and `{"request_cost": 0.005}`. */
const partOfCost =
  /^(?:input|output|prompt|completion|reasoning|request|search|tool|cache\w*)$|(?:_cost|Cost)$/
const currencies = ['currency', 'currency_code', 'cost_currency', 'currencyCode', 'unit', 'cost_unit']
const dollars = /^(?:us ?)?(?:\$|dollars?)$|^usd$/i
/** xAI's `cost_in_usd_ticks`. */
const ticksPerDollar = 1e10

/**
 * What a server says that a request has cost. An amount in another currency says nothing. Zero says little, because
 * gateways report it for what they cannot price, unless they also say that the user's own key was not used.
 * @see https://openrouter.ai/docs/use-cases/usage-accounting
 */
export function reportedCharges(usage: Foreign): Charges {
  const own = totals.map((field) => amountIn(usage[field], usage)).find((amount) => amount !== null) ?? null
  const ticks = typeof usage['cost_in_usd_ticks'] === 'number' ? usage['cost_in_usd_ticks'] : null
  const said = own ?? (ticks === null ? null : whole(ticks / ticksPerDollar))
  const isByok = usage['is_byok']
  const upstream = upstreamIn(usage)
  if (isByok === true) {
    const sum = (said?.usd ?? 0) + (upstream ?? 0)
    return { reportedUsd: sum, ...(upstream === null ? { isReportedInPart: true } : {}) }
  }
  if (said === null) return {}
  // A gateway's fee is less than what it is a fee for.
  const isFee = isByok !== false && upstream !== null && upstream > said.usd
  const reportedUsd = isFee ? said.usd + upstream : said.usd
  if (reportedUsd === 0 && isByok !== false) return { isSaidToBeFree: true }
  return { reportedUsd, ...(said.isPart ? { isReportedInPart: true } : {}) }
}

interface Amount {
  usd: number
  /** The sum of the parts that were named, without those of one side of the answer. */
  isPart: boolean
}

function whole(usd: number): Amount | null {
  return dollarAmount(usd) === undefined ? null : { usd, isPart: false }
}

/** What the provider behind a gateway has charged to the user's own key. */
function upstreamIn(usage: Foreign): number | null {
  const details = objectIn(usage['cost_details'])
  if (details === null) return null
  const total = amountIn(details['upstream_inference_cost'], usage)
  if (total !== null) return total.usd
  const parts = ['prompt', 'completions'].map((part) =>
    amountIn(details[`upstream_inference_${part}_cost`], usage),
  )
  const known = parts.filter((part) => part !== null)
  return known.length === 0 ? null : known.reduce((sum, { usd }) => sum + usd, 0)
}

/** An amount in US dollars; `beside` may name another currency. */
function amountIn(value: unknown, beside: Foreign): Amount | null {
  if (!isInDollars(beside)) return null
  if (typeof value === 'number') return whole(value)
  if (typeof value === 'string') return amountInText(value)
  const cost = objectIn(value)
  if (cost === null || !isInDollars(cost)) return null
  for (const field of totalsInCost) {
    const given = cost[field]
    const total = typeof given === 'number' ? whole(given) : amountInText(given)
    if (total !== null) return total
  }
  const parts = Object.keys(cost).flatMap((field) => {
    const given = partOfCost.test(field) ? cost[field] : undefined
    const part = typeof given === 'number' ? whole(given) : amountInText(given)
    return part === null ? [] : [{ field, usd: part.usd }]
  })
  const hasSides = [/^(?:input|prompt)/i, /^(?:output|completion)/i].every((side) =>
    parts.some(({ field }) => side.test(field)),
  )
  const usd = parts.reduce((sum, part) => sum + part.usd, 0)
  return parts.length === 0 ? null : { usd, isPart: !hasSides }
}

function isInDollars(fields: Foreign): boolean {
  return currencies.every((field) => {
    const named = fields[field]
    return typeof named !== 'string' || named.trim() === '' || dollars.test(named.trim())
  })
}

function amountInText(value: unknown): Amount | null {
  if (typeof value !== 'string' || value.length > 60) return null
  const number = /^(?:us)?\$?\s*(\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?|\.\d+)\s*(?:\$|usd|dollars?)?$/i.exec(
    value.trim(),
  )
  return number === null ? null : whole(Number(number[1]))
}
