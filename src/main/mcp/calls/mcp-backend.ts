import type { AgentId, AgentPermission, ApprovalDecision } from '../../../shared/agents/agents'
import type { ParleyError } from '../../../shared/errors'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message, StopReason } from '../../../shared/sessions/messages'
import type { OrUndefined } from '../../../shared/or-undefined'
import type { ModelInfo, ModelProblem } from '../../../shared/models/models'
import type { ApprovalRequest } from '../../../shared/runs/events'
import type { ModelParams, SearchHit } from '../../../shared/sessions/sessions'
import type { GuardedEvent } from '../../run-source/run-source'

/** An image attached to a question. */
export interface InputImage {
  name: string
  mediaType: string
  bytes: Uint8Array
}

/** A question to one model. */
export interface ModelQuestion {
  /** `provider/model`. */
  model: string
  prompt: string
  systemPrompt: string | null
  /** Others are those that the user has set for the model. */
  params: OrUndefined<ModelParams>
  images: readonly InputImage[]
}

/** A model's connection to the request that asks it. */
export interface ModelHooks {
  signal: AbortSignal
  /**
   * The user decides about a call of a tool. Called only if no permanent decision covers it.
   * @throws the reason of one of the signals, when that aborts first
   */
  requestApproval(
    approval: Omit<ApprovalRequest, 'approvalId'>,
    signal?: AbortSignal,
  ): Promise<ApprovalDecision>
  /** A permanent decision of the user's forbids the call. */
  onRefused(approval: Omit<ApprovalRequest, 'approvalId'>): void
  /** Identical calls of models with the same key are executed once. */
  callsKey: string
}

/** A task for an agent. */
export interface AgentTask {
  agentId: AgentId
  prompt: string
  /** The absolute path of the folder to work in. */
  workspace: string
  permission: AgentPermission
  /** The agent's own name of a model; null selects its default. */
  model: string | null
  /** The agent's session to resume; null starts a new one. */
  resumeId: string | null
  images: readonly InputImage[]
}

/** The end of an answer. `cancelled`: its signal aborted, and everything that it had started is gone. */
export type AnswerEnd =
  | { kind: 'finished'; reason: StopReason }
  | { kind: 'failed'; error: ParleyError }
  | { kind: 'cancelled' }

/** Gets the events of an answer in order. */
export type OnAnswerEvent = (event: GuardedEvent) => void

/** An agent's connection to the request that it works for. */
export interface AgentHooks {
  signal: AbortSignal
  /** @throws the reason of one of the signals, when that aborts first */
  requestApproval(
    approval: Omit<ApprovalRequest, 'approvalId'>,
    signal?: AbortSignal,
  ): Promise<ApprovalDecision>
  /** The agent's session with this id can be resumed. */
  onSession(resumeId: string): void
}

/** The part of a chat that clients may see. */
export interface PublicSession {
  sessionId: SessionId
  title: string
  model: string | null
  workspace: string | null
  createdAt: number
  updatedAt: number
}

/**
 * Everything that the server uses of the rest of Parley. Keeps nothing of the requests, and writes nothing to the
 * store.
 */
export interface McpBackend {
  /** Without those that the user has hidden, under the user's names. */
  listModels(
    refresh: boolean,
    signal: AbortSignal,
  ): Promise<{ models: ModelInfo[]; problems: ModelProblem[] }>
  /** @throws NOT_FOUND there is no such provider, INVALID_INPUT it is an agent */
  askModel(question: ModelQuestion, hooks: ModelHooks, onEvent: OnAnswerEvent): Promise<AnswerEnd>
  /** @throws AGENT_NOT_INSTALLED, INVALID_INPUT */
  runAgent(task: AgentTask, hooks: AgentHooks, onEvent: OnAnswerEvent): Promise<AnswerEnd>
  /** @throws STORE_DAMAGED also for a store of a newer Parley, STORE_FULL */
  searchSessions(input: { query: string; limit: number }): {
    hits: SearchHit[]
    hasMore: boolean
    problems: string[]
  }
  /** The most recently active chats. */
  listSessions(limit: number): PublicSession[]
  /** The newest messages of a chat's path, or those before a given one; oldest first. @throws NOT_FOUND */
  getSession(input: { sessionId: SessionId; limit: number; before: MessageId | null }): {
    session: PublicSession
    messages: Message[]
    hasMore: boolean
  }
}
