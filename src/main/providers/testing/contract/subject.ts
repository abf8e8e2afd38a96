import type { Protocol, TokenField } from '../../../../../e2e/fake-provider/protocols/protocol'
import type { Clock } from '../../../base/clock'
import type { Provider } from '../../provider'

/** How to create a provider for the contract, and its models by behaviour. */
interface Subject {
  name: string
  /** Models that answer with text, at length, with reasoning first, with a call, and with nothing until stopped. */
  models: { text: string; long: string; reasoning: string; toolCall: string; silent: string }
  /** Other models that must be stoppable, and after how many events. */
  stoppable: readonly { model: string; afterEvents: number }[]
}

/** A provider inside Parley: no server, no socket. */
export interface ScriptedSubject extends Subject {
  type: 'scripted'
  create(): Provider
}

/** Options of a remote provider in a test; absent ones are as for a user. */
export interface RemoteOptions {
  apiKey?: string
  clock?: Clock
  headersTimeoutMs?: number
}

/** A family with a server. All scripts are the same in every protocol; this describes the differences. */
export interface RemoteFamily {
  name: string
  /**
   * Creates a provider named `Fake` with the id `fake`, without retries. `baseUrl` is that of the fake provider, which
   * ends in `/v1`; a family with another path replaces it.
   */
  create(baseUrl: string, options: RemoteOptions): Provider
  /** The protocol that the fake provider speaks with it. */
  protocol: Protocol
  /** The fields that may contain a reasoning token, as `TokenField`. */
  reasoningFields: readonly TokenField[]
  /** The meaning of a finished answer without its end event: in some protocols, only that event finishes an answer. */
  withoutLastWord: 'complete' | 'unfinished'
  /** When an answer on an open socket ends: with the protocol's end event, or when nothing follows the finish. */
  endsWith: 'last-event' | 'silence'
  /** A call keeps the id from the server; else any id will do. */
  keepsCallIds: boolean
  /** The finish reason says that the model calls tools. */
  announcesCalls: boolean
  /** Arguments are text, which may be invalid JSON, or an object, which cannot be broken. */
  callArguments: 'text' | 'object'
  /** How a request contains the start of an image that a tool returned. */
  resultImage: string
  /** The server counts reasoning tokens separately. */
  countsReasoning: boolean
  /** Where reasoning is signed: a model that reasons, and what the request after a call then contains. */
  sealedReasoning?: { modelId: string; sent: string }
  /** The meaning of the finish reason `refusal`. */
  refusal: 'filter' | 'end'
  /** Answers that say what they have cost in the ways of the family's servers. */
  charged: readonly ChargedCase[]
  /**
   * Part of the request that follows a stop in the middle of thinking and of a call: after the question "Look", the
   * call `c1` of `look` with `{"q":1}` and its result "cancelled", then "Go on". Contains no thinking.
   */
  afterStop: Record<string, unknown>
}

/** An answer, and its cost in US dollars; null if that is unknown. */
interface ChargedCase {
  what: string
  events: readonly Record<string, unknown>[]
  usd: number | null
  isAtLeast?: true
  /** A model with a price in the list; otherwise, it costs $1 and $10 per million tokens. */
  modelId?: string
}

/** A remote family as a contract subject. */
export interface RemoteSubject extends Subject {
  type: 'remote'
  family: RemoteFamily
}

/** A family of providers as the contract tests it. */
export type ContractSubject = ScriptedSubject | RemoteSubject

/** Converts a remote family to a subject: the fake provider's models are the same for all families. */
export function remoteSubject(family: RemoteFamily): RemoteSubject {
  return {
    type: 'remote',
    name: family.name,
    family,
    models: {
      text: 'brief',
      long: 'steady-100',
      reasoning: 'thinker',
      toolCall: 'tool-call',
      silent: 'silent',
    },
    stoppable: [
      { model: 'no-headers', afterEvents: 0 },
      { model: 'slow-headers', afterEvents: 0 },
      { model: 'slow-first-token', afterEvents: 0 },
      { model: 'stall', afterEvents: 20 },
      { model: 'late-close', afterEvents: 1 },
      { model: 'deaf', afterEvents: 1 },
    ],
  }
}
