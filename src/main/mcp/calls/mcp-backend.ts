import type { AgentId, AgentPermission, ApprovalDecision } from '../../../shared/agents/agents'
import type { ParleyError } from '../../../shared/errors'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message, StopReason } from '../../../shared/sessions/messages'
import type { OrUndefined } from '../../../shared/or-undefined'
import type { ModelInfo, ModelProblem } from '../../../shared/models/models'
import type { ApprovalRequest } from '../../../shared/runs/events'
import type { ModelParams, SearchHit } from '../../../shared/sessions/sessions'
import type { GuardedEvent } from '../../run-source/run-source'

/** An image that goes with a question. */
export interface GivenImage {
  name: string
  mediaType: string
  bytes: Uint8Array
}

/** What one model is asked. */
export interface ModelQuestion {
  /** `provider/model`. */
  model: string
  prompt: string
  systemPrompt: string | null
  params: OrUndefined<ModelParams>
  images: readonly GivenImage[]
}

/** What an agent is to do. */
export interface AgentTask {
  agentId: AgentId
  prompt: string
  /** The folder to work in, in full. */
  workspace: string
  permission: AgentPermission
  /** The agent's own name of a model; null is the one that it takes by itself. */
  model: string | null
  /** The agent's session to go on with; null begins one. */
  resumeId: string | null
  images: readonly GivenImage[]
}

/** How an answer ended. `cancelled`: its signal aborted, and what it had started is gone. */
export type AnswerEnd =
  | { kind: 'finished'; reason: StopReason }
  | { kind: 'failed'; error: ParleyError }
  | { kind: 'cancelled' }

/** An answer that comes; it never throws. */
export type AnswerStream = AsyncGenerator<GuardedEvent, AnswerEnd, undefined>

/** What an agent has of the request that it works for. */
export interface AgentHooks {
  signal: AbortSignal
  /** @throws the reason of one of the signals, when that aborts first */
  requestApproval(
    approval: Omit<ApprovalRequest, 'approvalId'>,
    signal?: AbortSignal,
  ): Promise<ApprovalDecision>
  /** The agent's session of this name can be gone on with. */
  onSession(resumeId: string): void
}

/** A chat, as far as it is told. */
export interface ToldSession {
  sessionId: SessionId
  title: string
  model: string | null
  workspace: string | null
  createdAt: number
  updatedAt: number
}

/** All that the server has of the rest of Parley. It keeps nothing of what is asked, and writes nothing to the store. */
export interface McpBackend {
  listModels(
    refresh: boolean,
    signal: AbortSignal,
  ): Promise<{ models: ModelInfo[]; problems: ModelProblem[] }>
  /** @throws NOT_FOUND there is no such provider, INVALID_INPUT it is an agent */
  askModel(question: ModelQuestion, signal: AbortSignal): AnswerStream
  /** @throws AGENT_NOT_INSTALLED, INVALID_INPUT */
  runAgent(task: AgentTask, hooks: AgentHooks): AnswerStream
  /** @throws STORE_DAMAGED also for a store of a newer Parley, STORE_FULL */
  searchSessions(input: { query: string; limit: number }): {
    hits: SearchHit[]
    hasMore: boolean
    problems: string[]
  }
  /** The chats that were last at work. */
  listSessions(limit: number): ToldSession[]
  /** The newest messages of a chat's path, or those before one of them; oldest first. @throws NOT_FOUND */
  getSession(input: { sessionId: SessionId; limit: number; before: MessageId | null }): {
    session: ToldSession
    messages: Message[]
    hasMore: boolean
  }
}
