import { failure } from '../../../shared/failures/failure'
import type { AttachmentId, MessageId, SessionId } from '../../../shared/ids'
import { assertNever } from '../../../shared/invariant'
import type { ModelParams } from '../../../shared/sessions/sessions'
import type { ApprovalRequest } from '../../../shared/runs/events'
import type { AttachmentPart, Message } from '../../../shared/sessions/messages'
import { agentOf, withPreference } from '../../../shared/models/models'
import { ownChoice } from '../../agents/registry/agent-request'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import {
  type AgentTurn,
  type ReadAttachment,
  type RunContext,
  type RunRequest,
  type RunSource,
  unattendedContext,
} from '../../run-source/run-source'
import type {
  AgentHooks,
  AgentTask,
  AnswerEnd,
  OnAnswerEvent,
  InputImage,
  McpBackend,
  ModelHooks,
  ModelQuestion,
} from '../../mcp/calls/mcp-backend'
import { guardSource, sourceError } from '../../runs/guarded-source/guard-source'
import type { PermissionReader } from '../../store/tools/tool-consents'
import type { ReadSession, SessionReader } from '../../store/reader/store-reader'
import type { ModelAccess } from '../../composition/model-access'
import type { NamedTools } from '../../composition/named-tools'
import type { ErrorSink } from '../../errors/error-sink'

/** The time that a cancelled model may take to end. */
const modelGraceMs = 3_000

/** The MCP server's access to the rest: providers and agents without runs, and the store for reading. */
export function createMcpBackend(deps: {
  models: {
    settings: Pick<ModelAccess['settings'], 'get'>
    preferences: Pick<ModelAccess['preferences'], 'of' | 'paramsOf'>
    registry: Pick<ModelAccess['registry'], 'listModels'>
    agents: Pick<ModelAccess['agents'], 'forget'>
    resolveSource: ModelAccess['resolveSource']
  }
  sessions: Pick<SessionReader, 'search' | 'newest' | 'page'>
  /** Tools that models may use; null for none. */
  tools: ModelTools | null
  clock: Clock
  newId: NewId
}): McpBackend {
  const { models, sessions, tools, clock, newId } = deps
  /** Requests to models that may use tools. */
  let askingCount = 0

  return {
    async listModels(refresh, signal) {
      const { models: all, problems } = await models.registry.listModels(refresh, signal)
      const known = all.map((model) => withPreference(model, models.preferences.of(model.id)))
      return { models: known.filter(({ preference }) => preference?.isHidden !== true), problems }
    },
    askModel,
    runAgent,
    searchSessions: (input) => sessions.search(input),
    listSessions: (limit) => sessions.newest(limit).map(publicSession),
    getSession(input) {
      const { session, ...page } = sessions.page(input)
      return { ...page, session: publicSession(session) }
    },
  }

  async function askModel(
    question: ModelQuestion,
    hooks: ModelHooks,
    onEvent: OnAnswerEvent,
  ): Promise<AnswerEnd> {
    if (agentOf(question.model) !== null) {
      throw failure('INVALID_INPUT', 'agent-as-model', { field: 'model' })
    }
    const resolved = models.resolveSource(question.model)
    const { source, modelId, costOf, takesImages } = resolved
    const request: RunRequest = {
      ...messagesOf(question),
      modelId,
      systemPrompt: question.systemPrompt,
      params: withOwnParams(question),
      takesImages,
    }
    const options = { onEvent, graceMs: modelGraceMs, costOf }
    const context = unattendedContext(hooks.signal)
    if (tools === null) return await answer(source, request, context, options)
    // A chat of its own, so that nothing of one request is found by another.
    const sessionId = newId<SessionId>()
    const withTools = tools.around(source, {
      sessionId,
      messageId: newId<MessageId>(),
      model: question.model,
      resolved,
      enabled: tools.names,
      folder: null,
      // This host has no spending limits.
      assertMaySpend: () => {},
      scopeOf: () => ({ key: hooks.callsKey }),
    })
    const requestApproval = approvals(tools, hooks)
    askingCount += 1
    try {
      return await answer(withTools, request, { ...context, requestApproval }, options)
    } finally {
      askingCount -= 1
      tools.forget(sessionId)
      // A client that cancels expects that nothing is left running; otherwise, idle servers end on their own.
      if (hooks.signal.aborted && askingCount === 0) await tools.closeUnusedServers()
    }
  }

  function withOwnParams({ model, params }: ModelQuestion): ModelParams {
    const given = Object.entries(params).filter(([, value]) => value !== undefined)
    return { ...models.preferences.paramsOf(model), ...Object.fromEntries(given) }
  }

  async function runAgent(task: AgentTask, hooks: AgentHooks, onEvent: OnAnswerEvent): Promise<AnswerEnd> {
    const runId = newId<string>()
    const sessionId = `mcp-${runId}`
    const agent: AgentTurn = {
      runId,
      sessionId,
      permission: task.permission,
      resumeId: task.resumeId,
      openWorkspace: () => Promise.resolve(task.workspace),
    }
    const model = `${task.agentId}/${task.model ?? ownChoice}`
    const { source, modelId, graceMs = modelGraceMs } = models.resolveSource(model)
    const request: RunRequest = {
      ...messagesOf(task),
      modelId,
      systemPrompt: null,
      params: {},
      agent,
    }
    const context: RunContext = {
      ...unattendedContext(hooks.signal),
      requestApproval: (approval, signal) => hooks.requestApproval(approval, signal),
      saveAgentSession: (resumeId) => hooks.onSession(resumeId),
    }
    try {
      return await answer(failOnLostSession(source), request, context, { onEvent, graceMs })
    } finally {
      // An agent would wait for the next question of its chat, which will not come.
      await models.agents.forget(sessionId)
    }
  }

  async function answer(
    source: RunSource,
    request: RunRequest,
    context: RunContext,
    options: Pick<Parameters<typeof guardSource>[3], 'onEvent' | 'graceMs' | 'costOf'>,
  ): Promise<AnswerEnd> {
    const maxChars = models.settings.get().maxAnswerChars
    const outcome = await guardSource(source, request, context, { ...options, clock, maxChars })
    switch (outcome.kind) {
      case 'finished':
        return outcome
      case 'failed':
        return { kind: 'failed', error: sourceError(outcome.error) }
      case 'aborted':
      case 'abandoned':
        return { kind: 'cancelled' }
      default:
        return assertNever(outcome)
    }
  }

  function messagesOf({ prompt, images }: { prompt: string; images: readonly InputImage[] }): {
    messages: Message[]
    readAttachment: ReadAttachment
  } {
    const files = new Map(images.map((image) => [newId<AttachmentId>(), image]))
    const parts = Array.from(files, ([attachmentId, { name, mediaType, bytes }]): AttachmentPart => ({
      type: 'attachment',
      attachmentId,
      name,
      mediaType,
      sizeBytes: bytes.length,
    }))
    const message: Message = {
      id: newId<MessageId>(),
      sessionId: newId<SessionId>(),
      parentId: null,
      role: 'user',
      parts: [...parts, { type: 'text', text: prompt }],
      status: 'complete',
      createdAt: clock.now(),
    }
    return {
      messages: [message],
      readAttachment: ({ attachmentId }) => {
        const file = files.get(attachmentId as AttachmentId)
        return Promise.resolve(file === undefined ? null : { kind: 'image', ...file })
      },
    }
  }
}

