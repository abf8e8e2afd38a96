import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { MessageId } from '../../../../shared/ids'
import { createManualClock } from '../../../base/testing/manual-clock'
import { type Random, seededRandom } from '../../../base/seeded-random'
import type { ReadableDatabase } from '../../database/database'
import { openSessionDatabase } from '../../opening/open-session-database'
import { attachmentsIn, type ExchangedRow } from '../exchanged-rows'
import { RowReader } from '../read-rows'
import { act, settleAll } from './device-actions'
import { ExchangeDevice } from './exchange-device'
import type { Acknowledged } from './scene'

/** What a play did, and which rules it broke. */
export interface Played {
  breaches: string[]
  actions: number
  kills: number
  rows: number
  messages: number
  /** Rows applied, and the time that it took. */
  applied: number
  appliedMs: number
}

/** Clocks are wrong by hours, or by years. */
const clockErrorsMs = [0, 1_000, 3_600_000, -7_200_000, 3 * 31_536_000_000, -5 * 31_536_000_000] as const
/** Every round of sending everything may lead to another, when chats that were erased come back. */
const maxSettlingRounds = 40
/** Words that are looked for on each machine. */
const searches = 15

/** Several machines with random actions, deliveries, kills and restored copies; in the end, all of them exchange all. */
export async function playDevices(seed: string, steps: number): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-devices-'))
  const play = new Play(seed, folder)
  try {
    await play.run(steps)
  } catch (error) {
    play.played.breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    play.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return play.played
}

class Play {
  readonly played: Played = {
    breaches: [],
    actions: 0,
    kills: 0,
    rows: 0,
    messages: 0,
    applied: 0,
    appliedMs: 0,
  }
  readonly #random: Random
  readonly #devices: ExchangeDevice[]
  readonly #acknowledged: Acknowledged = new Map()
  readonly #erased = new Set<MessageId>()
  /** Messages that only a machine had that lost its files, with their chats. */
  readonly #unread = new Map<MessageId, string>()
  /** Everything that was ever sent. */
  readonly #published: string[][] = []
  readonly #copies = new Map<ExchangeDevice, string>()

