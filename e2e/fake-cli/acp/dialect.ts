import type { FakeAgent } from '../parts/agent-home.ts'
import type { AgentSession } from '../parts/sessions.ts'
import type { Reach } from '../parts/tool-processes.ts'
import type { Decision, Policy, ToolResult, ToolUse } from '../script/voice.ts'
import type { RpcError } from './json-rpc.ts'

export type Update = Record<string, unknown>

/** All that differs between the agents that speak ACP. */
export interface AcpDialect {
  agent: FakeAgent
  program: string
  /** What `--version` prints. */
  version: string
  /** What `initialize` is answered with. */
  initialized: Record<string, unknown>
  /** What a new or loaded session is answered with, but for its id. */
  opened: Record<string, unknown>
  /** What follows by itself. */
  openingUpdates: Update[]
  /** The mode of a new session. */
  startMode: (params: Record<string, unknown>) => string
  modes: readonly string[]
  policy: (mode: string, use: ToolUse, params: Record<string, unknown>) => Policy
  /** History is told after the answer to `session/load`, not before it. */
  tellsHistoryLate: boolean
  /** A cancelled command is ended so far at once; what is left, when the process ends, so far. */
  reachOfCancel: Reach
  reachOfEnd: Reach
  /** Said before each answer. */
  preface: string | null
  /** Thoughts come as the model streams them, not each as a whole. */
  thinksInPieces: boolean
  /** What a prompt is answered with. */
  answer: (stopReason: 'end_turn' | 'cancelled') => Record<string, unknown>
  unknownSession: (id: string) => RpcError
  serverError: (status: number, signal: AbortSignal) => Promise<RpcError>
  message: (kind: 'agent_message_chunk' | 'agent_thought_chunk', text: string, messageId: string) => Update
  /** Ids of the options of a permission request, with what each means. */
  options: { optionId: string; name: string; kind: string; decision: Decision }[]
  tool: ToolUpdates
  /** Told when the turn is over, behind its answer. */
  afterwards: (session: AgentSession) => Update[]
}

/** What is told about a tool, and when. */
export interface ToolUpdates {
  id: (use: ToolUse, number: number) => string
  announced: (call: ToolCall, policy: Policy) => Update[]
  /** The call as it stands in the permission request. */
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
  /** The client says that it shows terminals. */
  showsTerminals: boolean
  /** Laid over each update: whose tool it is. */
  meta: Record<string, unknown>
}
