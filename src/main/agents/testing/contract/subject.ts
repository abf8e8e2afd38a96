import type { FakeProgram } from '../../../../../e2e/fake-cli/install-fakes'
import type { AgentId, AgentPermission } from '../../../../shared/agents/agents'

/** Something that one route to an agent may be unable to do, according to measurements of the real agent. */
export type Ability =
  /** Sending an answer in pieces. */
  | 'deltas'
  /** Showing the output of a command while it runs. */
  | 'live-output'
  /** Distinguishing a failed command from a successful one. */
  | 'failed-command'
  /** Reporting the changed lines of a file. */
  | 'hunks'
  /** Showing what a sub-agent does. */
  | 'sub-agent-inside'
  /** Reporting which step of a plan is in progress. */
  | 'steps-at-work'
  /** Asking before it acts. */
  | 'ask'
  /** Reporting usage. */
  | 'usage'
  /** Reporting that it repeats a model request. */
  | 'retries'
  /** Replaying a recording of the real agent. */
  | 'recording'

/** One route to one agent, with everything that differs on it. */
export interface RouteFacts {
  /**
   * Also covers what depends on the route and the supervisor, and is the same for all agents of the route. One agent
   * per route sets it.
   */
  provesRoute: boolean
  /** The agent gets files, which are removed after the turn. */
  isGivenFiles: boolean
  /** The agent's own name of each permission. */
  modes: Record<AgentPermission, string>
  /** The abilities that it lacks, with the reason. Printed by name. */
  cannot: Partial<Record<Ability, string>>
  /** The events in a turn of each of these prompts, line by line. */
  stories: Record<StoryName, readonly string[]>
  /** The events of recorded cases. Those that need no process are tested with the JSON lines route. */
  transcripts: Record<string, readonly string[]>
}

/** The prompt of each story. `a.txt` exists before, with two lines. */
export const storyPrompts = {
  answer: 'think Let me see. ;; say Hello there.',
  command: 'say First. ;; run echo one && echo two ;; say Then.',
  failedCommand: 'run echo broken; exit 3 ;; say Well.',
  edit: 'edit a.txt ;; edit new.txt with new ;; say Done.',
  plan: 'plan ;; say Done.',
  subAgent: 'subagent Look about ;; say Done.',
  allowed: 'ask run echo hi > made.txt && cat made.txt ;; say Done.',
  denied: 'ask run echo hi > made.txt && cat made.txt ;; say Done.',
} as const
export type StoryName = keyof typeof storyPrompts

export const agentRouteNames = ['acp', 'json-lines'] as const
export type AgentRouteName = (typeof agentRouteNames)[number]

/** Defines an agent for the contract. */
export interface AgentSubject {
  id: AgentId
  program: FakeProgram
  /** The adapter for the protocol; null when the agent needs none. */
  adapter: FakeProgram | null
  acp: RouteFacts
  /** Null for an agent that only has the protocol. */
  jsonLines: RouteFacts | null
}

/** An agent on one route. */
export interface RouteSubject extends Omit<AgentSubject, 'acp' | 'jsonLines'>, RouteFacts {
  route: AgentRouteName
}
