import { failure } from '../../shared/failures/failure'
import type { ComparisonId, MessageId, PaneId, ProjectId, SessionId } from '../../shared/ids'
import { invariant } from '../../shared/invariant'
import type { AttachmentPart, Message } from '../../shared/sessions/messages'
import { type Comparison, type ComparisonSummary, isHidden } from '../../shared/sessions/sessions'
import { Emitter } from '../base/emitter'
import type { FormValues } from '../run-source/run-source'
import type { ActiveRuns } from '../runs/run/active-runs'
import type { StartedRun } from '../runs/run/run'
import type { RunForms } from '../runs/forms/run-forms'
import { type AskAgain, askAgain, continueAnswer } from '../runs/starting/run-questions'
import type { RunStarter } from '../runs/starting/run-starter'
import type { SessionView } from '../runs/watching/session-view'
import type { SessionLeases } from '../leases/session-leases'
import type { RunQuestion, SessionStore } from '../store/sessions/session-store'
import { whileIdle } from '../leases/while-idle'
import type { PaneModel, PanePatch } from '../store/comparisons/comparison-panes'
import type {
  ComparisonListInput,
  ComparisonPatch,
  ComparisonStore,
} from '../store/comparisons/comparison-store'
import { critiqueMessage } from './critique'
import type { JoinTurns } from './pane-turns'
import { PaneRun } from './pane-run'

/** A new question for a pane. */
export interface NewQuestion {
  regenerate?: never
  text: string
  attachments?: readonly AttachmentPart[]
}

/** Answers a message again; without `messageId`, the last question. */
export type AnswerAgain = { regenerate: true; messageId?: MessageId | undefined } & Omit<
  AskAgain,
  'messageId'
>

/** Comparisons and the runs of their panes. Panes are independent: an action on one never affects another. */
export class ComparisonRuns {
  readonly #store: ComparisonStore
  readonly #sessions: SessionStore
  readonly #leases: SessionLeases
  readonly #active: ActiveRuns
  readonly #starter: RunStarter
  readonly #forms: Pick<RunForms, 'startWith'>
  readonly #view: SessionView
  readonly #joinTurns: JoinTurns
  readonly #changed = new Emitter<{ comparisonId: ComparisonId; isDeleted: boolean }>()

  constructor(deps: {
    store: ComparisonStore
    sessions: SessionStore
    leases: SessionLeases
    active: ActiveRuns
    starter: RunStarter
    forms: Pick<RunForms, 'startWith'>
    view: SessionView
    joinTurns: JoinTurns
  }) {
    this.#store = deps.store
    this.#sessions = deps.sessions
    this.#leases = deps.leases
    this.#active = deps.active
    this.#starter = deps.starter
    this.#forms = deps.forms
    this.#view = deps.view
    this.#joinTurns = deps.joinTurns
  }

  create(input: {
    models: (string | PaneModel)[]
    title?: string
    isBlind?: boolean
    projectId?: ProjectId
  }): Comparison {
    const models = input.models.map((entry) => (typeof entry === 'string' ? { model: entry } : entry))
    const comparison = this.#store.create({ ...input, models })
    this.#announce(comparison.id)
    return comparison
  }

  /** Reveals the contestants of a blind comparison, and notifies the watchers of its panes. */
  reveal(comparisonId: ComparisonId): Comparison {
    const comparison = this.storeReveal(comparisonId)
    this.announcePanes(comparison)
    return comparison
  }

