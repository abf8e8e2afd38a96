import type { ApprovalDecision } from '../../../shared/agents/agents'
import type { ErrorData } from '../../../shared/errors'
import type { MessageId, ProjectId, QueuedId, SessionId } from '../../../shared/ids'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'
import type { ToolChoice } from '../../../shared/tools/tools'
import type { ParleyApi } from '../../rpc/parley-api'
import { type AgentWork, type StoredWork, workFields } from '../agents/agent-work'
import { attachmentIds } from '../attachments/draft-attachments'
import type { Conversations } from './conversations'
import { errorDataOf, refusalOf } from '../../errors/error-data'
import type { View } from '../navigation/navigation'
import type { ToolChange } from '../tools/tools'

/** The model settings of a chat: parameters and system prompt. */
export type ChatModelSettings = Pick<Session, 'params' | 'systemPrompt'>

/** The actions of chats. Each resolves with the refusal to show, or null when it was accepted. */
export class ChatActions {
  readonly #api: ParleyApi
  readonly #conversations: Conversations
  readonly #openMade: (making: Promise<View>) => Promise<void>

  constructor(
    api: ParleyApi,
    conversations: Conversations,
    openMade: (making: Promise<View>) => Promise<void>,
  ) {
    this.#api = api
    this.#conversations = conversations
    this.#openMade = openMade
  }

