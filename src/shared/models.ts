import type { ErrorData } from './errors'

export type ProviderKind = 'demo' | 'openai-compatible'

/** One model that can be asked. `id` is `provider/model`. */
export interface ModelInfo {
  id: string
  providerId: string
  providerName: string
  name: string
  /** Answers come from a script inside Parley, not from a model; shown wherever the model is named. */
  isScripted: boolean
  /** Served from this machine. */
  isLocal: boolean
}

/** A provider whose models could not be listed, and why. */
export interface ModelProblem {
  providerId: string
  providerName: string
  error: ErrorData
}

/** A provider as the window may see it: whether it has a key and how that ends, never the key. */
export interface ProviderInfo {
  id: string
  kind: ProviderKind
  name: string
  baseUrl: string | null
  hasKey: boolean
  last4: string | null
  /** `discovered` ones answered on a usual local port; `configured` ones were saved by the user. */
  origin: 'built-in' | 'discovered' | 'configured'
}

/** Splits `provider/model` at the first slash; null where there is none or a side is empty. */
export function parseModelRef(ref: string): { providerId: string; modelId: string } | null {
  const slash = ref.indexOf('/')
  if (slash < 1 || slash === ref.length - 1) return null
  return { providerId: ref.slice(0, slash), modelId: ref.slice(slash + 1) }
}
