import type { JudgedPassage, RowJudgement, RowVerdict } from '../../../shared/differences/row-judgement'
import type { ComparisonId, MessageId, SessionId } from '../../../shared/ids'
import type { ReadableDatabase, WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { column, columnNames, insertionInto, orChange } from '../database/table'
import type { BallotPlace } from '../../../shared/sets/ballots'
import type { SetRowVerdict } from '../../../shared/sets/sets'
import { cellOfOrigin, OriginalAnswers, promptOrigin } from '../votes/original-answers'

/** The most verdicts that are read for one comparison. */
const maxRead = 5_000
/** The most verdicts that are read for the answers to one prompt of a run. */
const maxReadOfPrompt = 500

/** The columns of the table `row_verdicts`. */
const verdictRow = {
  comparison_id: column<ComparisonId>(),
  passages: column<string>(),
  model: column<string>(),
  judgement: column<string>(),
  judged_at: column<number>(),
}
type VerdictRow = typeof verdictRow

/** The verdicts on answers of a comparison, oldest first. */
export function verdictsOf(database: ReadableDatabase, limit = -1) {
  return database.query<VerdictRow>(
    `SELECT * FROM row_verdicts WHERE comparison_id = ? ORDER BY judged_at, rowid LIMIT ${limit}`,
  )
}

/** The verdict in a row. */
export function toVerdict({ passages, model, judgement, judged_at: judgedAt }: VerdictRow): RowVerdict {
  return {
    passages: fromJson<JudgedPassage[]>(passages),
    model,
    judgement: fromJson<RowJudgement>(judgement),
    judgedAt,
  }
}

/** The verdicts of models on conflicts between answers, by comparison. */
export class RowVerdicts {
  readonly #put
  readonly #comparisonOf
  readonly #ofMessage
  readonly #all

  constructor(database: WritableDatabase) {
    this.#all = verdictsOf(database, maxRead)
    this.#put = database.command(
      insertionInto('row_verdicts', columnNames(verdictRow)) +
        orChange('comparison_id, passages', ['model', 'judgement', 'judged_at']),
    )
    this.#comparisonOf = database.query<{ id: ComparisonId }>(
      'SELECT comparison_id AS id FROM panes WHERE session_id = ?',
    )
    this.#ofMessage = database.query<{ id: ComparisonId }>(`
      SELECT comparison_id AS id FROM messages JOIN panes ON panes.session_id = messages.session_id
      WHERE messages.id = ?`)
  }

  /** Stores a verdict on answers of this pane's comparison; nothing for a session that is not a pane's. */
  save(sessionId: SessionId, verdict: RowVerdict): void {
    const comparisonId = this.#comparisonOf.get(sessionId)?.id
    if (comparisonId !== undefined) this.put(comparisonId, verdict)
  }

  /** Stores a verdict. It replaces an earlier one on the same passages. */
  put(comparisonId: ComparisonId, { passages, model, judgement, judgedAt }: RowVerdict): void {
    const row: VerdictRow = {
      comparison_id: comparisonId,
      passages: toJson(passages.map(({ messageId, range }) => ({ messageId, range }))),
      model,
      judgement: toJson(judgement),
      judged_at: judgedAt,
    }
    this.#put.run(row)
  }

  /** The verdicts whose passages are all from these messages, oldest first. */
  among(messageIds: readonly MessageId[]): RowVerdict[] {
    const [first] = messageIds
    const comparisonId = first === undefined ? undefined : this.#ofMessage.get(first)?.id
    if (comparisonId === undefined) return []
    return this.#all
      .all(comparisonId)
      .map(toVerdict)
      .filter(({ passages }) => passages.every(({ messageId }) => messageIds.includes(messageId)))
  }
}

/**
 * The verdicts of models on conflicts between answers of runs of prompt sets. They were made in comparisons
 * that were opened from rows of a run, and belong to those.
 */
export class VerdictsOnRuns {
  readonly #all
  readonly #originals: OriginalAnswers

  constructor(database: ReadableDatabase) {
    this.#originals = new OriginalAnswers(database)
    this.#all = database.query<VerdictRow>(`
      SELECT * FROM row_verdicts WHERE comparison_id IN (
        SELECT comparisons.id FROM sessions
        JOIN panes ON panes.session_id = sessions.id JOIN comparisons ON comparisons.id = panes.comparison_id
        WHERE sessions.origin >= :from AND sessions.origin < :to AND comparisons.deleted_at IS NULL)
      ORDER BY judged_at, rowid LIMIT ${maxReadOfPrompt}`)
  }

  /**
   * Those on the run's answers to this prompt, oldest first, but not those on other answers in the same comparisons, such
   * as regenerated ones. `textOf` returns null for an answer whose model may not be named; a verdict on it is left out.
   */
  of(
    { runId, prompt }: Omit<BallotPlace, 'repeat'>,
    textOf: (answer: { model: number; repeat: number }) => string | null,
  ): SetRowVerdict[] {
    const from = promptOrigin({ runId, prompt })
    // The next text that does not start with it.
    const to = `${from.slice(0, -1)}!`
    const read = ({ messageId, range }: JudgedPassage): SetRowVerdict['passages'] => {
      const cell = cellOfOrigin(this.#originals.of(messageId) ?? '')
      if (cell?.runId !== runId || cell.prompt !== prompt) return []
      const { model, repeat } = cell
      const text = textOf({ model, repeat })
      return text === null ? [] : [{ model, repeat, text: range === null ? null : text.slice(...range) }]
    }
    return this.#all.all({ from, to }).flatMap((row) => {
      const verdict = toVerdict(row)
      const passages = verdict.passages.flatMap(read)
      return passages.length < verdict.passages.length ? [] : [{ ...verdict, passages }]
    })
  }
}
