import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, MergeId, PaneId } from '../../../shared/ids'
import { type MergeKind, mergeLimits, type StoredMerge } from '../../../shared/merges/merges'
import { agentOf } from '../../../shared/models/models'
import { askedText, isEmptyMessage, type Message, messageText } from '../../../shared/sessions/messages'
import { type Pane, paneLetters, type Session } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import { whileIdle } from '../../leases/while-idle'
import type { SessionLeases } from '../../leases/session-leases'
import type { ActiveRuns } from '../../runs/run/active-runs'
import type { RunStarter } from '../../runs/starting/run-starter'
import type { SessionView } from '../../runs/watching/session-view'
import type { ComparisonStore } from '../../store/comparisons/comparison-store'
import { type RandomBelow, shuffled } from '../../store/comparisons/shuffled'
import type { SessionOperations } from '../../store/sessions/session-operations'
import type { NewUserMessage } from '../../store/sessions/new-user-message'
import type { SessionStore } from '../../store/sessions/session-store'
import { assertSameQuestion } from '../../store/votes/answered-questions'
import { PaneRun } from '../pane-run'
import type { BlindMerges } from './blind-merge'
import { mergeSource } from './merge-source'

interface MergesDeps {
  store: ComparisonStore
  sessions: SessionStore
  leases: SessionLeases
  active: ActiveRuns
  starter: RunStarter
  view: SessionView
  operations: Pick<SessionOperations, 'duplicate'>
  blind: Pick<BlindMerges, 'open'>
  clock: Clock
  newId: NewId
  /** Absent: the system's. */
  randomBelow?: RandomBelow
  /** Called when the merges of a comparison have changed. */
  onChanged: (comparisonId: ComparisonId) => void
}

/** The answers to merge, the model that merges them, and the kind of merge. */
export interface MergeInput {
  comparisonId: ComparisonId
  /** The panes whose latest answers are merged. `improve` improves the first. */
  paneIds: readonly PaneId[]
  model: string
  kind: MergeKind
  instructions?: string | undefined
}

interface Source {
  pane: Pane
  answer: Message
}

/**
 * Merges of answers in comparisons. A merge is an answer like that of a pane: it has a session of its own, with the
 * question and what the merging model made of the answers, and its stream owns its run.
 */
export class Merges {
  readonly #deps: MergesDeps

  constructor(deps: MergesDeps) {
    this.#deps = deps
  }

  /** Newest first. @throws NOT_FOUND */
  list(comparisonId: ComparisonId): StoredMerge[] {
    const { store } = this.#deps
    store.get(comparisonId)
    return store.merges.list(comparisonId)
  }

