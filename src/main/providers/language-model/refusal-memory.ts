import type { Clock } from '../../base/clock'
import type { Refused } from './lesser-request'

/** How long a refusal is remembered: a server may be updated while Parley runs. */
const rememberedMs = 24 * 60 * 60 * 1_000
/** More models than anybody uses in a day. */
const mostModels = 500

/**
 * Refusals by address and model, so that the same is not sent again. Not stored: they are learned again
 * with one request that costs nothing.
 */
export class RefusalMemory {
  readonly #clock: Clock
  readonly #models = new Map<string, { refused: Refused[]; atMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  of(baseUrl: string, modelId: string): readonly Refused[] {
    const known = this.#models.get(keyOf(baseUrl, modelId))
    return known === undefined || this.#clock.monotonic() - known.atMs > rememberedMs ? [] : known.refused
  }

  /** The server accepted a request without these. */
  remember(baseUrl: string, modelId: string, refused: readonly Refused[]): void {
    const key = keyOf(baseUrl, modelId)
    const known = this.of(baseUrl, modelId)
    if (refused.every((each) => known.includes(each))) return
    const { atMs } = this.#models.get(key) ?? { atMs: this.#clock.monotonic() }
    this.#models.delete(key)
    this.#models.set(key, {
      refused: [...refused],
      atMs: known.length === 0 ? this.#clock.monotonic() : atMs,
    })
    for (const oldest of this.#models.keys()) {
      if (this.#models.size <= mostModels) break
      this.#models.delete(oldest)
    }
  }
}

function keyOf(baseUrl: string, modelId: string): string {
  return `${baseUrl} ${modelId}`
}
