import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import { deepEqual } from '../../../shared/deep-equal'
import { failureData } from '../../errors/failure'
import type { ComparisonId, MessageId, PaneId } from '../../../shared/ids'
import { agentOf } from '../../../shared/models/models'
import type { AttachmentPart, Message } from '../../../shared/sessions/messages'
import type { Comparison, ModelParams, Pane, RemovedPane, Session } from '../../../shared/sessions/sessions'
import type { ToolChange } from '../tools/tools'
import type { StreamInput } from '../../../shared/rpc/contract'
import { endedEarly, partsToContinue } from '../../../shared/runs/continuing'
import type { ParleyApi } from '../../rpc/parley-api'
import { attachmentIds } from '../attachments/draft-attachments'
import type { WrittenMessage } from '../attachments/outbox'
import type { Conversation } from '../conversations/conversation'
import type { ConversationStore } from '../conversations/conversation-store'
import type { Conversations } from '../conversations/conversations'
import { type AgentWork, type StoredWork, workBeside, workFields } from '../agents/agent-work'
import { errorDataOf, refusalOf } from '../../errors/error-data'
import { sameQuestion } from './shared-turns'

export interface ComparisonState {
  phase: 'loading' | 'ready' | 'failed'
  comparison: Comparison | null
  error: ErrorData | null
  /** Panes removed in this window that can still be restored, in the order of removal. */
  removed: readonly Pane[]
  /** All removed panes that can be restored, as last loaded. */
  restorable: readonly RemovedPane[]
}

/** Changes to a message that is answered again. */
interface AskedAgain {
  text?: string
  attachments?: readonly AttachmentPart[]
  model?: string
}

/** One comparison: its panes and their actions. The panes' conversations own the runs. */
export class ComparisonStore {
  readonly comparisonId: ComparisonId
  readonly store: StoreApi<ComparisonState>
  readonly #api: ParleyApi
  readonly #conversations: Conversations

  constructor(
    api: ParleyApi,
    conversations: Conversations,
    comparisonId: ComparisonId,
    known: Comparison | null,
  ) {
    this.#api = api
    this.#conversations = conversations
    this.comparisonId = comparisonId
    this.store = createStore<ComparisonState>(() => ({
      phase: known === null ? 'loading' : 'ready',
      comparison: known,
      error: null,
      removed: [],
      restorable: [],
    }))
  }

  async load(): Promise<void> {
    try {
      const { comparison } = await this.#api.invoke('compare.get', { comparisonId: this.comparisonId })
      this.#take(comparison)
      // Panes may have been restored elsewhere, and their watches ended when they were removed.
      for (const { sessionId } of comparison.panes) this.#conversations.resume(sessionId)
    } catch (error) {
      this.store.setState((state) => ({
        phase: state.comparison === null ? 'failed' : 'ready',
        error: errorDataOf(error),
      }))
    }
  }

  conversationOf(pane: Pane): ConversationStore {
    return this.#conversations.of(pane.sessionId)
  }

