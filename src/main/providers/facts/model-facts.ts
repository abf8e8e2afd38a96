import {
  type ModelFacts as Facts,
  type ModelInfo,
  type ModelPrice,
  parseModelRef,
} from '../../../shared/models/models'
import type { Usage } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import { mapInSlices } from '../../base/in-slices'
import { type Charges, type Cost, type CostOf, reportedCost } from '../../run-source/cost'
import { isLoopback } from '../http/peer'
import { loadPriceList, type PriceList, priceListRelease, type Used } from './price-list'

export interface ModelFactsDeps {
  clock: Clock
  /** The address of a provider's API; null for one that runs on this machine without an address. */
  addressOf(providerId: string): string | null
  /** Requests carry a key, so someone may be charged, even when the server runs on this machine. */
  hasKey(providerId: string): boolean
  /** The price that the user has set for `provider/model`. */
  ownPrice?: ((modelRef: string) => ModelPrice | undefined) | undefined
  /** The list could not be read, so sizes and prices stay unknown. */
  onProblem(error: unknown): void
  loadList?: (() => Promise<PriceList>) | undefined
}

/**
 * The sizes, prices and abilities of models, and the cost of their answers. Facts from the provider take precedence.
 */
export class ModelFactsLookup {
  readonly #deps: ModelFactsDeps
  #list: Promise<PriceList | null> | null = null
  /** The prices in the providers' latest model lists, by `provider/model`. */
  #said: ReadonlyMap<string, ModelPrice> = new Map()
  /** All that is known of the models in the latest lists, by `provider/model`. */
  #known: ReadonlyMap<string, Facts> = new Map()

  constructor(deps: ModelFactsDeps) {
    this.#deps = deps
  }

  /** Adds facts from the price list to the models, and the date of that list. */
  async complete(models: readonly ModelInfo[]): Promise<{ models: ModelInfo[]; factsDate: string | null }> {
    this.#said = knownOf(this.#said, models, ({ facts }) => facts?.price)
    const list = await this.#load()
    const completed = list === null ? [...models] : await this.#completed(models, list)
    this.#known = knownOf(this.#known, completed, ({ facts }) => facts)
    return {
      models: completed,
      factsDate: list === null ? null : priceListRelease.day,
    }
  }

  /** True if `provider/model` accepts images; undefined when unknown. */
  takesImages(modelRef: string): boolean | undefined {
    return this.#known.get(modelRef)?.takesImages
  }

  /** True if `provider/model` calls tools; undefined when unknown. */
  callsTools(modelRef: string): boolean | undefined {
    return this.#known.get(modelRef)?.callsTools
  }

  /** The context window of `provider/model` in tokens; undefined when unknown. */
  contextTokens(modelRef: string): number | undefined {
    return this.#known.get(modelRef)?.contextTokens
  }

  /** The longest answer of `provider/model` in tokens; undefined when its provider does not list it. */
  maxOutputTokens(modelRef: string): number | undefined {
    return this.#known.get(modelRef)?.maxOutputTokens
  }

  /** True if its answers cost nothing: on this machine without a key, unless it has a price. */
  isFree(modelRef: string): boolean {
    const named = parseModelRef(modelRef)
    if (named === null) return false
    const address = this.#deps.addressOf(named.providerId)
    if (address === null) return true
    const price = this.#priceOf(modelRef)
    if (price !== undefined) return price.input === 0 && price.output === 0
    return isLoopback(address) && !this.#deps.hasKey(named.providerId)
  }

  /**
   * Decides what requests to `provider/model` cost, at the provider's current address. The provider's own sum comes
   * first, then the price that the user has set, the one that the provider lists, and the price list. On this machine,
   * without a key and a price, requests are free. A provider that is moved or removed during an answer keeps its price.
   */
  costOf(modelRef: string): CostOf {
    const named = parseModelRef(modelRef)
    if (named === null) return () => Promise.resolve(null)
    const { providerId, modelId } = named
    const address = this.#deps.addressOf(providerId)
    const isGateway = this.#deps.hasKey(providerId)
    return async (counted, charges = {}) => {
      const usage = withEstimates(counted, charges)
      if (address === null) return free
      const reported = charges.reportedUsd === undefined ? null : reportedCost(charges)
      const price = this.#priceOf(modelRef)
      if (reported === null && price === undefined && isLoopback(address) && !isGateway) return free
      if (reported !== null && charges.isReportedInPart !== true) return reported
      const isCounted = usage.inputTokens !== undefined || usage.outputTokens !== undefined
      const tokens = !isCounted
        ? null
        : price === undefined
          ? await this.#listedCost({ address, modelId }, { usage, charges })
          : costBy(price, { usage, charges })
      const fees = searchFeesUsd(charges, { address, modelId })
      const known = [reported, tokens].filter((part) => part !== null)
      if (known.length === 0 && !fees) return reportedCost(charges)
      return {
        usd: known.reduce((sum, { usd }) => sum + usd, fees ?? 0),
        isAtLeast:
          fees === null ||
          tokens === null ||
          tokens.isAtLeast ||
          charges.hasUnknownFee === true ||
          charges.isCountedInPart === true,
      }
    }
  }

