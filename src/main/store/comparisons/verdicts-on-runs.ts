import type { JudgedPassage, RowJudgement } from '../../../shared/differences/row-judgement'
import type { BallotPlace } from '../../../shared/sets/ballots'
import type { SetRowVerdict } from '../../../shared/sets/sets'
import type { ReadableDatabase } from '../database/database'
import { fromJson } from '../database/stored-json'
import { cellOfOrigin, OriginalAnswers, promptOrigin } from '../votes/original-answers'

/** The most verdicts on the answers to one prompt that are read. */
const maxRead = 500

interface VerdictRow {
  passages: string
  model: string
  judgement: string
  judged_at: number
}

/**
 * The verdicts of models on rows of the differences between answers of runs of prompt sets. They were made in comparisons
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
      ORDER BY judged_at, rowid LIMIT ${maxRead}`)
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
    return this.#all.all({ from, to }).flatMap(({ passages, model, judgement, judged_at: judgedAt }) => {
      const judged = fromJson<JudgedPassage[]>(passages)
      const shown = judged.flatMap(read)
      if (shown.length < judged.length) return []
      return [{ passages: shown, model, judgement: fromJson<RowJudgement>(judgement), judgedAt }]
    })
  }
}