  /**
   * Runs one pane. The run continues when the user leaves the view and ends only with Stop or the window. Resolves as
   * soon as main has accepted or refused the message, with whether it was accepted.
   */
  async sendTo(pane: Pane, { text, attachments }: WrittenMessage): Promise<boolean> {
    const input = { paneId: pane.paneId, text, ...attachmentIds(attachments) }
    return (await this.#run(pane, input, { showsRefusal: true })) === null
  }

  /**
   * Answers a form of the pane for which no run is waiting. Resolves with null as soon as main has accepted it,
   * otherwise with the refusal to show in the form.
   */
  submitForm(pane: Pane, formId: string, values: Record<string, unknown>): Promise<ErrorData | null> {
    const input = { paneId: pane.paneId, form: { formId, values } }
    return this.#run(pane, input, { showsRefusal: false })
  }

  /** Answers the pane's last question again. */
  regenerate(pane: Pane): void {
    void this.#run(pane, { paneId: pane.paneId, regenerate: true }, { showsRefusal: true })
  }

  /**
   * Answers a message of the pane again, as `changed`; what it replaces stays stored. Resolves with null as soon as main
   * has accepted it, otherwise with the refusal to show beside the message.
   */
  askAgain(pane: Pane, messageId: MessageId, changed: AskedAgain = {}): Promise<ErrorData | null> {
    return this.#run(pane, askedAgain(pane, messageId, changed), { showsRefusal: false })
  }

  /** Continues an answer of the pane that ended early. Resolves as `askAgain`. */
  continueAnswer(pane: Pane, messageId: MessageId): Promise<ErrorData | null> {
    return this.#run(pane, { paneId: pane.paneId, messageId, continues: true }, { showsRefusal: false })
  }

  /** The panes whose last answer ended early and can be continued. */
  panesToContinue(): { pane: Pane; messageId: MessageId }[] {
    const panes = this.store.getState().comparison?.panes ?? []
    return panes.flatMap((pane) => {
      const answer = answerToContinue(this.conversationOf(pane).store.getState())
      return answer === undefined ? [] : [{ pane, messageId: answer.id }]
    })
  }

  /** Continues the last answer of all these panes. If a pane refuses, it shows the reason. */
  continueAll(): void {
    for (const { pane, messageId } of this.panesToContinue()) {
      void this.#run(pane, { paneId: pane.paneId, messageId, continues: true }, { showsRefusal: true })
    }
  }

  /** Sends each of these panes the answers of the others. If a pane refuses, it shows the reason. */
  critique(answers: readonly { pane: Pane; answerId: MessageId }[]): void {
    const critiqued = answers.map(({ answerId }) => answerId)
    for (const { pane } of answers) {
      void this.#run(pane, { paneId: pane.paneId, critiqueOf: critiqued }, { showsRefusal: true })
    }
  }

  /** The idle panes that were asked `question`, starting with the pane that shows it. */
  panesAsked(shownIn: Pane, question: Message): { pane: Pane; messageId: MessageId }[] {
    const own = this.conversationOf(shownIn).store.getState()
    const others = this.idlePanes().flatMap((pane) => {
      if (pane.paneId === shownIn.paneId) return []
      const messageId = sameQuestion(own, this.conversationOf(pane).store.getState(), question)
      return messageId === null ? [] : [{ pane, messageId }]
    })
    return [{ pane: shownIn, messageId: question.id }, ...others]
  }

  /**
   * Edits `question` in every idle pane that was asked it. Resolves as `askAgain` for the pane that shows it; if that
   * one refuses, the others stay as they are.
   */
  async askAllAgain(shownIn: Pane, question: Message, changed: AskedAgain): Promise<ErrorData | null> {
    const [, ...others] = this.panesAsked(shownIn, question)
    const refusal = await this.askAgain(shownIn, question.id, changed)
    if (refusal !== null) return refusal
    for (const { pane, messageId } of others) {
      void this.#run(pane, askedAgain(pane, messageId, changed), { showsRefusal: true })
    }
    return null
  }

  /** Stops the pane's run: directly when this window drives it, otherwise through main. */
  async stop(pane: Pane): Promise<void> {
    const conversation = this.conversationOf(pane)
    if (conversation.stopDriven()) return
    try {
      await this.#api.invoke('runs.stop', { sessionId: pane.sessionId })
    } catch (error) {
      conversation.setRunError(errorDataOf(error))
    }
  }

  /** Stops the runs of all panes. */
  stopAll(): void {
    for (const pane of this.store.getState().comparison?.panes ?? []) void this.stop(pane)
  }

  /** True if the pane can be asked: no answer is being written in it, though the end of its run may still be to come. */
  isIdle(pane: Pane): boolean {
    const conversation = this.conversationOf(pane)
    return !conversation.store.getState().isRunning || conversation.hasAnswered()
  }

  /** The panes that can be asked. */
  idlePanes(): Pane[] {
    return (this.store.getState().comparison?.panes ?? []).filter((pane) => this.isIdle(pane))
  }

  addPane(model: string): Promise<boolean> {
    const { comparisonId } = this
    const work = this.#workFor(model, {})
    return this.#change(() => this.#api.invoke('compare.addPane', { comparisonId, model, ...work }))
  }

  /** Removes the pane and offers to restore it. */
  async removePane(pane: Pane): Promise<void> {
    const { comparisonId } = this
    const { paneId } = pane
    if (await this.#change(() => this.#api.invoke('compare.removePane', { comparisonId, paneId }))) {
      this.store.setState(({ removed }) => ({ removed: [...removed, pane] }))
    }
  }

  /** Restores a removed pane; if that is refused, it can still be restored. */
  async restorePane(paneId: PaneId): Promise<void> {
    const { comparisonId } = this
    if (!(await this.#change(() => this.#api.invoke('compare.restorePane', { comparisonId, paneId })))) return
    const restored = this.store.getState().comparison?.panes.find((pane) => pane.paneId === paneId)
    // Its watch ended with the removal, so what that reported is outdated.
    if (restored !== undefined) this.conversationOf(restored).retry()
  }

  /** Loads the removed panes that can be restored. */
  async loadRestorable(): Promise<void> {
    const { comparisonId } = this
    try {
      const { panes } = await this.#api.invoke('compare.removedPanes', { comparisonId })
      this.store.setState({ restorable: panes })
    } catch (error) {
      this.store.setState({ restorable: [], error: errorDataOf(error) })
    }
  }

  /** Stops offering to restore the pane. */
  forgetRemoval({ paneId }: Pane): void {
    this.store.setState(({ removed }) => ({ removed: removed.filter((one) => one.paneId !== paneId) }))
  }

  /** Gives the pane another model with the same settings. */
  replacePane({ paneId, params, ...before }: Pane, model: string): Promise<boolean> {
    const { comparisonId } = this
    const work = this.#workFor(model, before)
    return this.#change(() =>
      this.#api.invoke('compare.replacePane', { comparisonId, paneId, model, params, ...work }),
    )
  }

  /** Changes how the agents of these panes work, from their next turn. */
  async setWork(works: readonly { paneId: PaneId; work: Partial<AgentWork> }[]): Promise<void> {
    const { comparisonId } = this
    for (const { paneId, work } of works) {
      const { workspace, ...others } = work
      const folder = workspace == null ? {} : { workspace }
      await this.#change(() =>
        this.#api.invoke('compare.updatePane', { comparisonId, paneId, ...folder, ...others }),
      )
    }
  }

  /** Changes which tools the models of these panes may use, from their next runs. */
  async changeTools(paneIds: readonly PaneId[], change: ToolChange): Promise<void> {
    const { comparisonId } = this
    for (const paneId of paneIds) {
      const pane = this.store.getState().comparison?.panes.find((each) => each.paneId === paneId)
      if (pane === undefined) continue
      const tools = { enabled: change(pane.tools?.enabled ?? []) }
      await this.#change(() => this.#api.invoke('compare.updatePane', { comparisonId, paneId, tools }))
    }
  }

  /** Chooses the folder whose files the tools of these panes may use. */
  async setFolder(paneIds: readonly PaneId[], workspace: string): Promise<void> {
    const { comparisonId } = this
    for (const paneId of paneIds) {
      await this.#change(() => this.#api.invoke('compare.updatePane', { comparisonId, paneId, workspace }))
    }
  }

  /** Changes the pane's settings, from its next run. */
  updatePane(
    paneId: PaneId,
    patch: { params?: ModelParams; systemPrompt?: string | null },
  ): Promise<boolean> {
    const { comparisonId } = this
    return this.#change(() => this.#api.invoke('compare.updatePane', { comparisonId, paneId, ...patch }))
  }

  /** Moves the pane to another index, from 0. */
  movePane(paneId: PaneId, position: number): Promise<boolean> {
    const { comparisonId } = this
    return this.#change(() => this.#api.invoke('compare.movePane', { comparisonId, paneId, position }))
  }

  /** Creates a chat from the pane; null when that was refused. */
  async promotePane(paneId: PaneId): Promise<Session | null> {
    const { comparisonId } = this
    try {
      return (await this.#api.invoke('compare.promotePane', { comparisonId, paneId })).session
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
      return null
    }
  }

  /** Reveals the contestants without a vote. */
  reveal(): Promise<boolean> {
    return this.#change(() => this.#api.invoke('compare.reveal', { comparisonId: this.comparisonId }))
  }

  rename(title: string): Promise<boolean> {
    return this.#change(() => this.#api.invoke('compare.update', { comparisonId: this.comparisonId, title }))
  }

  dismissError(): void {
    this.store.setState({ error: null })
  }

  /** Null once the run has started, otherwise the refusal, which the conversation also shows if it should. */
  async #run(
    pane: Pane,
    input: StreamInput<'pane.run'>,
    { showsRefusal }: { showsRefusal: boolean },
  ): Promise<ErrorData | null> {
    const conversation = this.conversationOf(pane)
    if (conversation.hasAnswered()) await conversation.whenAnsweredRunEnds()
    const { promise, resolve } = Promise.withResolvers<ErrorData | null>()
    let hasStarted = false
    const isDriven = conversation.drive((observer) =>
      this.#api.open('pane.run', input, {
        onEvents(events) {
          hasStarted = true
          resolve(null)
          observer.onEvents(events)
        },
        onEnd(end) {
          // The stream ended before its first event, so nothing was stored.
          resolve(end.error ?? failureData('CANCELLED', 'not-begun'))
          observer.onEnd(hasStarted || showsRefusal ? end : { reason: end.reason })
        },
      }),
    )
    if (!isDriven) resolve(failureData('RUN_ACTIVE', 'pane'))
    return promise
  }

  /** An agent that joins others starts in their folder; a pane keeps the one it has, without choosing it again. */
  #workFor(model: string, before: StoredWork) {
    if (agentOf(model) === null || before.workspace != null) return {}
    return workFields(workBeside(before, this.store.getState().comparison?.panes ?? []))
  }

  /** Resolves with whether it succeeded; the error, if any, is shown. */
  async #change(request: () => Promise<{ comparison: Comparison }>): Promise<boolean> {
    const error = await refusalOf(async () => this.#take((await request()).comparison))
    if (error !== null) this.store.setState({ error })
    return error === null
  }

  #take(comparison: Comparison): void {
    const sent = comparison.panes.toSorted((left, right) => left.position - right.position)
    const panes = sameWhereEqual(this.store.getState().comparison?.panes ?? [], sent)
    const isThere = ({ paneId }: Pane) => panes.some((pane) => pane.paneId === paneId)
    this.store.setState(({ removed }) => ({
      phase: 'ready',
      comparison: { ...comparison, panes },
      error: null,
      removed: removed.filter((pane) => !isThere(pane)),
    }))
  }
}

/** Unchanged panes keep their identity, so that they do not render again whenever an answer of another one ends. */
function sameWhereEqual(known: Pane[], sent: readonly Pane[]): Pane[] {
  const panes = sent.map((pane) => known.find((old) => deepEqual(old, pane)) ?? pane)
  return panes.length === known.length && panes.every((pane, index) => pane === known[index]) ? known : panes
}

function askedAgain(
  { paneId }: Pane,
  messageId: MessageId,
  { attachments, ...changed }: AskedAgain,
): StreamInput<'pane.run'> {
  // An edited message without files must not keep its former ones.
  const files = attachments === undefined ? {} : { attachments: [], ...attachmentIds(attachments) }
  return { paneId, regenerate: true, messageId, ...changed, ...files }
}

/** The answer at the end, if it ended early and can be continued now. */
function answerToContinue({ messages, hasNewer, isRunning }: Conversation): Message | undefined {
  const last = messages.at(-1)
  if (last === undefined || hasNewer || isRunning) return undefined
  return endedEarly(last) && partsToContinue(last) !== null ? last : undefined
}