/** Tools that models may use, and the user's decisions about them. */
interface ModelTools extends NamedTools {
  permissions: Pick<PermissionReader, 'decided'>
  errors: ErrorSink
}

/** Follows the user's permanent decisions, and asks about everything else. Stores nothing. */
function approvals({ permissions, errors }: ModelTools, hooks: ModelHooks): RunContext['requestApproval'] {
  const decided = ({ subject }: Pick<ApprovalRequest, 'subject'>) => {
    try {
      return subject === undefined ? null : permissions.decided(subject)
    } catch (error) {
      // If decisions cannot be read, the user is asked.
      errors.warning('store', error)
      return null
    }
  }
  return async (approval, signal) => {
    const decision = decided(approval)
    if (decision === 'never') {
      hooks.onRefused(approval)
      return 'deny'
    }
    // Calls that are decided each time follow no permission.
    if (decision === 'always' && approval.isOnceOnly !== true) return 'once'
    return hooks.requestApproval(approval, signal)
  }
}

/**
 * Ends the call when the agent has lost its conversation: Parley does not know what was said in it, and an agent that
 * silently starts over would not do what was meant.
 */
function failOnLostSession(source: RunSource): RunSource {
  return async function* (request, context) {
    for await (const event of source(request, context)) {
      if (event.type === 'notice' && event.code === 'AGENT_SESSION_LOST') {
        throw failure('AGENT_FAILED', 'conversation-lost', { field: 'continuation_id' })
      }
      yield event
    }
  }
}

function publicSession({ id, ...session }: ReadSession) {
  return { sessionId: id, ...session }
}
