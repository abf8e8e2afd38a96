import type { Charges } from '../../run-source/cost'

/** US dollars per 1,000 searches of a provider. */
interface SearchFees {
  host: string
  model: RegExp
  web?: number
  files?: number
  /** The fee is charged once for each answer that searched. */
  isPerAnswer?: true
}

/**
 * What providers charge for searches besides the tokens, as of 2026-11-28. Free allowances are not subtracted: nobody
 * but the provider knows what is left of them.
 * @see https://platform.claude.com/docs/en/about-claude/pricing
 * @see https://platform.openai.com/docs/pricing
 * @see https://ai.google.dev/gemini-api/docs/pricing
 */
const fees: readonly SearchFees[] = [
  { host: 'api.anthropic.com', model: /./, web: 10 },
  { host: 'api.openai.com', model: /./, web: 10, files: 2.5 },
  {
    host: 'generativelanguage.googleapis.com',
    model: /gemini-(?:1|2)(?!\d)/,
    web: 35,
    isPerAnswer: true,
  },
  { host: 'generativelanguage.googleapis.com', model: /./, web: 14 },
]

/** What the searches of an answer have cost in US dollars; null if that is unknown. */
export function searchFeesUsd(
  { webSearches = 0, fileSearches = 0 }: Charges,
  { address, modelId }: { address: string; modelId: string },
): number | null {
  if (webSearches + fileSearches === 0) return 0
  const host = URL.parse(address)?.hostname
  const known = fees.find((each) => each.host === host && each.model.test(modelId))
  if (known === undefined) return null
  const { web, files, isPerAnswer = false } = known
  if ((webSearches > 0 && web === undefined) || (fileSearches > 0 && files === undefined)) return null
  const charged = isPerAnswer ? Math.min(webSearches, 1) : webSearches
  return (charged * (web ?? 0) + fileSearches * (files ?? 0)) / 1_000
}
