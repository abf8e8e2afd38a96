import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { type Peer, peerData } from '../http/peer'
import type { SourceEvent } from '../../run-source/run-source'

/** Why an answer is complete. */
export type FinishReason = Extract<SourceEvent, { type: 'finish' }>['reason']

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
 * What a provider's finish reason means: the answer is complete, it failed, or (null) it has not ended. An unknown
 * reason is a failure that quotes it, since something may be missing.
 */
export function finishOf(raw: string, peer: Peer): FinishReason | ParleyError | null {
  const meaning = meanings.get(spelled(raw))
  if (meaning === 'none') return null
  return meaning !== undefined && isComplete(meaning) ? meaning : failureOf(meaning, shownReason(raw), peer)
}

/** Whether the model stopped in order to call tools. */
export function meansCalls(raw: string): boolean {
  return /^(?:tool_calls?|tool_use|function_calls?)$/.test(spelled(raw))
}

/** Whether this is the failure for an unknown reason. */
export function isUnknownReason(error: ParleyError): boolean {
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
