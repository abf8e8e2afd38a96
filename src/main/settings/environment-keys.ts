import type { ProviderPreset } from '../../shared/models/provider-presets'
import { originOf } from './provider-address'
import { plainKey } from './provider-key'

/** A key that stands in the environment, and the variable that it stands in. */
export interface EnvironmentKey {
  apiKey: string
  variable: string
}

/** The keys of the presets that stand in the usual variables. Each goes to the origin of its own preset only. */
export class EnvironmentKeys {
  /** Those of which a key was found, in the order of the presets. */
  readonly presets: readonly ProviderPreset[]
  readonly #byPreset: ReadonlyMap<string, EnvironmentKey>

  /** Reads the variables once. One that holds what no key can be is passed over. */
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

  /** The key for requests to this address; null when there is none for its origin. */
  forAddress(baseUrl: string | null): EnvironmentKey | null {
    const origin = originOf(baseUrl)
    const preset =
      origin === null ? undefined : this.presets.find((candidate) => originOf(candidate.baseUrl) === origin)
    return preset === undefined ? null : (this.#byPreset.get(preset.id) ?? null)
  }

  /** All keys, for whoever keeps them out of what is written. */
  all(): string[] {
    return [...this.#byPreset.values()].map(({ apiKey }) => apiKey)
  }
}
