import type { Usage } from '../../shared/sessions/messages'

/** Reports of a provider that decide the cost of a request besides its token counts. Never stored. */
export interface Charges {
  /** The sum that the provider says it has charged, in US dollars. */
  reportedUsd?: number
  /** `reportedUsd` leaves something out, such as what another provider charges for the user's own key. */
  isReportedInPart?: true
  /** The provider says that it has charged nothing, as gateways also say of what they cannot price. */
  isSaidToBeFree?: true
  /** How often the provider searched the web. */
  webSearches?: number
  /** How often it searched files that were uploaded to it. */
  fileSearches?: number
  /** Parts of the token counts that some models charge at other prices. */
  audioInputTokens?: number
  audioOutputTokens?: number
  imageOutputTokens?: number
  /** The part of `cacheWriteTokens` that is kept for an hour. */
  hourCacheWriteTokens?: number
  /** The provider may have charged for something whose price is unknown, such as a tool that it ran. */
  hasUnknownFee?: true
  /** The answer ended before its provider counted all of it. */
  isCountedInPart?: true
  /** Estimates of the tokens that it did not count. */
  uncountedInputTokens?: number
  uncountedOutputTokens?: number
}

/** The charges that are amounts. */
export const chargedAmounts = [
  'reportedUsd',
  'webSearches',
  'fileSearches',
  'audioInputTokens',
  'audioOutputTokens',
  'imageOutputTokens',
  'hourCacheWriteTokens',
  'uncountedInputTokens',
  'uncountedOutputTokens',
] as const satisfies readonly (keyof Charges)[]

/** The cost of a request in US dollars. `isAtLeast`: only a part of it is known. */
export interface Cost {
  usd: number
  isAtLeast: boolean
}

/** Decides what a request has cost; null if nothing is known. */
export type CostOf = (usage: Usage, charges?: Charges) => Promise<Cost | null>

/** A cost as the fields of a `Usage`. At least nothing is unknown. */
export function costFields(cost: Cost | null): Pick<Usage, 'costUsd' | 'leastCostUsd'> {
  if (cost === null) return {}
  if (!cost.isAtLeast) return { costUsd: cost.usd }
  return cost.usd > 0 ? { leastCostUsd: cost.usd } : {}
}

/** The provider's own sum, which needs no price. */
export function reportedCost(charges: Charges): Cost | null {
  const { reportedUsd, isReportedInPart, isCountedInPart, isSaidToBeFree } = charges
  if (reportedUsd === undefined) return isSaidToBeFree === true ? { usd: 0, isAtLeast: false } : null
  return { usd: reportedUsd, isAtLeast: isReportedInPart === true || isCountedInPart === true }
}