  /** The flat price of a model: the user's own, or the one that its provider lists. */
  #priceOf(modelRef: string): ModelPrice | undefined {
    return this.#deps.ownPrice?.(modelRef) ?? this.#said.get(modelRef)
  }

  async #listedCost(
    { address, modelId }: { address: string; modelId: string },
    used: Used,
  ): Promise<Cost | null> {
    const list = await this.#load()
    return this.#ask(() => list?.tokenCost(address, modelId, used, this.#deps.clock.now()) ?? null)
  }

  #completed(models: readonly ModelInfo[], list: PriceList): Promise<ModelInfo[]> {
    const now = this.#deps.clock.now()
    // Of each provider, not of each model: a list may have thousands.
    const providerIds = [...new Set(models.map(({ providerId }) => providerId))]
    const addresses = new Map(providerIds.map((id) => [id, this.#remoteAddress(id)]))
    return mapInSlices(models, (model) => {
      const named = parseModelRef(model.id)
      const address = addresses.get(model.providerId) ?? null
      if (named === null || address === null) return model
      const listed = this.#ask(() => list.facts(address, named.modelId, now))
      return listed === null ? model : { ...model, facts: { ...listed, ...model.facts } satisfies Facts }
    })
  }

  /** Null for a provider on this machine. */
  #remoteAddress(providerId: string): string | null {
    const address = this.#deps.addressOf(providerId)
    return address === null || isLoopback(address) ? null : address
  }

  /** If the list fails on a name or a count, only that fact is lost, not the answer. */
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

/** What is known of each model. That of a provider that could not be listed this time stays. */
function knownOf<Known>(
  before: ReadonlyMap<string, Known>,
  models: readonly ModelInfo[],
  ask: (model: ModelInfo) => Known | undefined,
): ReadonlyMap<string, Known> {
  const listed = new Set(models.map(({ providerId }) => providerId))
  const kept = [...before].filter(([id]) => !listed.has(parseModelRef(id)?.providerId ?? ''))
  const told = models.flatMap((model) => {
    const known = ask(model)
    return known === undefined ? [] : [[model.id, known] as const]
  })
  return new Map([...kept, ...told])
}

/** With the estimates of what was not counted. */
function withEstimates(
  usage: Usage,
  { uncountedInputTokens: input = 0, uncountedOutputTokens: output = 0 }: Charges,
): Usage {
  return {
    ...usage,
    ...(input === 0 ? {} : { inputTokens: (usage.inputTokens ?? 0) + input }),
    ...(output === 0 ? {} : { outputTokens: (usage.outputTokens ?? 0) + output }),
  }
}

const free: Cost = { usd: 0, isAtLeast: false }

/** By a flat price; reasoning is part of the output. */
function costBy(price: ModelPrice, { usage, charges = {} }: Used): Cost {
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 } = usage
  const kept = price.cachedInput === undefined ? 0 : Math.min(cachedInputTokens, inputTokens)
  const millionths =
    (inputTokens - kept) * price.input + kept * (price.cachedInput ?? 0) + outputTokens * price.output
  // Sound and pictures usually cost more than text.
  const isAtLeast =
    (charges.audioInputTokens ?? charges.audioOutputTokens ?? charges.imageOutputTokens ?? 0) > 0
  return { usd: millionths / 1_000_000, isAtLeast }
}

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
 * Fees for searches, besides the tokens, as of 2026-11-28. Free allowances are not subtracted: nobody
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

/** The cost of an answer's searches in US dollars; null if unknown. */
function searchFeesUsd(
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
