import type { ModelFacts as Facts, ModelInfo, ModelPrice } from '../../../shared/models/models'
import { parseModelRef } from '../../../shared/models/models'
import type { Usage } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import { isLoopback } from '../http/peer'
import { loadPriceList, type PriceList, priceListRelease } from './price-list'

export interface ModelFactsDeps {
  clock: Clock
  /** The address that a provider's requests go to; null for one that answers on this machine without any. */
  addressOf(providerId: string): string | null
  /** Whether it is asked with a key: then somebody may be charged, also where it stands on this machine. */
  hasKey(providerId: string): boolean
  /** The list could not be read: sizes and prices stay unknown. */
  onProblem(error: unknown): void
  loadList?: (() => Promise<PriceList>) | undefined
}

/** What is known of models besides their names, and what their answers cost. What a provider says itself goes first. */
export class ModelFacts {
  readonly #deps: ModelFactsDeps
  #list: Promise<PriceList | null> | null = null
  /** The prices that providers themselves named in their newest lists, by `provider/model`. */
  #said: ReadonlyMap<string, ModelPrice> = new Map()
  /** Whether models look at images, as far as the newest list told, by `provider/model`. */
  #images: ReadonlyMap<string, boolean> = new Map()

  constructor(deps: ModelFactsDeps) {
    this.#deps = deps
  }

  /** The same models with what the list knows of them, and the day of that list. */
  async complete(models: readonly ModelInfo[]): Promise<{ models: ModelInfo[]; factsDate: string | null }> {
    this.#said = knownOf(this.#said, models, ({ price }) => price)
    const list = await this.#load()
    const now = this.#deps.clock.now()
    const completed = list === null ? [...models] : models.map((model) => this.#completed(model, list, now))
    this.#images = knownOf(this.#images, completed, ({ takesImages }) => takesImages)
    return {
      models: completed,
      factsDate: list === null ? null : priceListRelease.day,
    }
  }

  /** Whether `provider/model` looks at images; undefined while that is not known. */
  takesImages(modelRef: string): boolean | undefined {
    return this.#images.get(modelRef)
  }

  /**
   * What usages of `provider/model` cost in US dollars, where its provider is now: nothing on this machine without a
   * key, unless the provider names a price; null when it is not known. A provider that is moved or removed while it answers has worked for its price all the same.
   */
  costOf(modelRef: string): (usage: Usage) => Promise<number | null> {
    const named = parseModelRef(modelRef)
    if (named === null) return () => Promise.resolve(null)
    const address = this.#deps.addressOf(named.providerId)
    const isGateway = this.#deps.hasKey(named.providerId)
    return async (usage) => {
      if (address === null) return 0
      const said = this.#said.get(modelRef)
      if (said !== undefined) return costBy(said, usage)
      if (isLoopback(address) && !isGateway) return 0
      const list = await this.#load()
      return this.#ask(() => list?.costUsd(address, named.modelId, usage, this.#deps.clock.now()) ?? null)
    }
  }

  #completed(model: ModelInfo, list: PriceList, atMs: number): ModelInfo {
    const named = parseModelRef(model.id)
    const address = this.#deps.addressOf(model.providerId)
    if (named === null || address === null || isLoopback(address)) return model
    const listed = this.#ask(() => list.facts(address, named.modelId, atMs))
    return listed === null ? model : { ...model, facts: { ...listed, ...model.facts } satisfies Facts }
  }

  /** A list that stumbles over a name or a count costs its own figure, not the answer that it was about. */
  #ask<Known>(question: () => Known | null): Known | null {
    try {
      return question()
    } catch (error) {
      this.#deps.onProblem(error)
      return null
    }
  }

  #load(): Promise<PriceList | null> {
    this.#list ??= (this.#deps.loadList ?? loadPriceList)().catch((error: unknown) => {
      this.#deps.onProblem(error)
      return null
    })
    return this.#list
  }
}

/** One fact of each model. What was known of a provider that is not listed now, for it could not be asked, stays. */
function knownOf<Fact>(
  before: ReadonlyMap<string, Fact>,
  models: readonly ModelInfo[],
  factOf: (facts: Facts) => Fact | undefined,
): ReadonlyMap<string, Fact> {
  const listed = new Set(models.map(({ providerId }) => providerId))
  const kept = [...before].filter(([id]) => !listed.has(parseModelRef(id)?.providerId ?? ''))
  const told = models.flatMap(({ id, facts }) => {
    const fact = facts === undefined ? undefined : factOf(facts)
    return fact === undefined ? [] : [[id, fact] as const]
  })
  return new Map([...kept, ...told])
}

/** By the plain price that a provider named; reasoning is among the output. */
function costBy(
  price: ModelPrice,
  { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 }: Usage,
): number {
  const kept = price.cachedInput === undefined ? 0 : Math.min(cachedInputTokens, inputTokens)
  const millionths =
    (inputTokens - kept) * price.input + kept * (price.cachedInput ?? 0) + outputTokens * price.output
  return millionths / 1_000_000
}
