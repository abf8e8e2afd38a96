import type * as GenaiPrices from '@pydantic/genai-prices'

import type { ModelFacts } from '../../../shared/models/models'
import type { Usage } from '../../../shared/sessions/messages'
import type { Charges, Cost } from '../../run-source/cost'

/** The release and date of the built-in list. A test compares them with the installed package. */
export const priceListRelease = { version: '0.1.8', day: '2026-09-23' }

/** Facts from the list; `address` is the provider's own, since another server may charge a different price. */
export interface PriceList {
  /** Context size and price of a model at that time; null when the list does not have it. */
  facts(address: string, modelId: string, atMs: number): ModelFacts | null
  /**
   * The cost of the tokens of an answer by the tiers and hours of its price, and a fee per request if the model has one;
   * null when the model has no known price. At least that, if some of the tokens have no known price.
   */
  tokenCost(address: string, modelId: string, used: Used, atMs: number): Cost | null
}

/** The usage of an answer, and which of its tokens may have other prices. */
export interface Used {
  usage: Usage
  charges?: Charges
}

type Prices = typeof GenaiPrices

let loading: Promise<PriceList> | null = null

/** Loads the built-in list on first use, because it is as large as the rest of main. Makes no network requests. */
export function loadPriceList(): Promise<PriceList> {
  loading ??= import('@pydantic/genai-prices').then(priceListOf)
  return loading
}

function priceListOf({ calcPrice }: Prices): PriceList {
  const look = (address: string, modelId: string, used: Used, atMs: number) =>
    calcPrice(countsOf(used), plainId(modelId), {
      providerApiUrl: address,
      timestamp: new Date(atMs),
    })
  return {
    facts(address, modelId, atMs) {
      const found = look(address, modelId, { usage: {} }, atMs)
      if (found === null) return null
      const { model, model_price: price } = found
      const input = baseOf(price['input_mtok'])
      const output = baseOf(price['output_mtok'])
      const cachedInput = baseOf(price['cache_read_mtok'])
      const isFree = modelId.endsWith(':free')
      return {
        ...(model.context_window === undefined ? {} : { contextTokens: model.context_window }),
        ...(input !== null && output !== null
          ? { price: { input, output, ...(cachedInput === null ? {} : { cachedInput }) } }
          : isFree
            ? { price: { input: 0, output: 0 } }
            : {}),
      }
    },
    tokenCost(address, modelId, used, atMs) {
      const found = look(address, modelId, used, atMs)
      if (found === null) return null
      const price = found.model_price
      if (modelId.endsWith(':free')) return { usd: 0, isAtLeast: false }
      if (price['input_mtok'] === undefined || price['output_mtok'] === undefined) return null
      const counts = countsOf(used)
      const isAtLeast = dearerTokens.some(
        ({ count, price: own }) => counts[count] !== undefined && price[own] === undefined,
      )
      return { usd: found.total_price, isAtLeast }
    },
  }
}

/** Google's own lists prefix names with `models/`. */
function plainId(modelId: string): string {
  return modelId.replace(/^models\//, '')
}

/** Tokens that cost more than others of their side: without a price of their own, the list counts them as the others. */
const dearerTokens = [
  { count: 'input_audio_tokens', price: 'input_audio_mtok' },
  { count: 'output_audio_tokens', price: 'output_audio_mtok' },
  { count: 'output_image_tokens', price: 'output_image_mtok' },
  { count: 'cache_write_1h_tokens', price: 'cache_write_1h_mtok' },
] as const

/** The list rejects impossible counts, such as more cached input than input. */
function countsOf({ usage, charges = {} }: Used): GenaiPrices.Usage {
  const { inputTokens, outputTokens, ...input } = usage
  const read = Math.min(input.cachedInputTokens ?? 0, inputTokens ?? 0)
  const written = Math.min(input.cacheWriteTokens ?? 0, (inputTokens ?? 0) - read)
  const fresh = (inputTokens ?? 0) - read - written
  return {
    ...(inputTokens === undefined ? {} : { input_tokens: inputTokens }),
    ...some('cache_read_tokens', read),
    ...some('cache_write_tokens', written),
    ...some('cache_write_1h_tokens', Math.min(charges.hourCacheWriteTokens ?? 0, written)),
    ...some('input_audio_tokens', Math.min(charges.audioInputTokens ?? 0, fresh)),
    ...(outputTokens === undefined ? {} : { output_tokens: outputTokens }),
    ...some('output_audio_tokens', Math.min(charges.audioOutputTokens ?? 0, outputTokens ?? 0)),
    ...some('output_image_tokens', Math.min(charges.imageOutputTokens ?? 0, outputTokens ?? 0)),
  }
}

function some(count: string, tokens: number): GenaiPrices.Usage {
  return tokens === 0 ? {} : { [count]: tokens }
}

/** The price of a short request: some models cost more beyond a certain length. */
function baseOf(price: number | { base: number } | undefined): number | null {
  if (price === undefined) return null
  return typeof price === 'number' ? price : price.base
}
