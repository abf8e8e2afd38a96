import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import { invariant } from '../../../shared/invariant'
import type { RunEventBody } from '../../../shared/runs/events'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import type { Session } from '../../../shared/sessions/sessions'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { column, columnNames, insertionInto } from '../database/table'

/** The answer that a run continues. */
export interface RunContinues {
  messageId: MessageId
  /** The last message of the path that the session showed before the run; null if it showed none. */
  leafId: MessageId | null
}

/** The settings of a pane's run; the system prompt includes the instructions of the project. */
export type RunSettings = Pick<Session, 'params' | 'systemPrompt' | 'permission'>

/** A run that has begun and is not saved yet. */
export interface OpenRun extends RunIdentity {
  /** The message that it answers. */
  parentId: MessageId | null
  startedAt: number
  /** The model of the run costs nothing. */
  isFree?: boolean | undefined
  continues?: RunContinues | undefined
}

/** An open run and its journal: lists of events in JSON, as a process that was killed may have left them. */
export interface JournalledRun extends OpenRun {
  journal: string[]
}

/** The columns of the table `runs`. */
const runRow = {
  id: column<RunId>(),
  session_id: column<SessionId>(),
  message_id: column<MessageId>(),
  parent_id: column<MessageId | null>(),
  kind: column<'detached' | 'direct'>(),
  model: column<string>(),
  state: column<'open' | 'closed'>(),
  settings: column<string | null>(),
  continues: column<string | null>(),
  is_free: column<number>(),
  started_at: column<number>(),
  ended_at: column<number | null>(),
}
type RunRow = typeof runRow

/**
 * Open runs and their events so far. A run's journal can be written only while its row is open; closing the row drops
 * the journal with it.
 */
export class RunJournal {
  readonly #database: WritableDatabase
  readonly #open
  readonly #settings
  readonly #getOpen
  readonly #listOpen
  readonly #append
  readonly #chunks
  readonly #close
  readonly #drop

  constructor(database: WritableDatabase) {
    this.#database = database
    this.#open = database.command(insertionInto('runs', columnNames(runRow)))
    this.#settings = database.query<{ settings: string | null }>('SELECT settings FROM runs WHERE id = ?')
    this.#getOpen = database.query<RunRow>("SELECT * FROM runs WHERE id = ? AND state = 'open'")
    this.#listOpen = database.query<RunRow>(
      "SELECT * FROM runs WHERE state = 'open' ORDER BY started_at, rowid",
    )
    this.#append = database.command(`
      INSERT INTO run_journal (run_id, chunk, events)
      SELECT id, (SELECT coalesce(max(chunk), 0) + 1 FROM run_journal WHERE run_id = runs.id), :events
      FROM runs WHERE id = :runId AND state = 'open'`)
    this.#chunks = database.query<{ events: string }>(
      'SELECT events FROM run_journal WHERE run_id = ? ORDER BY chunk',
    )
    this.#close = database.command(
      "UPDATE runs SET state = 'closed', ended_at = :endedAt WHERE id = :runId AND state = 'open'",
    )
    this.#drop = database.command('DELETE FROM run_journal WHERE run_id = ?')
  }

  /** `settings`: those of a pane's run; null for other runs. */
  open(run: OpenRun, settings: RunSettings | null): void {
    const row: RunRow = {
      id: run.runId,
      session_id: run.sessionId,
      message_id: run.messageId,
      parent_id: run.parentId,
      kind: run.kind,
      model: run.model,
      state: 'open',
      settings: settings === null ? null : toJson(settings),
      continues: run.continues === undefined ? null : toJson(run.continues),
      is_free: Number(run.isFree === true),
      started_at: run.startedAt,
      ended_at: null,
    }
    this.#open.run(row)
  }

  /** The settings of a pane's run; null for other runs. */
  settingsOf(runId: RunId): RunSettings | null {
    const settings = this.#settings.get(runId)?.settings ?? null
    return settings === null ? null : fromJson(settings)
  }

  /** Returns whether the run was open, so that the events were stored. */
  append(runId: RunId, events: readonly RunEventBody[]): boolean {
    if (events.length === 0) return this.#getOpen.get(runId) !== undefined
    // Not synced: a power cut may cost the end of an answer that nobody was told is saved.
    return this.#database.relaxed(() => this.#append.run({ runId, events: toJson(events) })) === 1
  }

  /** Closes the row and drops the journal, within the caller's transaction. @throws InvariantError it is not open */
  close(runId: RunId, endedAt: number): OpenRun {
    const row = this.#getOpen.get(runId)
    invariant(row !== undefined, `run ${runId} is still open`)
    this.#close.run({ runId, endedAt })
    this.#drop.run(runId)
    return toOpenRun(row)
  }

  /** All open runs, oldest first. */
  openRuns(): JournalledRun[] {
    return this.#listOpen
      .all()
      .map((row) => ({ ...toOpenRun(row), journal: this.#chunks.all(row.id).map(({ events }) => events) }))
  }
}

function toOpenRun(row: RunRow): OpenRun {
  return {
    runId: row.id,
    sessionId: row.session_id,
    messageId: row.message_id,
    parentId: row.parent_id,
    kind: row.kind,
    model: row.model,
    startedAt: row.started_at,
    ...(row.is_free === 1 ? { isFree: true } : {}),
    ...(row.continues === null ? {} : { continues: fromJson<RunContinues>(row.continues) }),
  }
}
