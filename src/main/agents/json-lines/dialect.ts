import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { ParleyError } from '../../../shared/errors'
import type { ApprovalRequest } from '../../../shared/runs/events'
import type { Clock } from '../../base/clock'
import type { SourceEvent } from '../../run-source/run-source'
import type { AgentCommand } from '../agent'
import type { AgentExit } from '../agent-process'
import type { LineAgentId, RouteTurn } from '../agent-route'

/** A tool of the agent that asks before it acts. */
export interface LineQuestion {
  requestId: string
  approval: Omit<ApprovalRequest, 'approvalId'>
}

/** What a line says to Parley alone. */
export type AgentWord =
  /** Its session, by the name that it can be gone on with. */
  | { type: 'session'; resumeId: string }
  | ({ type: 'ask' } & LineQuestion)
  /** It does not want to know any more. */
  | { type: 'withdraw'; requestId: string }
  /** Something that it has to be told at once. */
  | { type: 'reply'; line: string }
  /** The turn is over, and the program about to end. */
  | { type: 'over' }

/** What a line of an agent says. */
export type LineEvent = SourceEvent | AgentWord

const words: ReadonlySet<string> = new Set<AgentWord['type']>(['session', 'ask', 'withdraw', 'reply', 'over'])

/** Whether it is part of the answer. */
export function isSourceEvent(event: LineEvent): event is SourceEvent {
  return !words.has(event.type)
}

/** Reads the lines of one turn, in their order. */
export interface LineReader {
  /** @throws AGENT_FAILED what is no JSON */
  read(line: string): LineEvent[]
  /** Why the turn failed, once all lines are read; null when it is complete. `exit` is null where it had to be ended. */
  failure(exit: AgentExit | null, stderr: string): ParleyError | null
}

/** What can be said to an agent while it is at work. */
export interface AgentDialogue {
  /** Asks it to break off the turn. */
  interrupt: string
  answer(question: LineQuestion, decision: ApprovalDecision): string
}

/** How one agent is started, and what its lines mean. */
export interface JsonLinesDialect {
  readonly agentId: LineAgentId
  /** Files that the turn needs beside the command's own, to be put into a folder of its own. */
  files(turn: RouteTurn): readonly { name: string; content: string | Uint8Array }[]
  /** `folder`: where the files lie, in full; null without any. */
  command(turn: RouteTurn, folder: string | null): AgentCommand
  /** What it is told on standard input. */
  input(turn: RouteTurn): string
  /** Null where standard input ends with the prompt. */
  readonly dialogue: AgentDialogue | null
  createReader(turn: RouteTurn, clock: Clock): LineReader
}
