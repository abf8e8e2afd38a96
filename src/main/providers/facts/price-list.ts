import type * as GenaiPrices from '@pydantic/genai-prices'

import type { ModelFacts } from '../../../shared/models/models'
import type { Usage } from '../../../shared/sessions/messages'

/** The release of the list that is built in, and the day it is of. A test holds it to what is installed. */
export const priceListRelease = { version: '0.1.8', day: '2026-09-23' }

/** What the list knows; `address` is the provider's own, since another server may charge something else. */
export interface PriceList {
  /** Context size and price of a model, as they are at that time; null when the list does not have it. */
  facts(address: string, modelId: string, atMs: number): ModelFacts | null
  /** What an answer cost, by the steps and hours of its price; null when the price of a part of it is not known. */
  costUsd(address: string, modelId: string, usage: Usage, atMs: number): number | null
}

type Prices = typeof GenaiPrices

let loading: Promise<PriceList> | null = null

/** The built-in list, read when it is first needed: it is as large as all of main. It asks nothing of the network. */
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

/** Google's own lists say `models/…`. */
function plainId(modelId: string): string {
  return modelId.replace(/^models\//, '')
}

/** The list refuses counts that cannot be: more of the input kept than there was. */
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

/** The price of a short request: some cost more from a certain length on. */
function baseOf(price: number | { base: number } | undefined): number | null {
  if (price === undefined) return null
  return typeof price === 'number' ? price : price.base
}
