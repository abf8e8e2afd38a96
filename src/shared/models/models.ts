import { type AgentId, agentIds } from '../agents/agents'
import type { ErrorData } from '../errors'
import type { ModelChange, ModelPreference, OwnPrice } from './schema'

export type { ModelChange, ModelPreference, OwnPrice }

/** The protocols that providers speak. */
export const remoteProviderKinds = ['openai', 'anthropic', 'google', 'openai-compatible'] as const
export type RemoteProviderKind = (typeof remoteProviderKinds)[number]
/** The kinds of providers: `demo` is built in and sends nothing. */
export type ProviderKind = 'demo' | RemoteProviderKind

/** Where the key that encrypts stored provider keys is: in the system's key store, or in a file beside them. */
export type KeysGuard = 'key-store' | 'key-file'

/** Every parameter that at least one model accepts. */
export const modelParamNames = [
  'temperature',
  'topP',
  'maxOutputTokens',
  'seed',
  'stop',
  'reasoningEffort',
] as const
export type ModelParamName = (typeof modelParamNames)[number]

/** US dollars per million tokens. */
export interface ModelPrice {
  input: number
  output: number
  /** Input that the provider had cached from an earlier request. */
  cachedInput?: number
}

/** Facts about a model besides its name. An absent one is unknown. */
export interface ModelFacts {
  /** Context window in tokens, including the answer. */
  contextTokens?: number
  maxOutputTokens?: number
  price?: ModelPrice
  /** The model accepts images. */
  takesImages?: boolean
  /** The model accepts PDF files directly. */
  takesPdf?: boolean
  /** The model can call tools. */
  callsTools?: boolean
  /** Its provider's own search can be used only without any other tool. */
  searchesAlone?: true
  /** The model reasons before it answers, and shows its reasoning. */
  reasons?: boolean
  /** Supported parameters; absent means that any may be tried. */
  params?: ModelParamName[]
}

/** A model that can be selected. `id` is `provider/model`. */
export interface ModelInfo {
  id: string
  providerId: string
  providerName: string
  name: string
  /** A script inside Parley answers instead of a model; shown wherever the model is named. */
  isScripted: boolean
  /** Served from this machine. */
  isLocal: boolean
  /** Its provider's name for it, if `name` is the user's own. */
  ownName?: string
  /** The user's settings for it; absent if there are none. */
  preference?: ModelPreference
  /** The price without the user's own, if the facts have that one and another is known. */
  listedPrice?: ModelPrice
  /** A coding agent, which works in a folder. If not `isInstalled`, its runs are refused with AGENT_NOT_INSTALLED. */
  agent?: { agentId: AgentId; isInstalled: boolean }
  facts?: ModelFacts
}

/** The longest names and notes, and the largest number of models that may have any. */
export const modelPreferenceLimits = {
  labelChars: 100,
  noteChars: 500,
  models: 10_000,
  /** US dollars per million tokens. */
  price: 1_000_000,
} as const

/** A provider whose models could not be listed, and why. */
export interface ModelProblem {
  providerId: string
  providerName: string
  error: ErrorData
}

/** A provider as windows see it: whether it has a key and its last characters, never the key. */
export interface ProviderInfo {
  id: string
  kind: ProviderKind
  name: string
  baseUrl: string | null
  hasKey: boolean
  last4: string | null
  /** The environment variable that holds the key; null when the key is stored or missing. */
  keyVariable: string | null
  /**
   * `discovered`: answered on a usual local port, or has its key in the environment; `configured`: saved by the user.
   */
  origin: 'built-in' | 'discovered' | 'configured'
}

/** Splits `provider/model` at the first slash; null where there is none or a side is empty. */
export function parseModelRef(ref: string): { providerId: string; modelId: string } | null {
  const slash = ref.indexOf('/')
  if (slash < 1 || slash === ref.length - 1) return null
  return { providerId: ref.slice(0, slash), modelId: ref.slice(slash + 1) }
}

/** The provider or agent of a model; of any other text, that text. */
export function providerOf(ref: string): string {
  return parseModelRef(ref)?.providerId ?? ref
}

/** True if `ref` can name a model on the wire: model ids may contain spaces, but no invisible characters. */
export function isModelRef(ref: string): boolean {
  return ref.length <= 512 && /^[^/\s\p{Cc}]+\/(?!\s)[^\p{Cc}\u2028\u2029]+$/u.test(ref) && ref.trim() === ref
}

/** The agent that `provider/model` names; null when it names a model. */
export function agentOf(ref: string): AgentId | null {
  const providerId = parseModelRef(ref)?.providerId
  return agentIds.find((id) => id === providerId) ?? null
}

/** The facts as the provider and the price list have them. */
function factsWithoutOwn({ facts, preference, listedPrice }: ModelInfo): ModelFacts | undefined {
  if (facts === undefined || preference?.price === undefined) return facts
  const { price: _own, ...others } = facts
  return listedPrice === undefined ? others : { ...others, price: listedPrice }
}

type PricedFields = Pick<ModelInfo, 'facts' | 'listedPrice'>

function withOwnPrice<Fields extends { facts: ModelFacts | undefined }>(
  { facts, ...fields }: Fields,
  own: OwnPrice | undefined,
): Omit<Fields, 'facts'> & PricedFields {
  if (own === undefined) return facts === undefined ? fields : { ...fields, facts }
  const listed = facts?.price
  return {
    ...fields,
    facts: { ...facts, price: { ...own } },
    ...(listed === undefined ? {} : { listedPrice: listed }),
  }
}

/** The model with what the user has set for it, in place of anything set before. */
export function withPreference(model: ModelInfo, preference: ModelPreference | undefined): ModelInfo {
  const { preference: _former, ownName, listedPrice: _listed, ...given } = model
  const name = ownName ?? model.name
  const rest = withOwnPrice({ ...given, facts: factsWithoutOwn(model) }, preference?.price)
  if (preference === undefined) return { ...rest, name }
  const { label } = preference
  return label === null ? { ...rest, name, preference } : { ...rest, name: label, ownName: name, preference }
}
