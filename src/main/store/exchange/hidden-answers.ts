import type { SessionId } from '../../../shared/ids'
import type { WritableDatabase } from '../database/database'
import type { RowVersion } from '../database/row-clock'
import { hiddenCondition, sealedModel, SealedRows } from '../sealed/sealed-rows'
import type { ExchangedRow } from './exchanged-rows'
import { RowVersions } from './row-versions'

/** Tables whose rows may say that a hidden contestant is revealed. */
const ofBlind = new Set<ExchangedRow['table']>(['comparisons', 'panes', 'sealed'])

/** The parts of a row that a reveal changes. One that another machine began gives them no version. */
const revealedParts = {
  sessions: ['model', 'instructions', 'params'],
  messages: ['content'],
} as const

function isUnsealed(table: keyof typeof revealedParts, session: string): string {
  return `NOT EXISTS (SELECT 1 FROM sealed WHERE session_id = ${session} AND place = '${table}' AND row_id = id)`
}

/** What blind comparisons hide. Any of a person's machines may reveal it first. */
export class HiddenAnswers {
  readonly #sealed: SealedRows
  readonly #unrevealed
  readonly #versions: RowVersions
  readonly #sealedMessages
  readonly #isNameless
  #mayReveal = false

  constructor(database: WritableDatabase) {
    this.#sealed = new SealedRows(database)
    this.#unrevealed = database.query<{ id: SessionId; model: string }>(`
      SELECT DISTINCT sessions.id, sessions.model FROM sealed
      JOIN sessions ON sessions.id = sealed.session_id
      JOIN panes ON panes.session_id = sealed.session_id
      JOIN comparisons ON comparisons.id = panes.comparison_id
      WHERE NOT (${hiddenCondition})`)
    this.#versions = new RowVersions(database)
    this.#sealedMessages = database.query<{ id: string }>(
      "SELECT row_id AS id FROM sealed WHERE session_id = ? AND place = 'messages'",
    )
    this.#isNameless = {
      sessions: database.query<object>(
        `SELECT 1 FROM sessions WHERE id = ? AND model = '${sealedModel}' AND ${isUnsealed('sessions', 'id')}`,
      ),
      messages: database.query<object>(`
        SELECT 1 FROM messages
        WHERE id = ? AND model IS NULL AND ${isUnsealed('messages', 'messages.session_id')}`),
    }
  }

  /** Call this when a row of this table is new or has changed. */
  note(table: ExchangedRow['table']): void {
    if (ofBlind.has(table)) this.#mayReveal = true
  }

  /** True for a seal that is older than its answer, which was revealed and changed here. */
  isOutdated({ row, versions }: ExchangedRow): boolean {
    return row['place'] === 'messages' && this.#contentOf(String(row['row_id'])) > (versions['columns'] ?? '')
  }

  /**
   * The parts to copy from this row, which names a contestant, into the stored one, which does not. The seal never arrives
   * if the machine that had it has revealed the contestant.
   */
  partsNamed({ table, row, versions }: ExchangedRow): readonly string[] {
    if ((table !== 'messages' && table !== 'sessions') || !row['model']) return []
    const rowId = String(row['id'])
    if (this.#isNameless[table].get(rowId) === undefined) return []
    return revealedParts[table].filter(
      (part) => versions[part] === undefined && this.#versions.of(table, rowId, part) === null,
    )
  }

  /** A reveal for each contestant that is still sealed here but whose comparison has been revealed elsewhere. */
  *takeReveals(): Generator<() => 'changed'> {
    if (!this.#mayReveal) return
    this.#mayReveal = false
    for (const { id, model } of this.#unrevealed.all()) {
      // The settings of the pane may have changed since the reveal.
      if (model !== sealedModel) this.#sealed.removeAll(id, 'sessions')
      for (const message of this.#sealedMessages.all(id)) {
        const seal = JSON.stringify([id, 'messages', message.id])
        const version = this.#versions.of('sealed', seal, 'columns')
        if (this.#contentOf(message.id) > (version ?? '')) this.#sealed.remove(id, 'messages', message.id)
        else if (version !== null) this.#versions.put('messages', message.id, 'content', version)
      }
      yield () => {
        this.#sealed.reveal(id)
        return 'changed'
      }
    }
  }

  #contentOf(messageId: string): RowVersion {
    return this.#versions.of('messages', messageId, 'content') ?? ''
  }
}
