import type { AgentId, KeptByAgent } from '../../../shared/agents/agents'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { ReadableDatabase, WritableDatabase } from '../database/database'
import { MessageRows } from '../messages/message-rows'
import { column, columnNames, insertionInto } from '../database/table'
import { SealedRows } from '../sealed/sealed-rows'

/** The agent's own session that gave an answer, and its folder. */
interface StoredAgentTurn {
  /** The answer, stored or still to come. */
  messageId: MessageId
  sessionId: SessionId
  agentId: AgentId
  resumeId: string
  /** The full path of the folder in which it worked. */
  workspace: string
  at: number
}

/** The agent's own session that contains a path and nothing else. */
type ResumableSession = Pick<StoredAgentTurn, 'resumeId' | 'workspace'>

/** The columns of the table `agent_turns`. */
const turnRow = {
  message_id: column<MessageId>(),
  session_id: column<SessionId>(),
  agent_id: column<AgentId>(),
  resume_id: column<string>(),
  workspace: column<string>(),
  at: column<number>(),
}
type TurnRow = typeof turnRow

/** The agents' own sessions: an agent remembers everything it was sent, even messages since taken off the path. */
export class AgentTurns {
  readonly #database: WritableDatabase
  readonly #keep
  readonly #get
  readonly #ofSession
  readonly #sealed: SealedRows
  readonly #forget

  constructor(database: WritableDatabase) {
    this.#database = database
    this.#sealed = new SealedRows(database)
    this.#keep = database.command(insertionInto('agent_turns', columnNames(turnRow), 'INSERT OR REPLACE'))
    this.#get = database.query<TurnRow>('SELECT * FROM agent_turns WHERE message_id = ?')
    this.#ofSession = database.query<TurnRow>('SELECT * FROM agent_turns WHERE session_id = ?')
    this.#forget = database.command('DELETE FROM agent_turns WHERE session_id = ? AND resume_id = ?')
  }

  /**
   * Stores a turn so that it survives the end of the process, without waiting for the disk. A later one for the same
   * answer replaces it.
   */
  save({ messageId, sessionId, agentId, resumeId, workspace, at }: StoredAgentTurn): void {
    const row: TurnRow = {
      message_id: messageId,
      session_id: sessionId,
      agent_id: agentId,
      resume_id: resumeId,
      workspace,
      at,
    }
    this.#database.relaxed(() => {
      if (this.#sealed.has(sessionId)) this.#sealed.put(sessionId, 'agent_turns', messageId, row)
      else this.#keep.run(row)
    })
  }

  get(messageId: MessageId): StoredAgentTurn | null {
    const row = this.#get.get(messageId)
    return row === undefined ? null : toTurn(row)
  }

  /**
   * The session with which this agent can continue. `path` is oldest first and ends with the question. Null unless the
   * agent gave the answer just before it, in a session whose every answer is on the path.
   */
  resumable(path: readonly Message[], agentId: AgentId): ResumableSession | null {
    const before = path.at(-2)
    const turn = before?.role === 'assistant' ? this.#find(before) : null
    if (turn === null || turn.agentId !== agentId) return null
    const onPath = new Set(path.map(({ id }) => id))
    const isAllOnPath = this.#turnsOf(turn.sessionId).every(
      ({ resumeId, messageId }) => resumeId !== turn.resumeId || onPath.has(messageId),
    )
    return isAllOnPath ? { resumeId: turn.resumeId, workspace: turn.workspace } : null
  }

  /** The agent no longer knows this session. */
  forget(sessionId: SessionId, resumeId: string): void {
    this.#database.relaxed(() => {
      for (const turn of this.#sealed.list<TurnRow>(sessionId, 'agent_turns')) {
        if (turn.resume_id === resumeId) this.#sealed.remove(sessionId, 'agent_turns', turn.message_id)
      }
      this.#forget.run(sessionId, resumeId)
    })
  }

  #find({ sessionId, id }: Message): StoredAgentTurn | null {
    const sealed = this.#sealed.get<TurnRow>(sessionId, 'agent_turns', id)
    return sealed === null ? this.get(id) : toTurn(sealed as TurnRow)
  }

  #turnsOf(sessionId: SessionId): StoredAgentTurn[] {
    const sealed = this.#sealed.list<TurnRow>(sessionId, 'agent_turns')
    return [...this.#ofSession.all(sessionId), ...sealed].map(toTurn)
  }
}

function toTurn(row: TurnRow): StoredAgentTurn {
  return {
    messageId: row.message_id,
    sessionId: row.session_id,
    agentId: row.agent_id,
    resumeId: row.resume_id,
    workspace: row.workspace,
    at: row.at,
  }
}

/** Finds the work of agents in their folders, which remains when messages are taken off a path. */
export class AgentTraces {
  readonly #turns: AgentTurns
  readonly #messages: MessageRows

  constructor(database: WritableDatabase) {
    this.#turns = new AgentTurns(database)
    this.#messages = new MessageRows(database)
  }

  /** Returns the work in the last `count` messages of the path to `leafId`; null when none is from an agent. */
  of(leafId: MessageId, count: number): KeptByAgent | null {
    const toDepth = this.#messages.place(leafId)?.depth ?? 0
    const messages = this.#messages.range({ leafId, fromDepth: toDepth - count + 1, toDepth })
    const turns = messages.map(({ id }) => this.#turns.get(id)).filter((turn) => turn !== null)
    const last = turns.at(-1)
    if (last === undefined) return null
    const { agentId, workspace } = last
    return { agentId, workspace, changedFiles: new Set(messages.flatMap(changedPaths)).size }
  }
}

/** The changed files, as far as the agent reported: changes by its commands are not known. */
function changedPaths({ parts }: Message): string[] {
  return parts.flatMap((part) =>
    part.type === 'tool-call' && part.state === 'done' ? (part.changes ?? []).map(({ path }) => path) : [],
  )
}

/** The folders in which agents of chats and panes worked, and whether a workspace made for an agent is still needed. */
export class AgentFolders {
  readonly #recent
  readonly #exists

  constructor(database: ReadableDatabase) {
    this.#recent = database.query<{ workspace: string }>(`
      SELECT workspace FROM sessions
      WHERE workspace IS NOT NULL AND workspace <> '' AND folder_imported = 0
        AND state = 'ready' AND deleted_at IS NULL
      GROUP BY workspace ORDER BY max(updated_at) DESC, max(rowid) DESC LIMIT ?`)
    this.#exists = database.query<{ found: 1 }>('SELECT 1 AS found FROM sessions WHERE id = ?')
  }

  /** The newest first, without duplicates and without those of imported chats that the user has not confirmed. */
  recent(limit: number): string[] {
    return this.#recent.all(limit).map(({ workspace }) => workspace)
  }

  /** Also true for a session in the trash, which may be restored. */
  isKept(sessionId: string): boolean {
    return this.#exists.get(sessionId) !== undefined
  }
}
