import { type AgentId, agentIds } from '../agents/agents'
import type { ErrorData } from '../errors'

/** The protocols that providers are asked in. */
export type RemoteProviderKind = 'openai' | 'anthropic' | 'google' | 'openai-compatible'
export type ProviderKind = 'demo' | RemoteProviderKind

/** How keys are stored: under a key of the system's key store, or under one in a file beside them. */
export type KeysGuard = 'key-store' | 'key-file'

/** Every parameter that some model takes. */
export const modelParamNames = [
  'temperature',
  'topP',
  'maxOutputTokens',
  'seed',
  'stop',
  'reasoningEffort',
] as const
export type ModelParamName = (typeof modelParamNames)[number]

/** US dollars for a million tokens. */
export interface ModelPrice {
  input: number
  output: number
  /** For input that the provider had kept from an earlier request. */
  cachedInput?: number
}

/** What is known of a model besides its name. What is absent is not known. */
export interface ModelFacts {
  /** Tokens that fit into one request, with its answer. */
  contextTokens?: number
  maxOutputTokens?: number
  price?: ModelPrice
  /** Looks at images. */
  takesImages?: boolean
  /** Reads PDF files as they are. */
  takesPdf?: boolean
  /** Thinks before it answers, and lets that be seen. */
  reasons?: boolean
  /** The parameters it takes; absent means that any may be tried. */
  params?: ModelParamName[]
}

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
  /** A coding agent: it works in a folder. `isInstalled` is false when it would be refused with AGENT_NOT_INSTALLED. */
  agent?: { agentId: AgentId; isInstalled: boolean }
  facts?: ModelFacts
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
  /** The environment variable that the key is taken from; null when it is a stored one, or there is none. */
  keyVariable: string | null
  /**
   * `discovered` ones answered on a usual local port, or have their key in the environment; `configured` ones were
   * saved by the user.
   */
  origin: 'built-in' | 'discovered' | 'configured'
}

/** Splits `provider/model` at the first slash; null where there is none or a side is empty. */
export function parseModelRef(ref: string): { providerId: string; modelId: string } | null {
  const slash = ref.indexOf('/')
  if (slash < 1 || slash === ref.length - 1) return null
  return { providerId: ref.slice(0, slash), modelId: ref.slice(slash + 1) }
}

/** Whether this can name a model on the wire: ids of models may hold spaces, and nothing that is invisible. */
export function isModelRef(ref: string): boolean {
  return ref.length <= 512 && /^[^/\s\p{Cc}]+\/(?!\s)[^\p{Cc}\u2028\u2029]+$/u.test(ref) && ref.trim() === ref
}

/** The coding agent that `provider/model` names; null when it is no agent. */
export function agentOf(ref: string): AgentId | null {
  const providerId = parseModelRef(ref)?.providerId
  return agentIds.find((id) => id === providerId) ?? null
}
