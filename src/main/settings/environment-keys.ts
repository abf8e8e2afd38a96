import type { ProviderPreset } from '../../shared/models/provider-presets'
import { originOf } from './provider-address'
import { plainKey } from './provider-key'

/** A key from the environment, and the variable that holds it. */
export interface EnvironmentKey {
  apiKey: string
  variable: string
}

/** The keys of presets found in their usual variables. Each is sent only to the origin of its own preset. */
export class EnvironmentKeys {
  /** The presets for which a key was found, in preset order. */
  readonly presets: readonly ProviderPreset[]
  readonly #byPreset: ReadonlyMap<string, EnvironmentKey>

  /** Reads the variables once, skipping values that cannot be keys. */
  constructor(environment: NodeJS.ProcessEnv, presets: readonly ProviderPreset[]) {
    this.#byPreset = new Map(
      presets.flatMap(({ id, keyVariables }) => {
        const found = keyVariables
          .map((variable) => ({ variable, apiKey: plainKey(environment[variable] ?? '') }))
          .find(({ apiKey }) => apiKey !== null && apiKey !== '')
        return found === undefined ? [] : [[id, { ...found, apiKey: found.apiKey ?? '' }] as const]
      }),
    )
    this.presets = presets.filter(({ id }) => this.#byPreset.has(id))
  }

  /** The key for requests to this address; null when its origin has none. */
  forAddress(baseUrl: string | null): EnvironmentKey | null {
    const origin = originOf(baseUrl)
    const preset =
      origin === null ? undefined : this.presets.find((candidate) => originOf(candidate.baseUrl) === origin)
    return preset === undefined ? null : (this.#byPreset.get(preset.id) ?? null)
  }

  /** All keys, to redact them from anything written. */
  all(): string[] {
    return [...this.#byPreset.values()].map(({ apiKey }) => apiKey)
  }
}
