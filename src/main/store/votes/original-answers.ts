import type { ComparisonId, MergeId, MessageId, PaneId, SessionId, SetRunId } from '../../../shared/ids'
import type { MergedAnswer } from '../../../shared/merges/merges'
import type { ReadableDatabase } from '../database/database'
import { fromJson } from '../database/stored-json'
import type { BallotEntry } from '../sets/set-ballots'
import type { BallotPlace } from '../../../shared/sets/ballots'
import { comparedPanes, isJudgeable } from '../../../shared/votes/same-question'
import type { Vote, VotedAnswer } from '../../../shared/votes/votes'
import { hiddenCondition } from '../sealed/sealed-rows'
import { QuestionReader } from './answered-questions'

/** A merge can be among the sources of another one, but nobody makes copies of copies deeper than this. */
const maxCopies = 20

/**
 * Finds the answers that others are copies of. A row of a run of a prompt set, or a merge with its sources, can be
 * opened as a comparison of copies; a vote there is a vote on the same answers.
 */
export class OriginalAnswers {
  readonly #answer
  readonly #ofPane
  readonly #merge
  readonly #leaf
  readonly #ballot

  constructor(database: ReadableDatabase) {
    // The copy is the first answer of its session that names its model, unlike recorded ones before it; a hidden one
    // names none. No run wrote it there.
    const first = `(
      SELECT others.number FROM messages AS others
      WHERE others.session_id = messages.session_id AND others.role = 'assistant'
      ORDER BY others.model IS NULL, others.number LIMIT 1)`
    this.#answer = database.query<{ origin: string | null }>(`
      SELECT CASE WHEN run_id IS NULL AND messages.number = ${first} THEN sessions.origin END AS origin
      FROM messages JOIN sessions ON sessions.id = session_id WHERE messages.id = ?`)
    this.#ofPane = database.query<{ id: MessageId }>(`
      SELECT messages.id FROM panes JOIN messages ON messages.session_id = panes.session_id
      WHERE panes.id = ? AND messages.number = ${first}`)
    this.#merge = database.query<{ answers: string; session_id: SessionId }>(
      'SELECT answers, session_id FROM merges WHERE id = ?',
    )
    this.#leaf = database.query<{ leaf_id: MessageId | null }>('SELECT leaf_id FROM sessions WHERE id = ?')
    this.#ballot = database.query<{ answers: string; models: string }>(`
      SELECT answers, models FROM set_ballots JOIN set_runs ON set_runs.id = run_id
      WHERE run_id = :runId AND set_ballots.prompt = :prompt AND set_ballots.repeat = :repeat`)
  }

  /** Identifies the original of this answer; null if it is not a copy. */
  of(messageId: MessageId): string | null {
    let id = messageId
    for (let copies = 0; copies < maxCopies; copies += 1) {
      const origin = this.#answer.get(id)?.origin ?? null
      const next = origin === null ? null : this.#originalOf(origin)
      if (next === null) return id === messageId ? null : id
      if (typeof next === 'object') return next.cell
      id = next
    }
    return id
  }

  /**
   * Identifies the original of the copy in this pane or at this position of a ballot; the original is an answer of the
   * row of `others`. Null if there is none.
   */
  ofPane(paneId: PaneId, others: readonly string[]): string | null {
    const copy = this.#ofPane.get(paneId)
    if (copy !== undefined) return this.of(copy.id)
    for (const other of others) {
      const cell = cellOfOrigin(other)
      if (cell === null) continue
      const { model: _model, ...place } = cell
      const row = this.#ballot.get({ ...place })
      const entry = row && fromJson<BallotEntry[]>(row.answers).find(({ id }) => id === paneId)
      if (row === undefined || entry === undefined) continue
      return cellOrigin(place, entry.cell % fromJson<unknown[]>(row.models).length)
    }
    return null
  }

  #originalOf(origin: string): MessageId | { cell: string } | null {
    if (cellOfOrigin(origin) !== null) return { cell: origin }
    const copied = mergeOfOrigin(origin)
    const merge = copied === null ? undefined : this.#merge.get(copied.mergeId)
    if (copied === null || merge === undefined) return null
    const answers = fromJson<MergedAnswer[]>(merge.answers)
    return (
      answers[copied.index]?.messageId ??
      (copied.index === answers.length ? (this.#leaf.get(merge.session_id)?.leaf_id ?? null) : null)
    )
  }
}

/** An answer of a run of a prompt set, by the index of its model. */
export interface CellOrigin extends BallotPlace {
  model: number
}

/** Identifies an answer of a run; a pane that has a copy of it has this origin. */
export function cellOrigin({ runId, prompt, repeat }: BallotPlace, model: number): string {
  return `${rowOrigin({ runId, prompt, repeat })}${model}`
}

/** The beginning of `cellOrigin` of all answers in this row. */
function rowOrigin({ runId, prompt, repeat }: BallotPlace): string {
  return `${promptOrigin({ runId, prompt })}${repeat} `
}

/** The beginning of `cellOrigin` of all answers to this prompt. */
export function promptOrigin({ runId, prompt }: Omit<BallotPlace, 'repeat'>): string {
  return `${runOrigin(runId)}${prompt} `
}

/** The beginning of `cellOrigin` of all answers of this run. */
export function runOrigin(runId: SetRunId): string {
  return `set-run:${runId} `
}

/** The answer that `cellOrigin` identifies; null for any other text. */
export function cellOfOrigin(origin: string): CellOrigin | null {
  const [, runId, prompt, repeat, model] = /^set-run:(\S+) (\d+) (\d+) (\d+)$/.exec(origin) ?? []
  if (runId === undefined) return null
  return {
    runId: runId as SetRunId,
    prompt: Number(prompt),
    repeat: Number(repeat),
    model: Number(model),
  }
}

/** The origin of a pane with a copy of a source of a merge, by its index there, or of the merge itself after those. */
export function mergeOrigin(mergeId: MergeId, index: number): string {
  return `merge:${mergeId} ${index}`
}

/** The copy that `mergeOrigin` describes; null for any other text. */
function mergeOfOrigin(origin: string): { mergeId: MergeId; index: number } | null {
  const [, mergeId, index] = /^merge:(\S+) (\d+)$/.exec(origin) ?? []
  return mergeId === undefined ? null : { mergeId: mergeId as MergeId, index: Number(index) }
}

/** An answer in one of the places where it is shown. */
export type PlacedAnswer = Pick<VotedAnswer, 'paneId' | 'messageId' | 'original'>

/** Identifies an answer wherever it is shown; null for an answer in an imported vote. */
export function identityOf({ original, messageId }: Omit<PlacedAnswer, 'paneId'>): string | null {
  return original ?? messageId
}

/** Finds the answers that comparisons show. */
export class ShownAnswers {
  readonly #originals: OriginalAnswers
  readonly #panes
  readonly #questions

  constructor(database: ReadableDatabase) {
    this.#originals = new OriginalAnswers(database)
    this.#panes = database.query<{ id: PaneId; leaf_id: MessageId | null }>(`
      SELECT panes.id, leaf_id FROM comparisons
      JOIN panes ON comparison_id = comparisons.id JOIN sessions ON sessions.id = session_id
      WHERE comparisons.id = ? AND NOT (${hiddenCondition}) AND panes.removed_at IS NULL AND sessions.state = 'ready'
      ORDER BY position, panes.rowid`)
    this.#questions = new QuestionReader(database)
  }

  /** The answers that can be voted on, if some of them are copies; empty while their contestants are hidden. */
  copiesIn(id: ComparisonId): PlacedAnswer[] {
    const shown = this.#panes.all(id).flatMap(({ id: paneId, leaf_id: messageId }) => {
      const original = messageId === null ? null : this.#originals.of(messageId)
      return messageId === null ? [] : [{ paneId, messageId, ...(original === null ? {} : { original }) }]
    })
    if (shown.every(({ original }) => original === undefined)) return []
    const places = comparedPanes(
      shown.map(({ messageId }) => {
        const last = this.#questions.message(messageId)
        if (last === null) return { question: null, isJudgeable: false }
        return { question: this.#questions.questionOf(last), isJudgeable: isJudgeable(last) }
      }),
    )
    return shown.filter((_answer, index) => places[index] === 'compared')
  }
}

/** The vote as if it had been cast here, where its answers have other ids. */
export function votedAt(
  vote: Vote,
  { comparisonId, answers }: { comparisonId: ComparisonId | null; answers: readonly PlacedAnswer[] },
): Vote {
  return {
    ...vote,
    comparisonId,
    shown: vote.shown.map((voted) => {
      const id = identityOf(voted)
      const here = id === null ? undefined : answers.find((answer) => identityOf(answer) === id)
      return here === undefined ? voted : { ...voted, paneId: here.paneId, messageId: here.messageId }
    }),
  }
}
