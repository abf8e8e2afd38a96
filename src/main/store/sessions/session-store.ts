import { failure } from '../../../shared/failures/failure'
import type { MessageId, ProjectId, RunId, SessionId } from '../../../shared/ids'
import { invariant } from '../../../shared/invariant'
import type { Message, Receipt } from '../../../shared/sessions/messages'
import type { LateEvent, RunEventBody } from '../../../shared/runs/events'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import type { OrUndefined } from '../../../shared/or-undefined'
import { withInstructions } from '../../../shared/projects/projects'
import type { PathPage, Session } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import {
  assertWorksApart,
  changedColumns,
  columnsWith,
  fromCursor,
  type NewSession,
  newSessionRow,
  sealedSession,
  type SessionPatch,
  type SessionRow,
  SessionRows,
  toCursor,
  toSession,
  touches,
} from './session-rows'
import {
  lastExchange,
  type PathRequest,
  readPath,
  readPathPage,
  type RemovedExchange,
} from '../messages/message-path'
import { type MessageRow, MessageRows, toMessage, toRow } from '../messages/message-rows'
import { messageNotFound, sessionNotFound } from '../database/store-errors'
import { type JournalledRun, RunJournal, type RunSettings } from '../messages/run-journal'
import { ProjectMembership } from '../projects/project-members'
import { sealedModel, SealedRows } from '../sealed/sealed-rows'
import { SpendingLedger } from '../spending/spending-ledger'
import { afterDroppedAnswer, answerWithoutChange } from './dropped-answer'
import { type NewUserMessage, titleOf, writtenParts } from './new-user-message'

/** The values of the column `unseen`; 0 means that nothing is unseen. */
const unseenColumn = { answer: 1, failure: 2 } as const

/** A session in the list; its lease knows whether it is running. */
export type ListedSession = Session & { unseen: boolean; unseenFailure?: true; deletedAt?: number }

/** The question that a run answers: a new user message, or one that is already stored. */
export interface RunQuestion {
  /** The new message; absent when the run answers `parentId` again. */
  user?: NewUserMessage | undefined
  /** The parent of the new message, or else the message to answer; null is before the first. Default: the leaf. */
  parentId?: MessageId | null | undefined
  /** Answers with this model instead of the session's own. The new message keeps it for later answers. */
  model?: string | undefined
  /** The answer that the run continues. */
  continues?: MessageId | undefined
}

/**
 * Sessions, their message trees and their runs. A session shows the path from the root of its tree to its leaf.
 * Everything is synchronous: when a call returns, its changes are committed. Every call may throw STORE_FULL and
 * STORE_DAMAGED, and NOT_FOUND for a session that is unknown or deleted.
 */
export class SessionStore {
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #sessions: SessionRows
  readonly #messages: MessageRows
  readonly #runs: RunJournal
  readonly #sealed: SealedRows
  readonly #ledger: SpendingLedger
  readonly #projects: ProjectMembership
  readonly #forgetConsents
  readonly #forgetToolConsents

  /** `ledger`: where spending is recorded if not in `database`. */
  constructor(database: WritableDatabase, deps: { clock: Clock; newId: NewId; ledger?: SpendingLedger }) {
    this.#database = database
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#sessions = new SessionRows(database)
    this.#messages = new MessageRows(database)
    this.#runs = new RunJournal(database)
    this.#sealed = new SealedRows(database)
    this.#projects = new ProjectMembership(database)
    this.#ledger = deps.ledger ?? new SpendingLedger(database)
    this.#forgetConsents = database.command('DELETE FROM consents WHERE session_id = ?')
    this.#forgetToolConsents = database.command('DELETE FROM tool_consents WHERE session_id = ?')
  }

