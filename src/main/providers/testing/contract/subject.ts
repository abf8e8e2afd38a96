import type { Protocol, TokenField } from '../../../../../e2e/fake-provider/protocols/protocol'
import type { Clock } from '../../../base/clock'
import type { Provider } from '../../provider'

/** What every provider brings to the contract: how it is made, and its models by what they do. */
interface Subject {
  name: string
  /** Models that answer with text, for long, with reasoning first, with a call, and with nothing until stopped. */
  models: { text: string; long: string; reasoning: string; toolCall: string; silent: string }
  /** Further models that must be stoppable, and after how many events. */
  stoppable: readonly { model: string; afterEvents: number }[]
}

/** A provider inside Parley: no server, no socket. */
export interface ScriptedSubject extends Subject {
  type: 'scripted'
  create(): Provider
}

/** How a test wants a remote provider made; what is absent is as it would be for a user. */
export interface RemoteOptions {
  apiKey?: string
  clock?: Clock
  headersTimeoutMs?: number
}

/** A family that asks a server. All its scripts are the same in every protocol; this is what differs. */
export interface RemoteFamily {
  name: string
  /**
   * A provider named `Fake` with the id `fake`, without retries. `baseUrl` is that of the fake provider, which ends in
   * `/v1`; a family with another path puts its own in its place.
   */
  create(baseUrl: string, options: RemoteOptions): Provider
  /** How the fake provider speaks to it. */
  protocol: Protocol
  /** Where a token of thinking may stand, in the words of `TokenField`. */
  reasoningFields: readonly TokenField[]
  /** What a finished answer is worth whose last word did not come: some protocols finish with that word alone. */
  withoutLastWord: 'complete' | 'unfinished'
  /** When an answer ends whose socket stays open: with the protocol's last word, or once nothing follows its finish. */
  endsWith: 'last-event' | 'silence'
  /** Whether the id that the server gave a call is the one that comes out; else any will do. */
  keepsCallIds: boolean
  /** Arguments are text, which may be no JSON; or an object, which cannot be broken. */
  callArguments: 'text' | 'object'
  /** Whether the server counts the tokens of reasoning by themselves. */
  countsReasoning: boolean
  /** What `refusal` as the reason of an answer's end comes to. */
  refusal: 'filter' | 'end'
  /**
   * Part of the request that follows a stop in the middle of thinking and of a call: after the question "Look", the
   * call `c1` of `look` with `{"q":1}` and its result "cancelled", then "Go on". The thinking is not in it.
   */
  afterStop: Record<string, unknown>
}

/** A remote family as one subject among others. */
export interface RemoteSubject extends Subject {
  type: 'remote'
  family: RemoteFamily
}

export type ContractSubject = ScriptedSubject | RemoteSubject

/** The subject that a remote family is: the models of the fake provider are the same for all. */
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
