import { failure } from '../../../shared/failures/failure'
import type { ComparisonId } from '../../../shared/ids'
import type { StoredMerge } from '../../../shared/merges/merges'
import { isEditedAnswer, type Message, messageText, type TextPart } from '../../../shared/sessions/messages'
import { paneLimits } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { SessionView } from '../../runs/watching/session-view'
import type { AnsweredComparisons, AnsweredPane } from '../../store/comparisons/answered-comparisons'
import type { ComparisonStore } from '../../store/comparisons/comparison-store'
import { type RandomBelow, shuffled } from '../../store/comparisons/shuffled'
import type { SessionStore } from '../../store/sessions/session-store'
import type { TreeMessage } from '../../store/sessions/tree-in-progress'
import { mergeOrigin } from '../../store/votes/original-answers'

interface BlindMergesDeps {
  store: ComparisonStore
  sessions: Pick<SessionStore, 'getMessage' | 'getSession' | 'runSettings'>
  view: Pick<SessionView, 'isRunning' | 'get'>
  answered: Pick<AnsweredComparisons, 'findOrCreate'>
  clock: Clock
  /** Absent: the system's. */
  randomBelow?: RandomBelow
}

interface Contestant extends Pick<
  AnsweredPane,
  'model' | 'params' | 'systemPrompt' | 'permission' | 'isolation' | 'tools'
> {
  question: Message
  answer: Message
}

/** Compares a merge with the answers that it merges, in a blind comparison of copies. */
export class BlindMerges {
  readonly #deps: BlindMergesDeps

  constructor(deps: BlindMergesDeps) {
    this.#deps = deps
  }

  /**
   * The blind comparison of a merge and its sources; the first call stores it.
   * @throws NOT_FOUND, RUN_ACTIVE, STORE_FULL; INVALID_INPUT the merge has no text, its sources were removed, or
   * there are as many as a comparison has panes
   */
  async open(merge: StoredMerge): Promise<ComparisonId> {
    const { view, answered, randomBelow } = this.#deps
    if (view.isRunning(merge.sessionId)) {
      throw failure('RUN_ACTIVE', 'vote-while-answering', { sessionId: merge.sessionId })
    }
    const contestants = [...this.#sourcesOf(merge), this.#merged(merge)]
    if (contestants.length < 2) throw failure('INVALID_INPUT', 'merge-sources-removed', { field: 'mergeId' })
    if (contestants.length > paneLimits.max) {
      throw failure('INVALID_INPUT', 'merge-too-many', { field: 'mergeId', max: paneLimits.max })
    }
    const createdAt = this.#deps.clock.now()
    const panes = contestants.map((contestant) => {
      const index = merge.answers.findIndex(({ messageId }) => messageId === contestant.answer.id)
      const origin = mergeOrigin(merge.mergeId, index === -1 ? merge.answers.length : index)
      return paneOf(contestant, { origin, createdAt })
    })
    const question = contestants[0] === undefined ? '' : messageText(contestants[0].question)
    const { isLocal = false } = this.#deps.store.get(merge.comparisonId)
    return answered.findOrCreate(question, shuffled(panes, randomBelow), { isBlind: true, isLocal })
  }

  /** A source whose pane was removed is left out, and so is one that the user had edited: no model wrote it. */
  #sourcesOf({ comparisonId, answers }: StoredMerge): Contestant[] {
    const { store, sessions } = this.#deps
    const { panes } = store.get(comparisonId)
    return answers.flatMap(({ paneId, messageId }) => {
      const pane = panes.find((candidate) => candidate.paneId === paneId)
      if (pane === undefined) return []
      const answer = sessions.getMessage(pane.sessionId, messageId)
      if (answer.parentId === null || isEditedAnswer(answer)) return []
      const asked = answer.runId === undefined ? null : sessions.runSettings(answer.runId)
      const { permission, isolation } = { ...pane, ...asked }
      return [
        {
          model: answer.model ?? pane.model,
          params: asked?.params ?? pane.params,
          systemPrompt: asked?.systemPrompt ?? pane.systemPrompt,
          ...(permission === undefined ? {} : { permission }),
          ...(isolation === undefined ? {} : { isolation }),
          ...(pane.tools === undefined ? {} : { tools: pane.tools }),
          question: sessions.getMessage(pane.sessionId, answer.parentId),
          answer,
        },
      ]
    })
  }

  #merged({ sessionId, model }: StoredMerge): Contestant {
    const { messages } = this.#deps.view.get(sessionId, { limit: 2 })
    const [question, answer] = messages
    const parts = answer?.parts.flatMap((part) => (part.type === 'text' ? withoutConflicts(part) : [])) ?? []
    if (question === undefined || answer?.role !== 'assistant' || messageText({ parts }).trim() === '') {
      throw failure('INVALID_INPUT', 'merge-without-text', { field: 'mergeId' })
    }
    return { model, params: {}, systemPrompt: null, question, answer: { ...answer, parts } }
  }
}

/**
 * With what the user judges, and the metrics that the reveal shows. Times would give away the merge, which is the
 * newest.
 */
function paneOf(
  { question, answer, ...contestant }: Contestant,
  { origin, createdAt }: { origin: string; createdAt: number },
): AnsweredPane {
  const { status, stopReason, usage, metrics } = answer
  const messages: TreeMessage[] = [
    {
      key: 'question',
      parentKey: null,
      role: 'user',
      parts: question.parts,
      status: 'complete',
      createdAt,
    },
    {
      key: 'answer',
      parentKey: 'question',
      role: 'assistant',
      parts: answer.parts.filter(({ type }) => type === 'text'),
      status: status === 'streaming' ? 'partial' : status,
      ...(stopReason === undefined ? {} : { stopReason }),
      model: contestant.model,
      ...(usage === undefined ? {} : { usage }),
      ...(metrics === undefined ? {} : { metrics }),
      createdAt,
    },
  ]
  return { origin, ...contestant, messages }
}

/** Only a merge lists conflicts. */
function withoutConflicts({ text, statements = [] }: TextPart): TextPart[] {
  const kept: NonNullable<TextPart['statements']> = []
  let shown = ''
  for (const { kind, from, to } of statements) {
    if (kind === 'conflict') continue
    const start = shown.length
    shown += shown === '' ? text.slice(from, to).trimStart() : text.slice(from, to)
    // What it quotes are messages of another comparison.
    kept.push({ kind, sources: [], from: start, to: shown.length })
  }
  return shown === '' ? [] : [{ type: 'text', text: shown, statements: kept }]
}
