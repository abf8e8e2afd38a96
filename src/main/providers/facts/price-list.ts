import type * as GenaiPrices from '@pydantic/genai-prices'

import type { ModelFacts } from '../../../shared/models/models'
import type { Usage } from '../../../shared/sessions/messages'

/** The release and date of the built-in list. A test compares them with the installed package. */
export const priceListRelease = { version: '0.1.8', day: '2026-09-23' }

/** Facts from the list; `address` is the provider's own, since another server may charge a different price. */
export interface PriceList {
  /** Context size and price of a model at that time; null when the list does not have it. */
  facts(address: string, modelId: string, atMs: number): ModelFacts | null
  /** The cost of an answer by the tiers and hours of its price; null when any part of it has no known price. */
  costUsd(address: string, modelId: string, usage: Usage, atMs: number): number | null
}

type Prices = typeof GenaiPrices

let loading: Promise<PriceList> | null = null

/** Loads the built-in list on first use, because it is as large as the rest of main. Makes no network requests. */
export function loadPriceList(): Promise<PriceList> {
  loading ??= import('@pydantic/genai-prices').then(priceListOf)
  return loading
}

function priceListOf({ calcPrice }: Prices): PriceList {
  const look = (address: string, modelId: string, usage: Usage, atMs: number) =>
    calcPrice(countsOf(usage), plainId(modelId), {
      providerApiUrl: address,
      timestamp: new Date(atMs),
    })
  return {
    facts(address, modelId, atMs) {
      const found = look(address, modelId, {}, atMs)
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
    costUsd(address, modelId, usage, atMs) {
      const found = look(address, modelId, usage, atMs)
      if (found === null) return null
      const price = found.model_price
      if (modelId.endsWith(':free')) return 0
      return price['input_mtok'] === undefined || price['output_mtok'] === undefined
        ? null
        : found.total_price
    },
  }
}

/** Google's own lists prefix names with `models/`. */
function plainId(modelId: string): string {
  return modelId.replace(/^models\//, '')
}

/** The list rejects impossible counts, such as more cached input than input. */
function countsOf({ inputTokens, outputTokens, ...input }: Usage): GenaiPrices.Usage {
  const read = Math.min(input.cachedInputTokens ?? 0, inputTokens ?? 0)
  const written = Math.min(input.cacheWriteTokens ?? 0, (inputTokens ?? 0) - read)
  return {
    ...(inputTokens === undefined ? {} : { input_tokens: inputTokens }),
    ...(read === 0 ? {} : { cache_read_tokens: read }),
    ...(written === 0 ? {} : { cache_write_tokens: written }),
    ...(outputTokens === undefined ? {} : { output_tokens: outputTokens }),
  }
}

/** The price of a short request: some models cost more beyond a certain length. */
function baseOf(price: number | { base: number } | undefined): number | null {
  if (price === undefined) return null
  return typeof price === 'number' ? price : price.base
}
