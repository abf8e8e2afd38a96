import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { ParleyError } from '../../../shared/errors'
import type { ApprovalRequest } from '../../../shared/runs/events'
import type { Clock } from '../../base/clock'
import type { SourceEvent } from '../../run-source/run-source'
import type { AgentCommand } from '../agent'
import type { AgentExit } from '../agent-process'
import type { JsonLinesAgentId, RouteTurn } from '../agent-route'
import type { Oddity } from '../turns/odd-output'

/** A tool of the agent that needs approval. */
export interface LineApprovalRequest {
  requestId: string
  approval: Omit<ApprovalRequest, 'approvalId'>
}

/** Messages for Parley that are not part of the answer. */
export type ControlEvent =
  /** The agent's session id, with which it can be resumed. */
  | { type: 'session'; resumeId: string }
  | ({ type: 'ask' } & LineApprovalRequest)
  /** The agent no longer needs the answer. */
  | { type: 'withdraw'; requestId: string }
  /** A line that must be sent to the agent immediately. */
  | { type: 'reply'; line: string }
  /** The turn is over, and the program is about to exit. */
  | { type: 'over' }
  /** Something that the reader does not know, for the log. */
  | { type: 'odd'; oddity: Oddity; sample: string }

/** The meaning of an agent's line. */
export type LineEvent = SourceEvent | ControlEvent

const words: ReadonlySet<string> = new Set<ControlEvent['type']>([
  'session',
  'ask',
  'withdraw',
  'reply',
  'over',
  'odd',
])

/** True if the event is part of the answer. */
export function isSourceEvent(event: LineEvent): event is SourceEvent {
  return !words.has(event.type)
}

/** The oddity of a message or a block of an unknown type. */
export function oddType(message: Readonly<Record<string, unknown>>): LineEvent {
  return { type: 'odd', oddity: 'message', sample: JSON.stringify(message).slice(0, oddChars) }
}

const oddChars = 300

/** Reads the messages of one turn, in order. */
export interface LineReader {
  read(message: Record<string, unknown>): LineEvent[]
  /**
   * Returns the reason why the turn failed, once all lines are read; null when it is complete. `exit` is null when the
   * program had to be ended.
   */
  failure(exit: AgentExit | null, stderr: string): ParleyError | null
}

/** Lines that can be sent to an agent while it works. */
export interface AgentDialogue {
  /** Asks the agent to interrupt the turn. */
  interrupt: string
  answer(question: LineApprovalRequest, decision: ApprovalDecision): string
}

/** The command that starts one agent, its input, and the reader of its lines. */
export interface JsonLinesDialect {
  readonly agentId: JsonLinesAgentId
  command(turn: RouteTurn): AgentCommand
  /** The text for standard input. */
  input(turn: RouteTurn): string
  /** Null when standard input ends with the prompt. */
  readonly dialogue: AgentDialogue | null
  createReader(turn: RouteTurn, clock: Clock): LineReader
}
