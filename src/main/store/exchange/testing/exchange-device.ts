import { join } from 'node:path'
import { cpSync, mkdirSync, rmSync } from 'node:fs'

import type { MessageId, SessionId } from '../../../../shared/ids'
import type { Random } from '../../../base/seeded-random'
import { createManualClock } from '../../../base/testing/manual-clock'
import type { NewId } from '../../../base/new-id'
import { type Lease, SessionLeases } from '../../../leases/session-leases'
import { AttachedTexts } from '../../attachments/attachment-files'
import { AttachmentRows } from '../../attachments/attachment-rows'
import { ComparisonStore } from '../../comparisons/comparison-store'
import { ComparisonTrash } from '../../comparisons/comparison-trash'
import { RowVerdicts } from '../../comparisons/row-verdicts'
import { SealedAnswers } from '../../comparisons/sealed-answers'
import { DraftStore } from '../../composer/draft-store'
import { LineUpStore } from '../../composer/line-up-store'
import { PromptStore } from '../../composer/prompt-store'
import type { WritableDatabase } from '../../database/database'
import { openSessionDatabase } from '../../opening/open-session-database'
import { KnowledgeSources } from '../../projects/knowledge-sources'
import { ProjectStore } from '../../projects/project-store'
import { SearchIndexer } from '../../search/search-job'
import { SearchUpkeep } from '../../search/search-upkeep'
import { SessionSearch } from '../../search/session-search'
import { recoverInterruptedRuns } from '../../sessions/run-recovery'
import { SessionCopies } from '../../sessions/session-copies'
import { SessionStore } from '../../sessions/session-store'
import { SessionTrash } from '../../sessions/session-trash'
import { TreeWriter } from '../../sessions/tree-writer'
import { SetRunStore } from '../../sets/set-run-store'
import { SetStore } from '../../sets/set-store'
import { ConversationImporter } from '../../transfer/import/conversation-importer'
import { VoteStore } from '../../votes/vote-store'
import { RowApplier } from '../apply-rows'
import { receivedRow } from '../received-rows'
import { OutgoingRows } from '../outgoing-rows'
import { toWritten } from '../written-rows'
import { type SentRow, WaitingRows } from '../waiting-rows'

const pause = () => Promise.resolve()

/** The process was killed before a write. */
export class Killed extends Error {}

function fail(error: unknown): never {
  throw error
}

/** The classes that write to the store, as in the app. */
export type Parts = ReturnType<ExchangeDevice['make']>

/** A machine of a person. Its clock is wrong by `lateMs`. */
export class ExchangeDevice {
  readonly name: string
  readonly #folder: string
  readonly #random: Random
  readonly clock
  readonly newId: NewId
  /** Runs that are being answered, with their leases. */
  readonly leases = new Map<SessionId, Lease>()
  /** A chat that is being imported in steps: the user completes or stops that later. */
  importing: { complete: () => Promise<void>; stop: () => Promise<void> } | null = null
  /** The batches that it has yet to read. */
  readonly unread: string[][] = []
  database!: WritableDatabase
  parts!: Parts
  #writesLeft = Number.POSITIVE_INFINITY
  /** The ids of messages that the user has erased here. */
  readonly erased: Set<MessageId>

  constructor(
    name: string,
    folder: string,
    given: { random: Random; lateMs: number; erased: Set<MessageId>; empty: string },
  ) {
    this.name = name
    this.#folder = join(folder, name)
    this.#random = given.random
    this.erased = given.erased
    this.clock = createManualClock(1_800_000_000_000 + given.lateMs)
    this.newId = <Id extends string>() => this.hex(8) as Id
    cpSync(given.empty, this.#folder, { recursive: true })
    this.#open()
    this.#renew()
  }

  /** Random hexadecimal digits, four per count. */
  hex(count: number): string {
    let text = ''
    for (let at = 0; at < count; at += 1) {
      text += this.#random.below(0x1_0000).toString(16).padStart(4, '0')
    }
    return text
  }

  /** It counts as another machine from now on. */
  #renew(): void {
    this.parts.outgoing.become(this.hex(4))
  }

  /** The process is killed before one of the next writes. */
  arm(): void {
    this.#writesLeft = this.#random.below(25)
  }

