import type { Charges } from '../../run-source/cost'
import { dollarAmount } from '../../run-source/token-count'
import { camelKeys, type Foreign, nameIn, objectIn, textIn } from './foreign'

/** The names under which servers report the whole cost of a request, in camel case. */
const totals = [
  'cost',
  'totalCost',
  'costUsd',
  'totalCostUsd',
  'costInUsd',
  'estimatedCost',
  'estimatedCostUsd',
]
/** Like the names above, in an object that is a cost. */
const totalsInCost = ['total', 'totalCost', 'totalUsd', 'usd', 'USD', 'amount', 'value', 'cost']
/** A part of a cost, as in `{"input": 0.01, "output": 0.02}` and `{"request_cost": 0.005}`. */
const partOfCost = /^(?:input|output|prompt|completion|reasoning|request|search|tool|cache\w*)$|Cost$/
const currencies = ['currency', 'currencyCode', 'costCurrency', 'unit', 'costUnit']
const dollars = /^(?:us ?)?(?:\$|dollars?)$|^usd$/i
/** xAI's `cost_in_usd_ticks`. */
const ticksPerDollar = 1e10
/** Costs are not nested deeper. */
const mostLevels = 3

/**
 * The cost of a request as its server reports it. An amount in another currency says nothing. Zero says little, because
 * gateways report it for what they cannot price, unless they also say that the user's own key was not used.
 * @see https://openrouter.ai/docs/use-cases/usage-accounting
 */
export function reportedCharges(given: Foreign): Charges {
  const usage = camelKeys(given)
  const ticks = nameIn(usage['costInUsdTicks'])
  const amounts = [
    ...totals.map((field) => amountIn(usage[field], usage)),
    ticks === '' ? null : whole(Number(ticks) / ticksPerDollar),
  ].filter((amount) => amount !== null)
  // One of several may be a zero for what it does not cover.
  const said = amounts.find(({ usd }) => usd > 0) ?? amounts[0] ?? null
  const isByok = flagIn(usage['isByok'])
  const upstream = upstreamIn(usage, said)
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

function flagIn(value: unknown): boolean | null {
  const word = nameIn(value).toLowerCase()
  if (value === true || word === 'true' || word === '1') return true
  return value === false || word === 'false' || word === '0' ? false : null
}

interface Amount {
  usd: number
  /** The sum of the parts that were named, without those of one side of the answer. */
  isPart: boolean
}

function whole(usd: number): Amount | null {
  return dollarAmount(usd) === undefined ? null : { usd, isPart: false }
}

/** The sum that the provider behind a gateway has charged to the user's own key. */
function upstreamIn(usage: Foreign, said: Amount | null): number | null {
  const details = camelKeys(objectIn(usage['costDetails']) ?? {})
  const total = amountIn(details['upstreamInferenceCost'], usage)
  if (total !== null) return total.usd
  const parts = ['Prompt', 'Completions'].map((part) =>
    amountIn(details[`upstreamInference${part}Cost`], usage),
  )
  const known = parts.filter((part) => part !== null)
  if (known.length > 0) return known.reduce((sum, { usd }) => sum + usd, 0)
  // Vercel's gateway charges nothing for the user's own key, and says what the provider does.
  return said?.usd === 0 ? (amountIn(usage['marketCost'], usage)?.usd ?? null) : null
}

/** An amount in US dollars; `beside` may name another currency. */
function amountIn(value: unknown, beside: Foreign, levels = mostLevels): Amount | null {
  if (levels === 0 || !isInDollars(beside)) return null
  if (typeof value === 'number') return whole(value)
  if (typeof value === 'string') return amountInText(value)
  const cost = camelKeys(objectIn(value) ?? {})
  if (!isInDollars(cost)) return null
  for (const field of totalsInCost) {
    const total = amountIn(cost[field], cost, levels - 1)
    if (total !== null) return total
  }
  const parts = Object.keys(cost).flatMap((field) => {
    const part = partOfCost.test(field) ? amountIn(cost[field], cost, levels - 1) : null
    return part === null ? [] : [{ field, usd: part.usd }]
  })
  const hasSides = [/^(?:input|prompt)/i, /^(?:output|completion)/i].every((side) =>
    parts.some(({ field }) => side.test(field)),
  )
  const usd = parts.reduce((sum, part) => sum + part.usd, 0)
  return parts.length === 0 ? null : { usd, isPart: !hasSides }
}

/** No currency is named, or this one. */
function isInDollars(fields: Foreign): boolean {
  return currencies.every((field) => {
    const named = fields[field] ?? ''
    const { code, symbol } = objectIn(named) ?? {}
    const words = typeof named === 'string' ? named : textIn(code) || textIn(symbol) || '?'
    return words.trim() === '' || dollars.test(words.trim())
  })
}

function amountInText(value: string): Amount | null {
  if (value.length > 60) return null
  const number =
    /^(?:usd?)?\s*\$?\s*(\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?|\.\d+)\s*(?:\$|usd|us dollars?|dollars?)?$/i.exec(
      value.trim(),
    )
  return number === null ? null : whole(Number(number[1]))
}
