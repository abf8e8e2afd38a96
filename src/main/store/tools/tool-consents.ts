import type { ConsentDecision, LastingDecision } from '../../../shared/agents/agents'
import type { SessionId } from '../../../shared/ids'
import type {
  ChatToolConsentRule,
  ConsentSubject,
  FormerDefinition,
  ToolConsentRule,
} from '../../../shared/tools/tools'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import { inChat, lastingDecision, noteUse } from '../agents/consents'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { column, columnNames, insertionInto } from '../database/table'
import { SealedRows } from '../sealed/sealed-rows'
import type { StoreReader } from '../reader/store-reader'

/** Facts about a tool that are known before it is called. */
export interface RecalledConsent {
  /** The decision that answers the request; null when the user must be asked. */
  decision: LastingDecision | null
  /** The definition for which the user has allowed the tool at this place, if it was another one. */
  changedSince: FormerDefinition | null
}

/** The columns of the table `tool_consents`. */
const toolConsentRow = {
  id: column<string>(),
  tool: column<string>(),
  place: column<string>(),
  fingerprint: column<string>(),
  description: column<string>(),
  input_schema: column<string>(),
  decision: column<ConsentDecision>(),
  session_id: column<SessionId | null>(),
  decided_at: column<number>(),
  last_used_at: column<number>(),
}
type ToolConsentRow = typeof toolConsentRow

/**
 * The user's decisions about tools that apply without another question: in one chat, as long as it exists, or
 * everywhere. A permission applies only to the definition that the user saw. A refusal applies to the tool at this
 * place whatever its definition, because changing it must not open a question that the user has closed.
 */
export class ToolConsents {
  readonly #database: WritableDatabase
  readonly #ofChats: WritableDatabase
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #sealed: SealedRows
  readonly #everywhere
  readonly #inChat
  readonly #list
  readonly #listOfChats
  readonly #byId

