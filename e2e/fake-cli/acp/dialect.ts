import type { FakeAgent } from '../parts/agent-home.ts'
import type { AgentSession } from '../parts/sessions.ts'
import type { Reach } from '../parts/tool-processes.ts'
import type { Decision, Policy, ToolResult, ToolUse } from '../script/voice.ts'
import type { RpcError } from './json-rpc.ts'

export type Update = Record<string, unknown>

/** Everything that differs between the agents that speak ACP. */
export interface AcpDialect {
  agent: FakeAgent
  program: string
  /** The result of `initialize`. */
  initialized: Record<string, unknown>
  /** The result of `session/new` and `session/load`, without the session's id. */
  opened: Record<string, unknown>
  /** Updates that follow without a request. */
  openingUpdates: Update[]
  /** The mode of a new session. */
  startMode: (params: Record<string, unknown>) => string
  modes: readonly string[]
  policy: (mode: string, use: ToolUse, params: Record<string, unknown>) => Policy
  /** Sends the history after the response to `session/load`, not before it. */
  sendsHistoryLate: boolean
  /** The processes of a command that end when it is cancelled, and when the agent ends. */
  reachOfCancel: Reach
  reachOfEnd: Reach
  /** Text at the start of each answer. */
  preface: string | null
  /** Thoughts are streamed, not sent as a whole. */
  thinksInPieces: boolean
  /** The result of `session/prompt`. */
  answer: (stopReason: 'end_turn' | 'cancelled') => Record<string, unknown>
  unknownSession: (id: string) => RpcError
  serverError: (status: number, signal: AbortSignal) => Promise<RpcError>
  message: (kind: 'agent_message_chunk' | 'agent_thought_chunk', text: string, messageId: string) => Update
  /** The options of a permission request, each with its decision. */
  options: { optionId: string; name: string; kind: string; decision: Decision }[]
  tool: ToolUpdates
  /** Updates that follow the response at the end of a turn. */
  afterwards: (session: AgentSession) => Update[]
}

/** The updates about a tool, by occasion. */
export interface ToolUpdates {
  id: (use: ToolUse, number: number) => string
  announced: (call: ToolCall, policy: Policy) => Update[]
  /** The call as the permission request shows it. */
  asked: (call: ToolCall) => Update
  started: (call: ToolCall, wasAsked: boolean) => Update[]
  output: (call: ToolCall, soFar: string, before: string) => Update[]
  done: (call: ToolCall, result: ToolResult) => Update[]
  refused: (call: ToolCall, by: 'level' | 'user') => Update[]
  interrupted: (call: ToolCall, wasRunning: boolean) => Update[]
  endsTurnWhenDenied: boolean
}

export interface ToolCall {
  id: string
  use: ToolUse
  cwd: string
  /** The client declared that it can show terminals. */
  showsTerminals: boolean
  /** Merged into each update: the agent that the tool belongs to. */
  meta: Record<string, unknown>
}