  /** Does `work`; if the process is killed meanwhile, starts it again. Returns whether `work` was done. */
  async survive(work: () => unknown): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      await this.restart()
      return false
    } finally {
      this.#writesLeft = Number.POSITIVE_INFINITY
    }
  }

  async restart(): Promise<void> {
    this.close()
    this.#open()
    const { writer, sessions, sealed, runs } = this.parts
    writer.eraseUnfinished(fail)
    const { failed } = await recoverInterruptedRuns(sessions, sealed)
    for (const { error } of failed) fail(error)
    runs.interruptRunning()
  }

  close(): void {
    this.#writesLeft = Number.POSITIVE_INFINITY
    this.leases.clear()
    this.importing = null
    this.database.close()
  }

  /** A copy of its files as they are now. */
  backUp(): string {
    const target = `${this.#folder}-${this.hex(2)}`
    mkdirSync(target)
    cpSync(this.#folder, target, { recursive: true })
    return target
  }

  async restore(copy: string): Promise<void> {
    this.close()
    rmSync(this.#folder, { recursive: true })
    cpSync(copy, this.#folder, { recursive: true })
    this.#open()
    this.#renew()
    await this.restart()
  }

  /** Sends what has changed: the batches as lines of JSON. */
  send(publish: (lines: string[]) => void, max = 1 + this.#random.below(60)): void {
    const { outgoing } = this.parts
    for (let rows = outgoing.take(max); rows.length > 0; rows = outgoing.take(max)) {
      publish(rows.map((row) => JSON.stringify('erased' in row ? row : toWritten(row))))
      outgoing.sent()
    }
  }

  /** Nothing is kept on this machine any more: what was erased while it was would differ between machines for ever. */
  shareAll(): void {
    for (const table of ['comparisons', 'sessions']) {
      this.database.command(`UPDATE ${table} SET is_local = 0 WHERE is_local`).run()
    }
  }

  async receive(lines: readonly string[]): Promise<void> {
    const { applier } = this.parts
    applier.apply(lines.map(toRow))
    applier.applyBusy()
    await applier.finishErasing()
  }

  #open(): void {
    const database = openSessionDatabase(this.#folder, { clock: this.clock, onSlowStatement: () => {} })
    // Only the process is killed, not the machine.
    database.script('PRAGMA synchronous = OFF')
    this.database = killable(database, () => {
      this.#writesLeft -= 1
      if (this.#writesLeft < 0) throw new Killed()
    })
    this.parts = this.make()
  }

  make() {
    const { database, clock, newId } = this
    const leases = new SessionLeases()
    const writer = new TreeWriter(database, { newId, pause })
    const sessions = new SessionStore(database, { clock, newId })
    const copies = new SessionCopies(database, { store: sessions, writer, clock })
    const attached = new AttachedTexts(database, this.#folder)
    const indexer = new SearchIndexer(database, attached)
    const runs = new SetRunStore(database)
    return {
      writer,
      sessions,
      leases,
      runs,
      copies,
      comparisons: new ComparisonStore(database, sessions, {
        clock,
        newId,
        randomBelow: (limit: number) => this.#random.below(limit),
      }),
      sealed: new SealedAnswers(database, { store: sessions, clock }),
      verdicts: new RowVerdicts(database),
      trash: new SessionTrash(database, { writer, clock, pause }),
      comparisonTrash: new ComparisonTrash(database, { writer, pause }),
      votes: new VoteStore(database),
      prompts: new PromptStore(database, { clock, newId }),
      lineUps: new LineUpStore(database, { clock, newId }),
      projects: new ProjectStore(database, { clock, newId }),
      knowledge: new KnowledgeSources(database, { clock, newId }),
      sets: new SetStore(database, { clock, newId }),
      drafts: new DraftStore(database),
      attachments: new AttachmentRows(database),
      importer: new ConversationImporter(database, {
        writer,
        leases,
      }),
      outgoing: new OutgoingRows(database, { pause }),
      applier: new RowApplier(database, clock, {
        waiting: new WaitingRows(database),
        erasing: { writer, leases },
      }),
      search: new SessionSearch(database, attached),
      upkeep: new SearchUpkeep({
        database,
        files: { file: '', dataFolder: this.#folder },
        clock,
        jobs: { run: () => Promise.resolve(indexer.next() as never) },
        onProblem: fail,
      }),
    }
  }
}

function toRow(line: string): SentRow {
  const row = receivedRow(JSON.parse(line))
  if (row === null) throw new Error(`it is not understood: ${line}`)
  return row
}

/** The database, with a call before each write or transaction. */
function killable(database: WritableDatabase, beforeWrite: () => void): WritableDatabase {
  let depth = 0
  const outermost = <Result>(work: () => Result): Result => {
    if (depth === 0) beforeWrite()
    depth += 1
    try {
      return work()
    } finally {
      depth -= 1
    }
  }
  return {
    versions: database.versions,
    query: (sql: string) => database.query(sql),
    command: (sql: string) => {
      const command = database.command(sql)
      return { run: (...parameters: never[]) => outermost(() => command.run(...parameters)) }
    },
    script: (sql: string) => database.script(sql),
    transaction: (work: () => unknown) => outermost(() => database.transaction(work)),
    relaxed: (work: () => unknown) => work(),
    erasing: (work: () => unknown) => database.erasing(work),
    indexedLater: (work: () => unknown) => database.indexedLater(work),
    flush: () => {},
    close: () => database.close(),
  } as unknown as WritableDatabase
}
