import type { JudgedPassage, RowJudgement, RowVerdict } from '../../../shared/differences/row-judgement'
import type { ComparisonId, MessageId, SessionId } from '../../../shared/ids'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'

/** The most verdicts that are read of one comparison. */
const maxRead = 5_000

interface VerdictRow {
  passages: string
  model: string
  judgement: string
  judged_at: number
}

/** The verdicts of models on rows of the differences between answers, by comparison. */
export class RowVerdicts {
  readonly #put
  readonly #comparisonOf
  readonly #ofMessage
  readonly #all

  constructor(database: WritableDatabase) {
    this.#all = database.query<VerdictRow>(
      `SELECT * FROM row_verdicts WHERE comparison_id = ? ORDER BY judged_at, rowid LIMIT ${maxRead}`,
    )
    this.#put = database.command(`
      INSERT INTO row_verdicts (comparison_id, passages, model, judgement, judged_at)
      VALUES (:comparisonId, :passages, :model, :judgement, :judgedAt)
      ON CONFLICT (comparison_id, passages) DO UPDATE SET model = excluded.model, judgement = excluded.judgement,
        judged_at = excluded.judged_at`)
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
    this.#put.run({
      comparisonId,
      passages: toJson(passages.map(({ messageId, range }) => ({ messageId, range }))),
      model,
      judgement: toJson(judgement),
      judgedAt,
    })
  }

  /** The verdicts whose passages are all from these messages, oldest first. */
  among(messageIds: readonly MessageId[]): RowVerdict[] {
    const [first] = messageIds
    const comparisonId = first === undefined ? undefined : this.#ofMessage.get(first)?.id
    if (comparisonId === undefined) return []
    return this.#all
      .all(comparisonId)
      .map(({ passages, model, judgement, judged_at: judgedAt }) => ({
        passages: fromJson<JudgedPassage[]>(passages),
        model,
        judgement: fromJson<RowJudgement>(judgement),
        judgedAt,
      }))
      .filter(({ passages }) => passages.every(({ messageId }) => messageIds.includes(messageId)))
  }
}
