import type { FakeProgram } from '../../../../../e2e/fake-cli/install-fakes'
import type { AgentId, AgentPermission } from '../../../../shared/agents/agents'

/** What one way of talking to an agent may not be able to do, by what was measured of the real one. */
export type Ability =
  /** To say an answer in pieces, as it comes. */
  | 'deltas'
  /** To show what a command puts out while it runs. */
  | 'live-output'
  /** To tell a failed command from one that did its work. */
  | 'failed-command'
  /** To say what becomes of the lines of a file. */
  | 'hunks'
  /** To show what a sub-agent does. */
  | 'sub-agent-inside'
  /** To say which step of a plan is at work. */
  | 'steps-at-work'
  /** To ask before it acts. */
  | 'ask'
  /** To count what was used. */
  | 'usage'
  /** To tell that the model is asked again. */
  | 'retries'
  /** To be replayed from what the real one said. */
  | 'recording'

/** One way of talking to one agent, and all that differs by it. */
export interface RouteFacts {
  /**
   * It also proves what is up to the route and the supervisor, and so the same for every agent of the route. One agent of
   * each route does.
   */
  provesRoute: boolean
  /** It is given files, which are removed after the turn. */
  isGivenFiles: boolean
  /** The agent's own name of each level. */
  modes: Record<AgentPermission, string>
  /** What it cannot do, with the reason. It is printed by name. */
  cannot: Partial<Record<Ability, string>>
  /** What happens in a turn of each of these prompts, line by line. */
  stories: Record<StoryName, readonly string[]>
  /** The same of recorded cases. Those that need no process are tested beside the route by lines. */
  transcripts: Record<string, readonly string[]>
}

/** What is asked for each story. `a.txt` is there before, and holds two lines. */
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

/** What an agent brings to the contract. */
export interface AgentSubject {
  id: AgentId
  program: FakeProgram
  /** The program that speaks the protocol for it; null where it does so itself. */
  adapter: FakeProgram | null
  acp: RouteFacts
  /** Null for an agent that is talked to by the protocol alone. */
  jsonLines: RouteFacts | null
}

/** An agent, talked to in one way. */
export interface RouteSubject extends Omit<AgentSubject, 'acp' | 'jsonLines'>, RouteFacts {
  route: AgentRouteName
}