  constructor(seed: string, folder: string) {
    this.#random = seededRandom(seed)
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    openSessionDatabase(empty, { clock: createManualClock(), onSlowStatement: () => {} }).close()
    this.#devices = Array.from({ length: 3 + this.#random.below(4) }, (_, index) => {
      const lateMs = this.#random.pick(clockErrorsMs)
      return new ExchangeDevice(`device-${index}`, folder, {
        random: this.#random,
        lateMs,
        erased: this.#erased,
        empty,
      })
    })
  }

  close(): void {
    for (const device of this.#devices) device.close()
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1)
      await this.#step(this.#random.pick(this.#devices as [ExchangeDevice]))
    await this.#settle()
    this.#compare()
    const gone = this.#goneChats()
    for (const [id, session] of this.#unread) if (gone.has(session)) this.#erased.add(id)
    for (const device of this.#devices) await this.#check(device)
  }

  async #step(device: ExchangeDevice): Promise<void> {
    const random = this.#random
    if (random.below(5) === 0) device.arm()
    const isDone = await device.survive(async () => {
      const kind = random.below(20)
      if (kind < 12) await act({ device, random, acknowledged: this.#acknowledged })
      else if (kind < 14) settleAll({ device, random, acknowledged: this.#acknowledged })
      else if (kind < 16) {
        await device.parts.outgoing.start()
        device.send((lines) => this.#publish(device, lines))
      } else if (kind < 19) await this.#deliver(device)
      else if (random.below(3) === 0) await this.#useCopy(device)
    })
    this.played.actions += 1
    if (!isDone) this.played.kills += 1
  }

  /** Some batch, late, doubled or cut off. */
  async #deliver(device: ExchangeDevice): Promise<void> {
    for (let count = this.#random.below(6); count > 0 && device.unread.length > 0; count -= 1) {
      const at = this.#random.below(device.unread.length)
      const lines = device.unread[at] ?? []
      const isCut = this.#random.below(8) === 0
      await this.#receive(device, isCut ? lines.slice(0, this.#random.below(lines.length)) : lines)
      if (!isCut && this.#random.below(8) > 0) device.unread.splice(at, 1)
    }
  }

  async #receive(device: ExchangeDevice, lines: readonly string[]): Promise<void> {
    const startedAt = performance.now()
    await device.receive(lines)
    this.played.appliedMs += performance.now() - startedAt
    this.played.applied += lines.length
  }

  /** Copies the files of a machine, or puts an older copy in their place, which then reads everything again. */
  async #useCopy(device: ExchangeDevice): Promise<void> {
    const copy = this.#copies.get(device)
    if (copy === undefined || this.#random.below(3) === 0) {
      this.#copies.set(device, device.backUp())
      return
    }
    // What was acknowledged but not sent is lost with the files.
    device.shareAll()
    await device.parts.outgoing.start()
    device.send((lines) => this.#publish(device, lines))
    this.#loseUnsaved(device)
    await device.restore(copy)
    this.#copies.delete(device)
    device.unread.splice(0, device.unread.length, ...this.#published)
  }

  /**
   * Others refuse messages of a chat that they have erased, until the machine that wrote them learns of that and keeps the
   * chat. If it loses its files first, these messages are lost: their rest is erased. The same holds for those that nobody
   * else has read yet, if the chat is erased before they do.
   */
  #loseUnsaved(device: ExchangeDevice): void {
    const gone = this.#goneChats()
    const others = this.#devices.filter((other) => other !== device)
    const elsewhere = new Set(others.flatMap((other) => [...messagesOn(other).keys()]))
    for (const [id, session] of messagesOn(device)) {
      if (gone.has(session)) this.#erased.add(id)
      else if (!elsewhere.has(id)) this.#unread.set(id, session)
    }
  }

  /** The chats that some machine has erased. */
  #goneChats(): Set<string> {
    const erased = "SELECT row_id AS id FROM row_versions WHERE place = 'sessions' AND part = 'erased'"
    const ids = ({ database }: ExchangeDevice) => database.query<{ id: string }>(erased).all()
    return new Set(this.#devices.flatMap(ids).map(({ id }) => id))
  }

  #publish(from: ExchangeDevice, lines: string[]): void {
    this.#published.push(lines)
    for (const device of this.#devices) if (device !== from) device.unread.push(lines)
  }

  async #settle(): Promise<void> {
    for (const device of this.#devices) {
      settleAll({ device, random: this.#random, acknowledged: this.#acknowledged })
      await device.restart()
      await device.parts.outgoing.start()
      device.shareAll()
      await device.receive([])
    }
    let isQuiet = false
    for (let round = 0; round < maxSettlingRounds && !isQuiet; round += 1) {
      isQuiet = true
      for (const device of this.#devices) {
        for (const lines of this.#random.some(device.unread.splice(0), Number.POSITIVE_INFINITY)) {
          isQuiet = false
          await this.#receive(device, lines)
        }
        device.send((lines) => {
          isQuiet = false
          this.#publish(device, lines)
        }, 1_000)
      }
    }
    this.#require(isQuiet, () => 'the machines never stop sending')
  }

  #compare(): void {
    const [first, ...others] = this.#devices.map(({ database }) => contentOf(database))
    for (const [index, other] of others.entries()) {
      for (const key of new Set([...(first?.keys() ?? []), ...other.keys()])) {
        const [one, another] = [first?.get(key), other.get(key)]
        this.#require(one === another, () => `device ${index + 1}: ${key} is\n${another}\nnot\n${one}`)
      }
    }
    this.played.rows += first?.size ?? 0
  }

  async #check(device: ExchangeDevice): Promise<void> {
    const { database, name, parts } = device
    const broken = database.query('PRAGMA foreign_key_check').all()
    this.#require(broken.length === 0, () => `${name}: ${JSON.stringify(broken[0])}`)
    const integrity = JSON.stringify(database.query('PRAGMA integrity_check').get())
    this.#require(integrity === '{"integrity_check":"ok"}', () => `${name}: ${integrity}`)
    const waiting = parts.outgoing.take(1).length
    this.#require(waiting === 0, () => `${name}: rows are in line`)
    const present = new Set(
      database
        .query<{ id: MessageId }>('SELECT id FROM messages')
        .all()
        .map(({ id }) => id),
    )
    this.played.messages = present.size
    for (const [id, { sessionId }] of this.#acknowledged) {
      this.#require(
        present.has(id) || this.#erased.has(id),
        () => `${name}: message ${id} of ${sessionId} is lost`,
      )
    }
    for (let hasMore = true; hasMore;) hasMore = await parts.upkeep.step()
    const shown = new Set(parts.sessions.listSessions({ limit: 1_000 }).sessions.map(({ id }) => id))
    const said = [...this.#acknowledged].filter(
      ([id, { sessionId, word }]) => present.has(id) && word !== null && shown.has(sessionId),
    )
    for (const [id, { word }] of this.#random.some(said, searches)) {
      const { hits } = parts.search.search({ query: word ?? '', now: device.clock.now() })
      this.#require(
        hits.some((hit) => JSON.stringify(hit).includes(id)),
        () => `${name}: ${word} of ${id} is not found`,
      )
    }
  }

  #require(holds: boolean, breach: () => string): void {
    if (!holds && this.played.breaches.length < 10) this.played.breaches.push(breach())
  }
}

/** The chats of the messages that it has, by their ids. */
function messagesOn({ database }: ExchangeDevice): Map<MessageId, string> {
  const rows = database.query<{ id: MessageId; session: string }>(
    'SELECT id, session_id AS session FROM messages',
  )
  return new Map(rows.all().map(({ id, session }) => [id, session]))
}

/** Every row that travels, by its key. Drafts that were emptied and files without a message are the same as none. */
export function contentOf(database: ReadableDatabase): Map<string, string> {
  const rows = [...new RowReader(database).read()]
  const used = new Set(rows.flatMap(attachmentsIn))
  const isSent = ({ table, row }: ExchangedRow) => table !== 'attachments' || used.has(String(row['id']))
  const keyed = rows.filter(isSent).map(({ table, row }): [string, string] => {
    const key = row['id'] ?? JSON.stringify(Object.values(row).slice(0, 3))
    return [`${table} ${key}`, JSON.stringify(row)]
  })
  return new Map(keyed)
}
