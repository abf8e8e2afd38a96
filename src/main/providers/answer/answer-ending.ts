import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { SourceEvent } from '../../run-source/run-source'
import { type Peer, peerData } from '../http/peer'
import { objectIn, textIn } from './foreign'

/**
 * Why an answer ended, according to its stream so far. Some servers send a reason with every chunk, or before a tool
 * that they run themselves, so a reason is dropped when more of the answer arrives.
 */
export class AnswerEnding {
  readonly #peer: Peer
  #reason: FinishReason | ParleyError | null = null
  #isForCalls = false
  #isDropped = false
  #wasDropped = false

  constructor(peer: Peer) {
    this.#peer = peer
  }

  /** The stream gave a reason, success or failure, and no content followed it. */
  get hasReason(): boolean {
    return this.#reason !== null && !this.#isDropped
  }

  /** Content followed a reason at least once. */
  get wasDropped(): boolean {
    return this.#wasDropped
  }

  /** Why the answer is complete; null when it is not. */
  get reason(): FinishReason | null {
    return this.hasReason && typeof this.#reason === 'string' ? this.#reason : null
  }

  /** The reason is that the model calls tools. */
  get isForCalls(): boolean {
    return this.#isForCalls && this.reason !== null
  }

  /** The failure that the reason indicates. */
  get failure(): ParleyError | null {
    return this.#reason instanceof ParleyError ? this.#reason : null
  }

  /** Takes a reason as the provider spells it. Ignores an empty one and one that means that the answer continues. */
  setReason(raw: unknown): void {
    const word = reasonIn(raw)
    const finish = word === '' ? null : finishOf(word, this.#peer)
    if (finish === null || !this.#isReplacedBy(finish)) return
    this.#reason = finish
    this.#isForCalls = meansCalls(word)
    this.#isDropped = false
  }

  /** More content arrived: drops a reason to finish, but not a failure. */
  resume(): void {
    if (this.#reason === null) return
    this.#wasDropped = true
    this.#isDropped = !(this.#reason instanceof ParleyError)
  }

  /** The stream ended as its protocol requires: a dropped reason applies after all, and `raw` if there was none. */
  close(raw: string): void {
    if (this.#reason === null) this.setReason(raw)
    this.#isDropped = false
  }

  /** A finish never becomes a failure; `end` yields to a more specific finish, and an unknown reason to any other. */
  #isReplacedBy(finish: FinishReason | ParleyError): boolean {
    if (this.#reason === null || this.#isDropped) return true
    if (this.#reason instanceof ParleyError) return isUnknownReason(this.#reason)
    return this.#reason === 'end' && typeof finish === 'string'
  }
}

/** The text of a reason: a server may send a number or an object around it. 0 and false are not reasons. */
function reasonIn(raw: unknown): string {
  const word = objectIn(raw)?.['type'] ?? raw
  if (word === true || (typeof word === 'number' && word !== 0)) return String(word)
  return textIn(word).trim()
}

/** Why an answer is complete. */
type FinishReason = Extract<SourceEvent, { type: 'finish' }>['reason']

type Meaning = FinishReason | 'failed' | 'overloaded' | 'broken-call' | 'language' | 'none'

/** Reasons that providers and gateways send, in normalised spelling: lower case with underscores. */
const words: Record<Meaning, string> = {
  end: 'stop end_turn stop_sequence eos eos_token eot eom end complete completed done finished normal stop_token stop_word stop_words word endoftext end_of_text im_end tool_calls tool_call tool_use function_call function_calls',
  length:
    'length limit max_len max_tokens max_output_tokens max_completion_tokens max_new_tokens max_length token_limit model_length context_length context_length_exceeded context_window_exceeded model_context_window_exceeded length_limit truncated',
  filter:
    'content_filter content_filtered content_policy_violation safety recitation blocklist prohibited_content spii refusal sensitive guardrail_intervened blocked moderation model_armor image_safety image_recitation image_prohibited_content',
  'tool-limit': 'pause_turn max_tool_calls',
  failed:
    'error errored failed failure abort aborted cancelled canceled timeout interrupted network_error server_error internal_error',
  overloaded: 'insufficient_system_resource overloaded',
  'broken-call': 'malformed_function_call unexpected_tool_call too_many_tool_calls malformed_response',
  language: 'language',
  // The answer continues.
  none: 'null none nil undefined unspecified not_finished not_stopped in_progress processing generating streaming running ongoing pending continue',
}

const meanings: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(words).flatMap(([meaning, list]) =>
    list.split(' ').map((word): [string, Meaning] => [word, meaning as Meaning]),
  ),
)

/**
 * The meaning of a provider's finish reason: the answer is complete, it failed, or (null) it has not ended. An unknown
 * reason is a failure that quotes it, since something may be missing.
 */
function finishOf(raw: string, peer: Peer): FinishReason | ParleyError | null {
  const meaning = meanings.get(spelled(raw))
  if (meaning === 'none') return null
  return meaning !== undefined && isComplete(meaning) ? meaning : failureOf(meaning, shownReason(raw), peer)
}

/** True if the model stopped in order to call tools. */
function meansCalls(raw: string): boolean {
  return /^(?:tool_calls?|tool_use|function_calls?)$/.test(spelled(raw))
}

/** True for the failure that an unknown reason becomes. */
function isUnknownReason(error: ParleyError): boolean {
  return error.data?.['reason'] === 'finish-unknown'
}

/** Normalises a reason and strips affixes such as `FINISH_REASON_` or `<|…|>`. */
function spelled(raw: string): string {
  const word = raw
    .trim()
    .toLowerCase()
    .replaceAll(/^<\|?|\|?>$/g, '')
    .replaceAll(/[\s-]+/g, '_')
  return word.replace(/^(?:(?:finish|stop)_?)?reason[._](?=.)/, '')
}

function isComplete(meaning: Meaning): meaning is FinishReason {
  return meaning === 'end' || meaning === 'length' || meaning === 'filter' || meaning === 'tool-limit'
}

function failureOf(
  meaning: Exclude<Meaning, FinishReason | 'none'> | undefined,
  reason: string,
  peer: Peer,
): ParleyError {
  const data = { ...peerData(peer), finishReason: reason }
  switch (meaning) {
    case 'overloaded':
      return failure('PROVIDER_OVERLOADED', 'resources', data)
    case 'broken-call':
      return failure('PROVIDER_PROTOCOL', 'broken-call', data)
    case 'language':
      return failure('PROVIDER_BAD_REQUEST', 'language', data)
    case 'failed':
      return failure('PROVIDER_PROTOCOL', 'finish-failed', data)
    case undefined:
      return failure('PROVIDER_PROTOCOL', 'finish-unknown', data)
    default:
      return meaning satisfies never
  }
}

function shownReason(raw: string): string {
  const shown = raw
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 80)
    .toWellFormed()
  return shown === '' ? '?' : shown
}
