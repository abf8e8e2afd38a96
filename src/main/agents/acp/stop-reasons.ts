import type { AgentId } from '../../../shared/agents/agents'
import { assertNever } from '../../../shared/invariant'
import type { SourceEvent } from '../../run-source/run-source'
import { agentFailure, brokenAgent } from '../turns/agent-failure'
import type { OddOutput } from '../turns/odd-output'

/** The reasons for the end of a turn, in the words of the protocol and those that agents use in their place. */
const words = {
  end: 'end_turn end endturn complete completed done finished stop stopped success',
  length: 'max_tokens length max_output_tokens token_limit',
  filter: 'refusal refused content_filter safety',
  'tool-limit': 'max_turn_requests max_turns max_steps tool_limit',
  cancelled: 'cancelled canceled aborted interrupted user_cancelled',
  failed: 'error errored failed failure',
} as const

type Meaning = keyof typeof words

const meanings = new Map(
  (Object.keys(words) as Meaning[]).flatMap((meaning) =>
    words[meaning].split(' ').map((word): [string, Meaning] => [word, meaning]),
  ),
)

/** Returns the meaning of a stop reason, however it is spelled; null for an unknown one. */
export function meaningOf(stopReason: string): Meaning | null {
  const word = stopReason
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return meanings.get(word) ?? null
}

/** The end of an answer with this stop reason. @throws AGENT_FAILED the turn was cancelled by the agent, or failed */
export function finishOf(
  agentId: AgentId,
  stopReason: string,
  turn: { hasDenied: boolean; odd: Pick<OddOutput, 'note'> },
): SourceEvent {
  const meaning = meaningOf(stopReason)
  switch (meaning) {
    case 'cancelled':
      // Some agents end their turn when they are denied something.
      if (turn.hasDenied) return { type: 'finish', reason: 'end' }
      throw brokenAgent(agentId, 'cancelled')
    case 'failed':
      throw agentFailure(agentId, { said: stopReason })
    case null:
      // The agent has answered, whatever it calls that.
      turn.odd.note('value', `stopReason ${stopReason}`)
      return { type: 'finish', reason: 'end' }
    case 'end':
    case 'length':
    case 'filter':
    case 'tool-limit':
      return { type: 'finish', reason: meaning }
    default:
      return assertNever(meaning)
  }
}
