import {
  type AgentId,
  type AgentPermission,
  agentPermissions,
  type ChatConsentRule,
  type ConsentDecision,
  type ConsentRule,
  type LastingDecision,
  type ToolKind,
} from '../../../shared/agents/agents'
import type { SessionId } from '../../../shared/ids'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { column, columnNames, insertionInto } from '../database/table'
import { untitledSession } from '../messages/title'
import { SealedRows } from '../sealed/sealed-rows'

/** The run that asks, its folder and its permission. */
export interface ConsentPlace {
  agentId: AgentId
  sessionId: SessionId
  /** The full path of the folder in which the agent works. */
  folder: string
  permission: AgentPermission
}

/** The request. Only `terms` is compared; `what` describes it for the user. */
export interface ConsentTerms {
  kind: ToolKind
  what: string
  terms: string
}

/** The columns of the table `consents`. */
const consentRow = {
  id: column<string>(),
  agent_id: column<AgentId>(),
  folder: column<string>(),
  kind: column<ConsentTerms['kind']>(),
  what: column<string>(),
  terms: column<string>(),
  permission: column<AgentPermission>(),
  decision: column<ConsentDecision>(),
  session_id: column<SessionId | null>(),
  decided_at: column<number>(),
  last_used_at: column<number | null>(),
}
type ConsentRow = typeof consentRow

/**
 * The user's decisions about agents: actions allowed without another question, in one chat as long as it exists or
 * wherever the agent works in that folder, and actions always refused there. A consent applies with the permission with
 * which it was given and every larger one, so reducing the permission means asking again. A refusal applies with every
 * permission.
 */
export class ConsentStore {
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #sealed: SealedRows
  readonly #matching
  readonly #list
  readonly #listOfChats
  readonly #insert
  readonly #use
  readonly #supersede
  readonly #byId
  readonly #remove
  readonly #removeSame

  constructor(database: WritableDatabase, deps: { clock: Clock; newId: NewId }) {
    this.#database = database
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#sealed = new SealedRows(database)
    const isSame = 'folder = :folder AND agent_id = :agentId AND kind = :kind AND terms = :terms'
    this.#matching = database.query<ConsentRow>(`
      SELECT * FROM consents WHERE ${isSame} AND (session_id IS NULL OR session_id = :sessionId)
      ORDER BY decision = 'never' DESC, session_id IS NULL DESC`)
    this.#list = database.query<ConsentRow>(
      'SELECT * FROM consents WHERE session_id IS NULL ORDER BY decided_at DESC, rowid DESC',
    )
    this.#listOfChats = database.query<ConsentRow & { session_id: SessionId; title: string | null }>(`
      SELECT consents.*, sessions.title FROM consents JOIN sessions ON sessions.id = consents.session_id
      ORDER BY decided_at DESC, consents.rowid DESC`)
    this.#insert = database.command(insertionInto('consents', columnNames(consentRow)))
    this.#use = database.command('UPDATE consents SET last_used_at = ? WHERE id = ?')
    this.#supersede = database.command(`DELETE FROM consents WHERE ${isSame} AND session_id IS :scopeId`)
    this.#byId = database.query<ConsentRow>('SELECT * FROM consents WHERE id = ?')
    this.#remove = database.command('DELETE FROM consents WHERE id = ?')
    this.#removeSame = database.command(`DELETE FROM consents WHERE ${isSame}`)
  }

  /** An earlier decision about the same; null when the user must be asked. */
  recall(place: ConsentPlace, { kind, terms }: ConsentTerms): LastingDecision | null {
    const { agentId, sessionId, folder, permission } = place
    const sealed = this.#sealed
      .list<ConsentRow>(sessionId, 'consents')
      .filter((row) => row.folder === folder && row.kind === kind && row.terms === terms)
    const rule = [
      ...sealed.toReversed(),
      ...this.#matching.all({ agentId, sessionId, folder, kind, terms }),
    ].find((row) => row.decision === 'never' || rankOf(row.permission) <= rankOf(permission))
    if (rule === undefined) return null
    noteUse(this.#database, () => this.#use.run(this.#clock.now(), rule.id))
    return lastingDecision(rule)
  }

  remember(place: ConsentPlace, { kind, what, terms }: ConsentTerms, decision: LastingDecision): void {
    const { agentId, folder, permission, sessionId } = place
    const scopeId = decision === 'session' ? sessionId : null
    const row: ConsentRow = {
      id: this.#newId(),
      agent_id: agentId,
      folder,
      kind,
      what: toJson(what),
      terms,
      permission,
      session_id: scopeId,
      decided_at: this.#clock.now(),
      decision: decision === 'never' ? 'never' : 'allow',
      last_used_at: this.#clock.now(),
    }
    if (this.#sealed.has(sessionId)) {
      // Until the reveal, it applies in this pane only.
      this.#sealed.put(sessionId, 'consents', row.id, row)
      return
    }
    this.#database.transaction(() => {
      if (decision === 'never') this.#removeSame.run({ agentId, folder, kind, terms })
      else this.#supersede.run({ agentId, folder, kind, terms, scopeId })
      this.#insert.run(row)
    })
  }

  /** The permanent decisions, newest first. */
  list(): ConsentRule[] {
    return this.#list.all().map(ruleOf)
  }

  /** The consents limited to one chat, newest first. */
  listOfChats(): ChatConsentRule[] {
    return this.#listOfChats.all().map((row) => inChat(ruleOf(row), row))
  }

  /**
   * Removes a consent, so that the user is asked again: in its chat or, for a permanent one, in every chat, also where
   * the same was allowed for that chat. False when there was no such consent.
   */
  remove(id: string): boolean {
    return this.#database.transaction(() => {
      const rule = this.#byId.get(id)
      if (rule === undefined) return false
      if (rule.session_id !== null) return this.#remove.run(id) > 0
      const { agent_id: agentId, folder, kind, terms } = rule
      return this.#removeSame.run({ agentId, folder, kind, terms }) > 0
    })
  }
}

/** Runs `write`, which records that a rule is used now. */
export function noteUse(database: WritableDatabase, write: () => void): void {
  try {
    // Not synced: nobody relies on the last use after a power cut.
    database.relaxed(write)
  } catch {
    // On a full disk, only the time that Settings shows is too old. Writes that matter report the disk.
  }
}

/** A rule that applies to one chat only, with the title of that chat. */
export function inChat<Rule>(rule: Rule, row: { session_id: SessionId; title: string | null }) {
  return { ...rule, sessionId: row.session_id, title: row.title ?? untitledSession }
}

/** Returns the kind of a stored decision, by its scope. */
export function lastingDecision(row: {
  decision: ConsentDecision
  session_id: SessionId | null
}): LastingDecision {
  if (row.decision === 'never') return 'never'
  return row.session_id === null ? 'always' : 'session'
}

function ruleOf(row: ConsentRow): ConsentRule {
  return {
    id: row.id,
    decision: row.decision,
    agentId: row.agent_id,
    folder: row.folder,
    kind: row.kind,
    what: fromJson<string>(row.what),
    decidedAt: row.decided_at,
    lastUsedAt: row.last_used_at,
  }
}

function rankOf(permission: AgentPermission): number {
  return agentPermissions.indexOf(permission)
}