  /** Creates a chat. @throws ParleyError as `sessions.create` */
  async create(
    model: string | null,
    asked: ChatModelSettings & StoredWork & { tools: ToolChoice | null },
    { isTemporary = false, projectId = null }: { isTemporary?: boolean; projectId?: ProjectId | null } = {},
  ): Promise<SessionId> {
    const { params, systemPrompt, tools } = asked
    const { session } = await this.#api.invoke('sessions.create', {
      ...(model === null ? {} : { model }),
      ...(systemPrompt === null ? {} : { systemPrompt }),
      // Always: without them, main would use those of the project or the model, which the user may have reset.
      params,
      ...(tools === null ? {} : { tools }),
      ...workFields(asked),
      ...(isTemporary ? { isTemporary } : {}),
      ...(projectId === null ? {} : { projectId }),
    })
    return session.id
  }

  /** Sends a message, answered by `model` instead of the chat's own if given. */
  send(
    sessionId: SessionId,
    text: string,
    whenBusy: 'reject' | 'queue' | 'replace',
    { attachments = [], model }: { model?: string | undefined; attachments?: readonly AttachmentPart[] } = {},
  ): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      const { isQueued } = await this.#api.invoke('runs.send', {
        sessionId,
        text,
        ...attachmentIds(attachments),
        whenBusy,
        ...(model === undefined ? {} : { model }),
      })
      // A queued message is not part of the chat yet, so the user's position stays.
      if (isQueued !== true) await this.#conversations.of(sessionId).pages.goToNewest()
    })
  }

  /** Regenerates an answer; with `text`, answers the edited user message; with `model`, uses another model. */
  regenerate(
    sessionId: SessionId,
    messageId: MessageId,
    changed: { text?: string; attachments?: readonly AttachmentPart[]; model?: string } = {},
  ): Promise<ErrorData | null> {
    const { attachments, ...others } = changed
    // An edited message without files must not keep its former ones.
    const files = attachments === undefined ? {} : { attachments: [], ...attachmentIds(attachments) }
    return this.#attemptWhenEnded(sessionId, async () => {
      await this.#api.invoke('runs.regenerate', { sessionId, messageId, ...others, ...files })
      await this.#conversations.of(sessionId).pages.goToNewest()
    })
  }

  /** Stores an answer with another text as a new version. */
  editAnswer(sessionId: SessionId, messageId: MessageId, text: string): Promise<ErrorData | null> {
    return this.#attemptWhenEnded(sessionId, async () => {
      await this.#api.invoke('messages.edit', { sessionId, messageId, text })
      await this.#conversations.of(sessionId).pages.goToNewest()
    })
  }

  /** Continues an answer that ended early or was edited. */
  continueAnswer(sessionId: SessionId, messageId: MessageId): Promise<ErrorData | null> {
    return this.#attemptWhenEnded(sessionId, async () => {
      await this.#api.invoke('runs.continue', { sessionId, messageId })
      await this.#conversations.of(sessionId).pages.goToNewest()
    })
  }

  /** Takes the last exchange off the path and offers to restore it. */
  undo(sessionId: SessionId): Promise<ErrorData | null> {
    return this.#attemptWhenEnded(sessionId, async () => {
      const taken = await this.#api.invoke('sessions.undo', { sessionId })
      const { removedPreview: preview, formerLeafId, keptByAgent } = taken
      const conversation = this.#conversations.of(sessionId)
      conversation.setNotice({ kind: 'took-back', preview, formerLeafId, keptByAgent })
      await conversation.pages.goToNewest()
    })
  }

  /** Shows the path to this message again, and on to the leaf where that branch was last used. */
  restoreBranch(sessionId: SessionId, leafId: MessageId): Promise<ErrorData | null> {
    return this.#attemptWhenEnded(sessionId, async () => {
      await this.#api.invoke('sessions.setLeaf', { sessionId, messageId: leafId, descend: true })
      const conversation = this.#conversations.of(sessionId)
      conversation.setNotice(null)
      await conversation.pages.goToNewest()
    })
  }

  /** Shows this version of a message instead of the current one. */
  async showVersion(sessionId: SessionId, messageId: MessageId): Promise<ErrorData | null> {
    const conversation = this.#conversations.of(sessionId)
    conversation.setNotice(null)
    await conversation.whenAnsweredRunEnds()
    return conversation.pages.switchTo(messageId)
  }

  /** The user has chosen one of the two branches that two machines wrote: the one that is shown, or the other. */
  async chooseBranch(sessionId: SessionId, choice: 'shown' | 'other'): Promise<ErrorData | null> {
    const refusal = choice === 'other' ? await this.#showOtherBranch(sessionId) : null
    if (refusal !== null) return refusal
    return this.#attempt(sessionId, async () => {
      const { session } = await this.#api.invoke('sessions.update', { sessionId, fork: null })
      this.#conversations.of(sessionId).setSession(session)
    })
  }

  async #showOtherBranch(sessionId: SessionId): Promise<ErrorData | null> {
    const { pages, store } = this.#conversations.of(sessionId)
    const { fork } = store.getState().session ?? {}
    if (fork === undefined) return null
    const [ours, theirs] = fork
    try {
      // The branches may begin further back than the loaded messages.
      return await this.showVersion(sessionId, (await pages.isOnPath(theirs)) ? ours : theirs)
    } catch (error) {
      return errorDataOf(error)
    }
  }

  /** The text of a version that may not be shown. */
  async textOf(sessionId: SessionId, messageId: MessageId): Promise<string> {
    return (await this.#api.invoke('messages.text', { sessionId, messageId })).text
  }

  /** Forks a new chat from this message. */
  fork(sessionId: SessionId, messageId: MessageId): Promise<ErrorData | null> {
    const forking = async (): Promise<View> => {
      const { session } = await this.#api.invoke('sessions.fork', { sessionId, messageId })
      return { kind: 'chat', sessionId: session.id }
    }
    return this.#attempt(sessionId, () => this.#openMade(forking()))
  }

  /** Opens a copy of the chat with every branch. */
  duplicate(sessionId: SessionId): Promise<ErrorData | null> {
    const copying = async (): Promise<View> => {
      const { session } = await this.#api.invoke('sessions.duplicate', { sessionId })
      return { kind: 'chat', sessionId: session.id }
    }
    return this.#attempt(sessionId, () => this.#openMade(copying()))
  }

  /** Stops the answer and pauses the queue, so that Stop does not just start the next answer. */
  async stop(sessionId: SessionId): Promise<ErrorData | null> {
    const conversation = this.#conversations.of(sessionId)
    const { queue, live } = conversation.store.getState()
    const hold = queue.messages.length > 0 ? { holdQueue: true } : {}
    const stopping = this.#attempt(sessionId, async () => {
      await this.#api.invoke('runs.stop', { sessionId, ...hold })
    })
    const stoppedRun = live?.runId ?? null
    conversation.setStoppedRun(stoppedRun)
    const refusal = await stopping
    // Another run may have been stopped since.
    const isNewest = conversation.store.getState().stoppedRun === stoppedRun
    if (refusal !== null && isNewest) conversation.setStoppedRun(null)
    return refusal
  }

  /**
   * Has a model summarise the older messages. Resolves when that has begun or was refused. `onStopped` is called if it
   * is stopped later; if it fails later, the chat shows why.
   */
  async compact(
    sessionId: SessionId,
    model: string,
    { onStopped }: { onStopped: () => void },
  ): Promise<ErrorData | null> {
    await this.#conversations.of(sessionId).whenAnsweredRunEnds()
    return new Promise((resolve) => {
      this.#api.open(
        'sessions.compact',
        { sessionId, model },
        {
          onEvents: () => resolve(null),
          onEnd: ({ reason, error }) => {
            resolve(error ?? null)
            if (reason === 'stopped') onStopped()
          },
        },
      )
    })
  }

  /** Chooses whether requests contain the summary of a message instead of what it covers. */
  chooseSummary(sessionId: SessionId, messageId: MessageId, isUsed: boolean): Promise<ErrorData | null> {
    return this.#attemptWhenEnded(sessionId, async () => {
      const input = { sessionId, messageId, isUsed }
      const { summary } = await this.#api.invoke('sessions.useSummary', input)
      this.#conversations.of(sessionId).setSummary(messageId, summary)
    })
  }

  setModel(sessionId: SessionId, model: string): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      const { session } = await this.#api.invoke('sessions.update', { sessionId, model })
      this.#conversations.of(sessionId).setSession(session)
    })
  }

  /** Changes the model settings of this chat, from its next answer. */
  setModelSettings(sessionId: SessionId, changed: Partial<ChatModelSettings>): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      const { session } = await this.#api.invoke('sessions.update', { sessionId, ...changed })
      this.#conversations.of(sessionId).setSession(session)
    })
  }

  /** Changes how an agent works in this chat, from its next turn. */
  setWork(sessionId: SessionId, work: Partial<AgentWork>): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      const { session } = await this.#api.invoke('sessions.update', { sessionId, ...work })
      this.#conversations.of(sessionId).setSession(session)
    })
  }

  /** Changes which tools models may use in this chat, from its next answer. */
  changeTools(sessionId: SessionId, change: ToolChange): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      const conversation = this.#conversations.of(sessionId)
      const { enabled = [] } = conversation.store.getState().session?.tools ?? {}
      const tools = { enabled: change(enabled) }
      const { session } = await this.#api.invoke('sessions.update', { sessionId, tools })
      conversation.setSession(session)
    })
  }

  /** Chooses the folder whose files the tools of this chat may use. */
  setFolder(sessionId: SessionId, workspace: string): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      const { session } = await this.#api.invoke('sessions.update', { sessionId, workspace })
      this.#conversations.of(sessionId).setSession(session)
    })
  }

  /** Edits a queued message. */
  editQueued(sessionId: SessionId, queuedId: QueuedId, text: string): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      await this.#api.invoke('queue.edit', { sessionId, queuedId, text })
    })
  }

  /** Removes a message from the queue and passes it to `onTaken`. */
  removeQueued(
    sessionId: SessionId,
    queuedId: QueuedId,
    onTaken: (text: string, attachments: readonly AttachmentPart[]) => void,
  ): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      const { text, attachments = [] } = await this.#api.invoke('queue.remove', { sessionId, queuedId })
      onTaken(text, attachments)
    })
  }

  /** Resumes the paused queue. */
  resumeQueue(sessionId: SessionId): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      await this.#api.invoke('queue.resume', { sessionId })
    })
  }

  /** A refusal names the invalid fields in `data.errors`. */
  submitForm(
    sessionId: SessionId,
    formId: string,
    values: Record<string, unknown>,
  ): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      await this.#api.invoke('forms.submit', { sessionId, formId, values })
    })
  }

  /** Declines a form. `wasAwaited` is false if no run waited for it when main got the request. */
  async dismissForm(
    sessionId: SessionId,
    formId: string,
  ): Promise<{ refusal: ErrorData | null; wasAwaited: boolean }> {
    let wasAwaited = false
    const refusal = await this.#attempt(sessionId, async () => {
      const { runId } = await this.#api.invoke('forms.dismiss', { sessionId, formId })
      wasAwaited = runId !== null
    })
    return { refusal, wasAwaited }
  }

  /** Takes back what a tool call has changed in a file. @throws ParleyError */
  async undoEdit(messageId: MessageId, toolCallId: string): Promise<void> {
    await this.#api.invoke('tools.undoEdit', { messageId, toolCallId })
  }

  /** Answers an approval request in a chat or a pane. Notices about either stay. */
  answerApproval(approvalId: string, decision: ApprovalDecision): Promise<ErrorData | null> {
    return refusalOf(() => this.#api.invoke('approvals.answer', { approvalId, decision }))
  }

  /** Main refuses what changes the path while a run has not ended, even if its answer is whole. */
  #attemptWhenEnded(sessionId: SessionId, action: () => Promise<void>): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      await this.#conversations.of(sessionId).whenAnsweredRunEnds()
      await action()
    })
  }

  #attempt(sessionId: SessionId, action: () => Promise<void>): Promise<ErrorData | null> {
    const conversation = this.#conversations.of(sessionId)
    // The request is sent before anything is drawn.
    const attempted = refusalOf(async () => {
      await action()
      conversation.resume()
    })
    conversation.setRunError(null)
    conversation.dismissRefusal()
    return attempted
  }
}