  /** @throws NOT_FOUND there is no such project; INVALID_INPUT a pane's agent would write to the folder itself */
  createSession(input: NewSession = {}): Session {
    if (input.projectId != null) this.#projects.assertExists(input.projectId)
    const { kind = 'chat', isSealed = false, ...fields } = input
    const row = newSessionRow({
      ...columnsWith(fields),
      id: this.#newId<SessionId>(),
      created_at: this.#clock.now(),
      kind,
      title_source: input.title === undefined ? 'none' : 'user',
    })
    assertWorksApart(row)
    if (isSealed) this.#insertSealed(row)
    else this.#sessions.insert(row)
    return this.getSession(row.id)
  }

  #insertSealed(row: SessionRow): void {
    const [shown, sealed] = sealedSession(row)
    this.#database.transaction(() => {
      this.#sessions.insert(shown)
      this.#sealed.put(row.id, 'sessions', row.id, sealed)
    })
  }

  getSession(id: SessionId): Session {
    return toSession(this.#row(id))
  }

  /**
   * Chats, pinned first, then by last change; in the trash, last deleted first. `query` matches anywhere in a title,
   * ignoring case. With `projectId`, only those of the project.
   */
  listSessions(
    input: OrUndefined<{
      query?: string
      archived?: boolean
      deleted?: boolean
      projectId?: ProjectId
      limit?: number
      cursor?: string
    }> = {},
  ): { sessions: ListedSession[]; nextCursor: string | null } {
    const { limit = 100 } = input
    const after = input.cursor === undefined ? null : fromCursor(input.cursor)
    const rows =
      input.deleted === true
        ? this.#sessions.binned({ limit: limit + 1, after, projectId: input.projectId ?? null })
        : this.#sessions.list({
            query: input.query?.trim() ?? '',
            isArchived: input.archived ?? false,
            projectId: input.projectId ?? null,
            limit: limit + 1,
            after,
          })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const hasMore = rows.length > limit && last !== undefined
    return { sessions: page.map(toListed), nextCursor: hasMore ? toCursor(positionOf(last)) : null }
  }

  /** One session as in the list. */
  getSummary(id: SessionId): ListedSession {
    return toListed(this.#row(id))
  }

  /** One page of the path, by default all of it. @throws NOT_FOUND also when the requested message is not on it */
  readPath(id: SessionId, request: PathRequest = {}): PathPage {
    return readPathPage(this.#messages, { id, leafId: this.#row(id).leaf_id }, request)
  }

  /** The system prompt of a chat or pane, after the instructions of its project. @throws NOT_FOUND */
  systemPromptOf(id: SessionId): string | null {
    return withInstructions([this.#projects.instructionsFor(id)], this.#row(id).system_prompt)
  }

  /** Any message of the session's tree. @throws NOT_FOUND */
  getMessage(sessionId: SessionId, messageId: MessageId): Message {
    this.#row(sessionId)
    const message = this.#messages.get(sessionId, messageId)
    if (message === undefined) throw messageNotFound(messageId)
    return message
  }

  /** A message of any session that is not deleted. @throws NOT_FOUND */
  findMessage(messageId: MessageId): Message {
    const sessionId = this.#messages.place(messageId)?.sessionId
    if (sessionId === undefined) throw messageNotFound(messageId)
    return this.getMessage(sessionId, messageId)
  }

  /** The user message that the path's last answer responds to, or that is unanswered; null when there is none. */
  lastUserMessage(id: SessionId): Message | null {
    const leafId = this.#row(id).leaf_id
    return leafId === null ? null : (this.#messages.lastOfUser(leafId, { isVisible: false }) ?? null)
  }

  /**
   * Changes a session. Pinning, archiving and assigning it to a project do not make it newer.
   * @throws NOT_FOUND also when there is no such project; INVALID_INPUT a pane's session would lose its model or get
   * what it has from its comparison, or its agent would write to the folder itself
   */
  updateSession(id: SessionId, patch: SessionPatch): Session {
    this.#sealed.assertNone(id)
    return this.#change(id, (row) => {
      if (row.kind === 'pane' && patch.model === null) {
        throw failure('INVALID_INPUT', 'pane-needs-model', { field: 'model' })
      }
      if (row.kind === 'pane') assertNotOfComparison(patch)
      if (patch.projectId != null) this.#projects.assertExists(patch.projectId)
      const changed = changedColumns(row, patch)
      if (touches(patch)) changed.updated_at = this.#clock.now()
      assertWorksApart(changed)
      return changed
    })
  }

  /** Removes the session from every list; only the consents given in it are erased. */
  deleteSession(id: SessionId): void {
    this.#database.transaction(() => {
      this.#change(id, (row) => ({ ...row, deleted_at: this.#clock.now() }))
      this.#forgetConsents.run(id)
      this.#forgetToolConsents.run(id)
    })
  }

  /**
   * Restores a deleted session; one that is not deleted stays unchanged.
   * @throws INVALID_INPUT it is the session of a pane, which is restored with its pane
   */
  restoreSession(id: SessionId): Session {
    return this.#database.transaction(() => {
      const row = this.#sessions.get(id)
      if (row === undefined || row.state !== 'ready') throw sessionNotFound(id)
      if (row.kind === 'pane') throw failure('INVALID_INPUT', 'pane-not-restored', { field: 'sessionId' })
      this.#sessions.update({ ...row, deleted_at: null })
      return toSession(row)
    })
  }

  /** Marks what ended without being seen in a window: an answer, or a failed one; null when everything was seen. */
  setUnseen(id: SessionId, unseen: 'answer' | 'failure' | null): void {
    this.#change(id, (row) => ({ ...row, unseen: unseen === null ? 0 : unseenColumn[unseen] }))
  }

  /** The last message of the path; null when the path is empty. */
  leafOf(id: SessionId): MessageId | null {
    return this.#row(id).leaf_id
  }

  /**
   * Shows another path: to this message or, with `descend`, on to the end of its newest branch. Unless it is only a
   * visit, the session becomes the newest in lists.
   * @throws NOT_FOUND also when the message belongs to another session
   */
  setLeaf(
    id: SessionId,
    messageId: MessageId | null,
    { descend = false, isVisit = false }: { descend?: boolean; isVisit?: boolean } = {},
  ): MessageId | null {
    if (messageId !== null) this.getMessage(id, messageId)
    const leafId = messageId === null || !descend ? messageId : this.#messages.newestBelow(id, messageId)
    this.#change(id, (row) => ({
      ...row,
      leaf_id: leafId,
      updated_at: isVisit ? row.updated_at : this.#clock.now(),
    }))
    return leafId
  }

  /**
   * Takes the last visible user message and everything after it off the path, and returns what was removed. Erases
   * nothing. Null, without a change, when there is no user message.
   */
  removeLastExchange(id: SessionId): RemovedExchange | null {
    return this.#database.transaction(() => {
      const taken = lastExchange(this.#messages, this.#row(id).leaf_id)
      if (taken !== null) this.setLeaf(id, taken.message.parentId)
      return taken
    })
  }

  /**
   * In one transaction, stores the new user message (if any) below the leaf or below `parentId`, moves the leaf to the
   * message that will be answered, and opens the run's row. An untitled session gets its title from the message. `path`
   * is oldest first and ends with `parent`; `systemPrompt` includes the `instructions` for all chats and those of the
   * project.
   * @throws NOT_FOUND also when `parentId` belongs to another session
   */
  beginRun(
    run: RunIdentity & { isFree?: boolean | undefined },
    question: RunQuestion,
    instructions = '',
  ): { parent: Message | null; path: Message[]; systemPrompt: string | null } {
    return this.#database.transaction(() => {
      const row = this.#row(run.sessionId)
      const now = this.#clock.now()
      const { user, model, continues } = question
      const baseId = question.parentId === undefined ? row.leaf_id : question.parentId
      if (baseId !== null) this.getMessage(row.id, baseId)
      let parentId = baseId
      if (user !== undefined) {
        parentId = user.id ?? this.#newId<MessageId>()
        this.#messages.insert({
          id: parentId,
          sessionId: row.id,
          parentId: baseId,
          role: 'user',
          status: 'complete',
          createdAt: now,
          ...(model === undefined ? {} : { model }),
          ...('parts' in user ? { parts: user.parts, hidden: true } : { parts: writtenParts(user) }),
        })
      }

      const title = row.title_source === 'none' ? titleOf(user) : null
      this.#sessions.update({
        ...row,
        ...(title === null ? {} : { title, title_source: 'auto' }),
        leaf_id: parentId,
        updated_at: now,
      })
      const continuing = continues && { messageId: continues, leafId: row.leaf_id }
      const path = parentId === null ? [] : readPath(this.#messages, parentId)
      const parent = path.at(-1) ?? null
      const open = { ...run, parentId, startedAt: now, continues: continuing }
      const contestant = this.#contestant(row)
      const systemPrompt = withInstructions(
        [instructions, this.#projects.instructionsFor(row.id)],
        (contestant ?? row).system_prompt,
      )
      const settings = row.kind === 'pane' ? settingsOf(contestant ?? row, systemPrompt) : null
      if (contestant === null) {
        this.#runs.open(open, settings)
        return { parent, path, systemPrompt }
      }
      this.#runs.open({ ...open, model: sealedModel, isFree: false }, null)
      this.#sealed.put(row.id, 'runs', run.runId, {
        id: run.runId,
        model: run.model,
        is_free: run.isFree === true ? 1 : 0,
        settings: toJson(settings),
      })
      return { parent, path: path.map((message) => this.#whole(message)), systemPrompt }
    })
  }

  /** The settings of a pane's run; null for other runs, and while they are sealed. */
  runSettings(runId: RunId): RunSettings | null {
    return this.#runs.settingsOf(runId)
  }

  /** The session with what is sealed of it: for those who ask the model, and for the vote that reveals it. */
  unsealedSession(id: SessionId): Session {
    const contestant = this.#contestant(this.#row(id))
    return contestant === null ? this.getSession(id) : toSession(contestant)
  }

  /** @throws INVALID_INPUT the contestant of this session is hidden */
  assertRevealed(id: SessionId): void {
    this.#sealed.assertNone(id)
  }

  /** An answer with what is sealed of it, and the settings of its run. */
  unsealedAnswer(message: Message): { answer: Message; settings: RunSettings | null } {
    const { sessionId, runId } = message
    const run = runId === undefined ? null : this.#sealed.get<{ settings: string }>(sessionId, 'runs', runId)
    const settings = run?.settings
    const stored = runId === undefined ? null : this.runSettings(runId)
    return {
      answer: this.#whole(message),
      settings: settings === undefined ? stored : fromJson<RunSettings>(settings),
    }
  }

  /** The row of a session with its sealed columns; null if nothing is sealed. */
  #contestant(row: SessionRow): SessionRow | null {
    const sealed = this.#sealed.get<SessionRow>(row.id, 'sessions', row.id)
    return sealed === null ? null : { ...row, ...sealed }
  }

  #whole(message: Message): Message {
    const sealed = this.#sealed.get<MessageRow>(message.sessionId, 'messages', message.id)
    return sealed === null ? message : toMessage({ ...toRow(message), ...sealed })
  }

  /** Appends events to a run's journal. False, without writing, when the run is not open. */
  appendJournal(runId: RunId, events: readonly RunEventBody[]): boolean {
    return this.#runs.append(runId, events)
  }

  /**
   * In one transaction, saves the answer of an open run below the message it answers, records what it cost and closes
   * the run. The leaf follows unless it has been moved. An answer that adds nothing to the one it continues is not saved.
   * `isFree`: it costs nothing, even if it was not counted. `mayBeCharged`: it may have a cost, even if nothing arrived.
   * @returns the id of the answer, or of the one it continues
   * @throws InvariantError the run is not open, or the message is not its answer
   */
  settleRun(
    runId: RunId,
    message: Message,
    options: { isFree?: boolean | undefined; mayBeCharged?: boolean | undefined } = {},
  ): MessageId {
    invariant(message.role === 'assistant' && message.runId === runId, 'the message is the answer of the run')
    invariant(message.status !== 'streaming', 'the answer has finished streaming')
    return this.#database.transaction(() => {
      const now = this.#clock.now()
      const run = this.#runs.close(runId, now)
      invariant(
        message.id === run.messageId && message.sessionId === run.sessionId,
        'the answer has the message and session ids of its run',
      )
      if (run.model !== sealedModel) this.#ledger.recordAnswer({ ...run, ...options }, message, now)
      const row = this.#sessions.get(run.sessionId)
      invariant(row !== undefined, 'the session of a run still has its row')
      const continuedId = answerWithoutChange(this.#messages, run, message)
      if (continuedId === null) this.#messages.insert({ ...message, parentId: run.parentId })
      const after =
        continuedId === null
          ? { leaf_id: row.leaf_id === run.parentId ? message.id : row.leaf_id }
          : afterDroppedAnswer(this.#messages, row, { run, usage: message.usage })
      this.#sessions.update({ ...row, ...after, updated_at: now })
      return continuedId ?? message.id
    })
  }

  /** Closes a run that failed to start and left nothing to save. @throws InvariantError it is not open */
  discardRun(runId: RunId): void {
    this.#database.transaction(() => this.#runs.close(runId, this.#clock.now()))
  }

  /** Adds the stop receipt to a saved answer. */
  attachReceipt(messageId: MessageId, receipt: Receipt): void {
    invariant(this.#messages.attachReceipt(messageId, receipt), 'a receipt belongs to a saved message')
  }

  /** Adds what came after the end of a saved answer. Returns false if it or its chat no longer exists. */
  addLate(id: SessionId, messageId: MessageId, events: readonly LateEvent[]): boolean {
    return this.#database.transaction(() => this.#messages.addLate(id, messageId, events))
  }

  /** Runs that are not saved: active ones and, after a start, those that the last process left. */
  openRuns(): JournalledRun[] {
    return this.#runs.openRuns()
  }

  /** Reads and writes the file to check it. @throws STORE_FULL, STORE_DAMAGED when it fails */
  assertAnswers(): void {
    this.#sessions.list({ query: '', isArchived: false, projectId: null, limit: 1, after: null })
    this.#database.assertWritable()
  }

  #row(id: SessionId): SessionRow {
    const row = this.#sessions.get(id)
    if (row === undefined || row.deleted_at !== null || row.state !== 'ready') throw sessionNotFound(id)
    return row
  }

  #change(id: SessionId, change: (row: SessionRow) => SessionRow): Session {
    return this.#database.transaction(() => {
      const row = change(this.#row(id))
      this.#sessions.update(row)
      return toSession(row)
    })
  }
}

/** @throws INVALID_INPUT the session of a pane has these of its comparison */
function assertNotOfComparison({ projectId, isLocal }: SessionPatch): void {
  const field = projectId == null ? 'isLocal' : 'projectId'
  if (projectId != null || isLocal !== undefined) throw failure('INVALID_INPUT', 'pane-of-project', { field })
}

function toListed(row: SessionRow): ListedSession {
  return {
    ...toSession(row),
    unseen: row.unseen === unseenColumn.answer,
    ...(row.unseen === unseenColumn.failure ? { unseenFailure: true } : {}),
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
  }
}

function settingsOf({ params, permission }: SessionRow, systemPrompt: string | null): RunSettings {
  return { params: fromJson(params), systemPrompt, permission: permission ?? 'read-only' }
}

function positionOf(row: SessionRow) {
  return { pinned: row.pinned === 1, at: row.deleted_at ?? row.updated_at, id: row.id }
}