  /** `ofChats`: where the decisions of single chats are, if not in `database`. */
  constructor(database: WritableDatabase, deps: { clock: Clock; newId: NewId; ofChats?: WritableDatabase }) {
    this.#database = database
    this.#ofChats = deps.ofChats ?? database
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#sealed = new SealedRows(database)
    this.#everywhere = database.query<ToolConsentRow>(
      'SELECT * FROM tool_consents WHERE tool = :tool AND place = :place AND session_id IS NULL',
    )
    this.#inChat = this.#ofChats.query<ToolConsentRow>(
      'SELECT * FROM tool_consents WHERE tool = :tool AND place = :place AND session_id = :sessionId',
    )
    this.#list = database.query<ToolConsentRow>(
      'SELECT * FROM tool_consents WHERE session_id IS NULL ORDER BY decided_at DESC, rowid DESC',
    )
    this.#listOfChats = database.query<ToolConsentRow & { session_id: SessionId; title: string | null }>(`
      SELECT tool_consents.*, sessions.title FROM tool_consents
      JOIN sessions ON sessions.id = tool_consents.session_id
      ORDER BY decided_at DESC, tool_consents.rowid DESC`)
    this.#byId = database.query<ToolConsentRow>('SELECT * FROM tool_consents WHERE id = ?')
  }

  /** Returns the decision about this tool, and notes that it is used now. */
  recall(sessionId: SessionId, { tool, place, fingerprint }: ConsentSubject): RecalledConsent {
    const sealed = this.#sealed
      .list<ToolConsentRow>(sessionId, 'tool_consents')
      .filter((row) => row.tool === tool && row.place === place)
    const rows = [
      ...this.#everywhere.all({ tool, place }),
      ...this.#inChat.all({ tool, place, sessionId }),
      ...sealed,
    ]
    // The newest permission ends earlier ones for another definition: a server could otherwise switch between both.
    const newest = rows.toSorted((one, other) => other.decided_at - one.decided_at)[0]
    const rule = rows.find((row) => row.decision === 'never') ?? newest
    if (rule === undefined) return { decision: null, changedSince: null }
    if (rule.decision !== 'never' && rule.fingerprint !== fingerprint) {
      return { decision: null, changedSince: definitionOf(rule) }
    }
    this.#noteUse(rule)
    return { decision: lastingDecision(rule), changedSince: null }
  }

  /**
   * Stores a decision about the tool as it is now. It replaces an earlier one with the same scope; a refusal replaces all.
   * @throws STORE_FULL, STORE_DAMAGED
   */
  remember(sessionId: SessionId, subject: ConsentSubject, decision: LastingDecision): void {
    const { tool, place } = subject
    const scopeId = decision === 'session' ? sessionId : null
    const database = scopeId === null ? this.#database : this.#ofChats
    const isRefusal = Number(decision === 'never')
    const now = this.#clock.now()
    const row: ToolConsentRow = {
      id: this.#newId(),
      tool,
      place,
      fingerprint: subject.fingerprint,
      description: toJson(subject.description),
      input_schema: toJson(subject.inputSchema),
      decision: decision === 'never' ? 'never' : 'allow',
      session_id: scopeId,
      decided_at: now,
      last_used_at: now,
    }
    if (this.#sealed.has(sessionId)) {
      // Until the reveal, it applies in this pane only.
      this.#sealed.put(sessionId, 'tool_consents', row.id, row)
      return
    }
    database.transaction(() => {
      for (const each of new Set([this.#database, this.#ofChats])) {
        each
          .command(
            `DELETE FROM tool_consents WHERE tool = :tool AND place = :place
             AND (:isRefusal OR session_id IS :scopeId)`,
          )
          .run({ tool, place, scopeId, isRefusal })
      }
      database.command(insertionInto('tool_consents', columnNames(toolConsentRow))).run(row)
    })
  }

  /** The permanent decisions, newest first. */
  list(): ToolConsentRule[] {
    return this.#list.all().map(ruleOf)
  }

  /** The decisions limited to one chat, newest first. */
  listOfChats(): ChatToolConsentRule[] {
    return this.#listOfChats.all().map((row) => inChat(ruleOf(row), row))
  }

  /**
   * Removes a decision, so that the user is asked again: in its chat or, for a permanent one, in every chat. False when
   * there was no such decision.
   */
  remove(id: string): boolean {
    return this.#database.transaction(() => {
      const rule = this.#byId.get(id)
      if (rule === undefined) return false
      const { tool, place, session_id: sessionId } = rule
      const command =
        sessionId === null
          ? this.#database.command('DELETE FROM tool_consents WHERE tool = :tool AND place = :place')
          : this.#database.command('DELETE FROM tool_consents WHERE id = :id')
      return command.run(sessionId === null ? { tool, place } : { id }) > 0
    })
  }

  #noteUse({ id, session_id: sessionId }: ToolConsentRow): void {
    const database = sessionId === null ? this.#database : this.#ofChats
    noteUse(database, () =>
      database.command('UPDATE tool_consents SET last_used_at = ? WHERE id = ?').run(this.#clock.now(), id),
    )
  }
}

function definitionOf(row: ToolConsentRow): FormerDefinition {
  return {
    description: fromJson<string>(row.description),
    inputSchema: fromJson<Record<string, unknown>>(row.input_schema),
  }
}

function ruleOf(row: ToolConsentRow): ToolConsentRule {
  return {
    id: row.id,
    decision: row.decision,
    tool: row.tool,
    place: row.place,
    description: fromJson<string>(row.description),
    decidedAt: row.decided_at,
    lastUsedAt: row.last_used_at,
  }
}

/** Reads the user's permanent decisions about tools in a store of another Parley. */
export class PermissionReader {
  readonly #store: StoreReader

  constructor(store: StoreReader) {
    this.#store = store
  }

  /**
   * Returns the user's permanent decision about this tool at this place; null if the user must be asked. A permission
   * covers only the definition that the user saw, a refusal any. Decisions for single chats do not count.
   * @throws STORE_DAMAGED, STORE_FULL
   */
  decided({ tool, place, fingerprint }: ConsentSubject): 'always' | 'never' | null {
    return this.#store.read(null, (database) => {
      const rows = database
        .query<{ decision: ConsentDecision; fingerprint: string }>(
          `SELECT decision, fingerprint FROM tool_consents
           WHERE tool = :tool AND place = :place AND session_id IS NULL`,
        )
        .all({ tool, place })
      if (rows.some(({ decision }) => decision === 'never')) return 'never'
      return rows.some((row) => row.fingerprint === fingerprint) ? 'always' : null
    })
  }
}