  /** Reveals the contestants, also of answers that the disk refused so far. */
  storeReveal(comparisonId: ComparisonId): Comparison {
    for (const sessionId of this.#store.sessionsOf(comparisonId)) this.#active.saveUnsaved(sessionId)
    return this.#store.reveal(comparisonId)
  }

  /** Sends the watchers of the comparison and of its panes what they may see now. */
  announcePanes({ id, panes }: Comparison): void {
    for (const { sessionId } of panes) this.#view.announce(sessionId)
    this.#announce(id)
  }

  get(comparisonId: ComparisonId): Comparison {
    return this.#store.get(comparisonId)
  }

  list(input: ComparisonListInput = {}): ComparisonSummary[] {
    const runs = this.#active.list()
    const running = new Set(runs.map((run) => this.comparisonOf(run.spec.sessionId)))
    const waiting = new Set(
      runs.filter((run) => run.isWaiting).map((run) => this.comparisonOf(run.spec.sessionId)),
    )
    return this.#store.list(input).map((summary) => ({
      ...summary,
      running: running.has(summary.id),
      ...(waiting.has(summary.id) ? { needsDecision: true as const } : {}),
    }))
  }

  summary(comparisonId: ComparisonId): ComparisonSummary {
    const runs = this.#sessionsOf(comparisonId).map((id) => this.#active.get(id))
    return {
      ...this.#store.summary(comparisonId),
      running: runs.some((run) => run !== undefined),
      ...(runs.some((run) => run?.isWaiting === true) ? { needsDecision: true } : {}),
    }
  }

  /** Pinning and archiving move a comparison in the list, but do not make it newer. */
  update(comparisonId: ComparisonId, patch: ComparisonPatch): Comparison {
    const comparison = this.#store.update(comparisonId, patch)
    this.#announce(comparisonId)
    return comparison
  }

  addPane(comparisonId: ComparisonId, model: PaneModel): Comparison {
    const comparison = this.#store.addPane(comparisonId, model)
    this.#announce(comparisonId)
    return comparison
  }

  /** Removes the pane, and stops and saves its run, if any. */
  async removePane(comparisonId: ComparisonId, paneId: PaneId): Promise<Comparison> {
    const sessionId = this.#sessionOf(comparisonId, paneId)
    const comparison = this.#store.get(comparisonId)
    // It would also stop the round, and with it the answers of the others.
    const isRound = isHidden(comparison) && comparison.panes.some((pane) => this.#active.get(pane.sessionId))
    if (isRound) throw failure('RUN_ACTIVE', 'vote-while-answering', { sessionId })
    // Before its run is stopped: a refusal must not cost the answer.
    this.#store.removePane(comparisonId, paneId)
    await this.#stopAndSave(sessionId)
    // The pane may have been restored by now.
    this.#view.announce(sessionId, this.comparisonOf(sessionId) === null)
    this.#announce(comparisonId)
    return this.#store.get(comparisonId)
  }

  /** Restores a removed pane to its position, with its messages. */
  restorePane(comparisonId: ComparisonId, paneId: PaneId): Comparison {
    const comparison = this.#store.restorePane(comparisonId, paneId)
    this.#view.announce(this.#sessionOf(comparisonId, paneId))
    this.#announce(comparisonId)
    return comparison
  }

  /** Changes the pane's model, and stops and saves its run, if any. The messages stay. */
  async replacePane(comparisonId: ComparisonId, paneId: PaneId, model: PaneModel): Promise<Comparison> {
    const sessionId = this.#sessionOf(comparisonId, paneId)
    // Before its run is stopped: a refusal must not cost the answer.
    this.#store.replacePane(comparisonId, paneId, model)
    await this.#stopAndSave(sessionId)
    this.#view.announce(sessionId)
    this.#announce(comparisonId)
    return this.#store.get(comparisonId)
  }

  /** Changes the pane's settings from its next run on. An active run is not affected. */
  updatePane(comparisonId: ComparisonId, paneId: PaneId, patch: PanePatch): Comparison {
    const comparison = this.#store.updatePane(comparisonId, paneId, patch)
    this.#view.announce(this.#sessionOf(comparisonId, paneId))
    this.#announce(comparisonId)
    return comparison
  }

  /** Moves the pane. Its run, if any, continues. */
  movePane(comparisonId: ComparisonId, paneId: PaneId, position: number): Comparison {
    const comparison = this.#store.movePane(comparisonId, paneId, position)
    this.#announce(comparisonId)
    return comparison
  }

  /** Moves the comparison to the trash after all its runs are stopped and saved. */
  async delete(comparisonId: ComparisonId): Promise<void> {
    const sessionIds = this.#sessionsOf(comparisonId)
    // Before the runs are stopped: a refusal must not cost their answers.
    this.#sessions.assertAnswers()
    await Promise.all(sessionIds.map(async (sessionId) => this.#active.get(sessionId)?.stop('user')))
    const isDeleted = await this.#whileAllIdle(sessionIds, () => {
      const isWhole = this.#sessionsOf(comparisonId).every((sessionId) => sessionIds.includes(sessionId))
      if (isWhole) this.#store.delete(comparisonId)
      return isWhole
    })
    // A pane added in the meantime may be running. Its run must be stopped and saved first, too.
    if (!isDeleted) return this.delete(comparisonId)
    for (const sessionId of sessionIds) this.#view.announce(sessionId, true)
    this.#announce(comparisonId, true)
  }

  /** Restores a deleted comparison with its panes. Does nothing if it is not deleted. */
  restore(comparisonId: ComparisonId): Comparison {
    const comparison = this.#store.restore(comparisonId)
    this.#announce(comparisonId)
    return comparison
  }

  /**
   * Starts a run in the pane and returns its stream.
   * @throws NOT_FOUND, RUN_ACTIVE, DEGRADED, STORE_FULL; INVALID_INPUT if there is no such question to answer again
   */
  run({ paneId, ...input }: { paneId: PaneId } & (NewQuestion | AnswerAgain)): PaneRun {
    this.#starter.assertAccepts()
    const { pane, comparisonId } = this.#store.paneById(paneId)
    const { sessionId } = pane
    // If another model answered, not even the vote could tell which contestant it is for.
    if ('model' in input) this.#sessions.assertRevealed(sessionId)
    const question =
      input.regenerate !== true
        ? { user: { text: input.text, attachments: input.attachments } }
        : askAgain(this.#sessions, sessionId, {
            ...input,
            messageId: input.messageId ?? this.#lastQuestion(sessionId),
          })
    const stream = this.#start(sessionId, question, comparisonId)
    if (input.regenerate !== true) {
      this.#nameAfter(
        comparisonId,
        input.text.trim() === '' ? (input.attachments?.[0]?.name ?? '') : input.text,
      )
    }
    this.#announce(comparisonId)
    return stream
  }

  /** Gives the pane the answers of the others and asks its question again. @throws as `run` and `critiqueMessage` */
  critique(paneId: PaneId, messageIds: readonly MessageId[]): PaneRun {
    this.#starter.assertAccepts()
    const { pane, comparisonId } = this.#store.paneById(paneId)
    const { sessionId } = pane
    const user = critiqueMessage(this.#sessions, {
      sessionId,
      paneSessions: new Set(this.#store.sessionsOf(comparisonId)),
      messageIds,
    })
    const stream = this.#start(sessionId, { user }, comparisonId)
    this.#announce(comparisonId)
    return stream
  }

  /**
   * Continues an answer of the pane that ended early, as in `continueAnswer`.
   * @throws as `run`; INVALID_INPUT if the answer cannot be continued
   */
  continue(paneId: PaneId, messageId: MessageId): PaneRun {
    this.#starter.assertAccepts()
    const { pane, comparisonId } = this.#store.paneById(paneId)
    // It would tell agents, which cannot continue an answer, from models.
    this.#sessions.assertRevealed(pane.sessionId)
    const { question, continues } = continueAnswer(this.#sessions, pane.sessionId, messageId)
    const stream = this.#start(pane.sessionId, question, comparisonId, continues)
    this.#announce(comparisonId)
    return stream
  }

  /**
   * Starts a run in the pane for a submitted form whose own run has ended, unless `signal` aborts during the check.
   * @throws INVALID_INPUT the form was submitted or declined, or the values do not match it; otherwise as `run`
   */
  async answerForm(
    { paneId, formId, values }: { paneId: PaneId; formId: string; values: FormValues },
    signal: AbortSignal,
  ): Promise<PaneRun> {
    const { pane, comparisonId } = this.#store.paneById(paneId)
    const { sessionId } = pane
    return this.#forms.startWith({ sessionId, formId, values }, (user) => {
      signal.throwIfAborted()
      const stream = this.#start(sessionId, { user }, comparisonId)
      this.#announce(comparisonId)
      return stream
    })
  }

  /** The comparison that shows this session in a pane or as a merge, if any. */
  comparisonOf(sessionId: SessionId): ComparisonId | null {
    return this.#store.comparisonOfSession(sessionId)
  }

  /** Reports a change that was made elsewhere, such as a new merge. */
  announce(comparisonId: ComparisonId, isDeleted = false): void {
    this.#announce(comparisonId, isDeleted)
  }

  onChanged(listener: (changed: { comparisonId: ComparisonId; isDeleted: boolean }) => void) {
    return this.#changed.on(listener)
  }

  #start(
    sessionId: SessionId,
    question: RunQuestion,
    comparisonId: ComparisonId,
    continues?: Message,
  ): PaneRun {
    const { model } = this.#sessions.unsealedSession(sessionId)
    invariant(model !== null, 'every pane has a model')
    const { turn, wrap } = this.#joinTurns({ comparisonId, model: question.model ?? model })
    let run: StartedRun
    try {
      run = this.#starter.start(sessionId, 'direct', question, {
        wrapSource: wrap,
        ...(continues === undefined ? {} : { continues }),
      })
    } catch (error) {
      turn.end()
      throw error
    }
    void run.answered.then(() => turn.end())
    // The stream owns the run from here on. Nothing may throw between its start and this line.
    return new PaneRun(run, { active: this.#active, view: this.#view })
  }

  #stopAndSave(sessionId: SessionId): Promise<void> {
    return whileIdle(this.#leases, sessionId, 'user', () => {})
  }

  /** Calls `act` while no run can start in any of these sessions. */
  #whileAllIdle<Result>(sessionIds: SessionId[], act: () => Result): Promise<Result> {
    const [first, ...rest] = sessionIds
    if (first === undefined) return Promise.resolve(act())
    return whileIdle(this.#leases, first, 'user', () => this.#whileAllIdle(rest, act))
  }

  #sessionsOf(comparisonId: ComparisonId): SessionId[] {
    this.#store.get(comparisonId)
    return this.#store.sessionIds(comparisonId)
  }

  #sessionOf(comparisonId: ComparisonId, paneId: PaneId): SessionId {
    return this.#store.paneOf(comparisonId, paneId).sessionId
  }

  #nameAfter(comparisonId: ComparisonId, text: string): void {
    try {
      this.#store.titleFromFirst(comparisonId, text)
    } catch {
      // A full disk must not cost the answer. The next prompt names the comparison.
    }
  }

  #lastQuestion(sessionId: SessionId): MessageId {
    const question = this.#sessions.lastUserMessage(sessionId)
    if (question === null) throw failure('INVALID_INPUT', 'nothing-asked', { field: 'regenerate' })
    return question.id
  }

  #announce(comparisonId: ComparisonId, isDeleted = false): void {
    this.#changed.fire({ comparisonId, isDeleted })
  }
}