  /**
   * Stores a merge and starts its run.
   * @throws NOT_FOUND, RUN_ACTIVE, STORE_FULL, DEGRADED; INVALID_INPUT there is nothing to merge, or the answers are to different questions
   */
  run(input: MergeInput): PaneRun {
    const { starter, active, view, onChanged } = this.#deps
    starter.assertAccepts()
    const { comparisonId, kind, model } = input
    if (agentOf(model) !== null) throw failure('INVALID_INPUT', 'merge-by-agent', { field: 'model' })
    const instructions = input.instructions?.trim() ?? ''
    if (kind === 'custom' && instructions === '') {
      throw failure('INVALID_INPUT', 'merge-without-instructions', { field: 'instructions' })
    }
    const sources = this.#sourcesOf(input)
    const question = this.#questionOf(sources)
    const order = shuffled([...sources.keys()], this.#deps.randomBelow)
    const loadRequest = async () => {
      // Reading Markdown is code that a start does not need.
      const { mergeRequest } = await import('./merge-request')
      return mergeRequest({
        kind,
        question: question.text,
        answers: sources.map(({ answer }) => ({ messageId: answer.id, text: messageText(answer) })),
        order,
        instructions: instructions === '' ? null : instructions,
      })
    }
    const { mergeId, sessionId } = this.#create(input, sources)
    try {
      const run = starter.start(
        sessionId,
        'direct',
        { user: question },
        { wrapSource: (source) => mergeSource(source, loadRequest) },
      )
      // The stream owns the run from here on. Nothing may throw between its start and this line.
      return new PaneRun(run, { active, view })
    } catch (error) {
      this.#discard(mergeId)
      throw error
    } finally {
      onChanged(comparisonId)
    }
  }

  /** Stops and saves the merge's run, if any, and moves the merge to the trash. @throws NOT_FOUND */
  async remove(mergeId: MergeId): Promise<void> {
    const { store, sessions, leases, onChanged } = this.#deps
    const { comparisonId, sessionId } = store.merges.get(mergeId)
    // Before its run is stopped: a refusal must not cost the answer.
    sessions.assertAnswers()
    await whileIdle(leases, sessionId, 'user', () => this.#discard(mergeId))
    onChanged(comparisonId)
  }

  /** Copies the question and the merged answer into a chat with the merging model. @throws NOT_FOUND, RUN_ACTIVE */
  async promote(mergeId: MergeId): Promise<Session> {
    const { store, operations, view } = this.#deps
    const { comparisonId, sessionId } = store.merges.get(mergeId)
    const session = await operations.duplicate(sessionId, store.summary(comparisonId).title)
    view.announce(session.id)
    return session
  }

  /**
   * A blind comparison of copies of the merge and its sources. @throws NOT_FOUND, RUN_ACTIVE, STORE_FULL; INVALID_INPUT
   * the merge has no text, or its sources were removed
   */
  openBlind(mergeId: MergeId): Promise<ComparisonId> {
    return this.#deps.blind.open(this.#deps.store.merges.get(mergeId))
  }

  #create({ comparisonId, kind, model, instructions }: MergeInput, sources: readonly Source[]): StoredMerge {
    const { store, sessions, clock, newId } = this.#deps
    const session = sessions.createSession({ kind: 'pane', model })
    const merge: StoredMerge = {
      mergeId: newId<MergeId>(),
      comparisonId,
      sessionId: session.id,
      model,
      kind,
      instructions: instructions === undefined || instructions.trim() === '' ? null : instructions.trim(),
      answers: sources.map(({ pane, answer }) => ({ paneId: pane.paneId, messageId: answer.id })),
      createdAt: clock.now(),
    }
    store.merges.insert(merge)
    return merge
  }

  #discard(mergeId: MergeId): void {
    const { store, sessions, clock } = this.#deps
    const { sessionId } = store.merges.get(mergeId)
    store.merges.remove(mergeId, clock.now())
    sessions.deleteSession(sessionId)
  }

  #sourcesOf({ comparisonId, paneIds }: MergeInput): Source[] {
    const { store, view } = this.#deps
    const comparison = store.get(comparisonId)
    store.assertRevealed(comparisonId)
    const sources = [...new Set(paneIds)].map((paneId): Source => {
      const pane = store.paneOf(comparison.id, paneId)
      const { sessionId } = pane
      const letter = pane.letter ?? paneLetters[pane.position] ?? '?'
      if (view.isRunning(sessionId)) throw failure('RUN_ACTIVE', 'merge-while-answering', { sessionId })
      const answer = view.get(sessionId, { limit: 1 }).messages.at(-1)
      if (answer?.role !== 'assistant') throw failure('INVALID_INPUT', 'merge-without-answer', { letter })
      if (answer.status === 'failed') throw failure('INVALID_INPUT', 'merge-failed-answer', { letter })
      if (isEmptyMessage(answer) || messageText(answer).trim() === '')
        throw failure('INVALID_INPUT', 'merge-empty-answer', { letter })
      return { pane, answer }
    })
    if (sources.length < mergeLimits.minSources) {
      throw failure('INVALID_INPUT', 'merge-too-few', { min: mergeLimits.minSources })
    }
    assertSameQuestion(
      this.#deps.sessions,
      sources.map(({ answer }) => answer),
    )
    const chars = sources.reduce((sum, { answer }) => sum + messageText(answer).length, 0)
    if (chars > mergeLimits.sourceChars) {
      throw failure('INVALID_INPUT', 'merge-too-long', { max: mergeLimits.sourceChars })
    }
    return sources
  }

  /** The question that the first of the answers responds to. */
  #questionOf([first]: readonly Source[]): Extract<NewUserMessage, { text: string }> {
    const question = first === undefined ? null : this.#deps.sessions.lastUserMessage(first.pane.sessionId)
    if (question === null) throw failure('INVALID_INPUT', 'nothing-asked', { field: 'paneIds' })
    const attachments = question.parts.filter((part) => part.type === 'attachment')
    return { text: askedText(question), attachments }
  }
}
