// A week of three machines of one person: chats, comparisons, prompts and projects on each of them, every day, and the
// newest export of another app, which has one long chat, on some of them. Each has a
// folder of its own that is carried to the others late, in pieces and twice; machines are off, are killed, lose their
// folder for hours, and one is restored from a backup. In the end, all have the same, and nothing acknowledged is lost.
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { systemClock } from '../../src/main/base/clock.ts'
import { openReadOnly } from '../../src/main/store/database/database.ts'
import { contentOf } from '../../src/main/store/exchange/testing/play-devices.ts'
import { chatgptConversation } from '../../src/main/store/transfer/import/testing/files-of-others.ts'
import type { SessionId } from '../../src/shared/ids.ts'
import { saying } from '../fake-provider/script.ts'
import type { Host } from '../helpers/processes/host.ts'
import { formatTable } from '../helpers/table.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { CarriedFolder } from './parts/carried-folder.ts'
import { type Drill, runDrill } from './parts/drill.ts'
import { importBytes } from './parts/import-file.ts'
import { idleAnswer } from './parts/counted-run.ts'
import { saveFakeProvider } from './parts/stage.ts'

const passphrase = 'seven quiet grey geese'
const names = ['desk', 'laptop', 'attic'] as const
/** What a person does on one machine in one day. */
const actionsPerDay = 12
/** How often files are carried on one day. */
const timesCarried = 3
/** In the end, everything must have arrived within so many rounds. */
const lastRounds = 90

/** A machine, while it is on. */
interface Running {
  host: Host
  client: WireClient
}

class Machine {
  readonly name: string
  readonly dataFolder: string
  readonly folder: CarriedFolder
  readonly #drill: Drill
  #running: Running | null = null

  constructor(drill: Drill, name: string, root: string) {
    this.#drill = drill
    this.name = name
    this.dataFolder = join(root, `${name} data`)
    this.folder = new CarriedFolder(join(root, name), join(root, 'middle'))
  }

  async client(): Promise<WireClient> {
    if (this.#running === null) {
      const host = await this.#drill.startHost({ userData: this.dataFolder })
      this.#running = { host, client: await host.connect() }
      await saveFakeProvider(this.#running.client, this.#drill.fake)
    }
    return this.#running.client
  }

  async turnOff(how: 'stop' | 'kill9' = 'stop'): Promise<void> {
    await this.#running?.host[how]()
    this.#running = null
  }

  async state() {
    return (await (await this.client()).invoke('sync.get', {})).state
  }

  content(): Map<string, string> {
    const database = openReadOnly(join(this.dataFolder, 'parley.db'), {
      clock: systemClock,
      onSlowStatement() {},
    })
    try {
      return contentOf(database)
    } finally {
      database.close()
    }
  }
}

await runDrill({ name: 'sync-week', limitSeconds: 900, count: 7, play })

async function play(drill: Drill): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-week-')))
  drill.onOver(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))
  for (const model of ['day', 'night']) drill.fake.script(model, saying(`Said by ${model}.`))
  const machines = names.map((name) => new Machine(drill, name, root))
  await joinAll(machines)
  const counts = { actions: 0, kills: 0, 'days off': 0 }
  /** What messages say that were acknowledged. */
  const said = new Map<string, string>()
  let imported = 0
  const backup = join(root, 'backup')
  for (let day = 0; day < drill.count; day += 1) {
    const [, laptop, attic] = machines as [Machine, Machine, Machine]
    const mount = day % 4 === 3 ? laptop.folder.unmount() : null
    for (const machine of machines) {
      if (machine !== machines[0] && drill.random.below(4) === 0) {
        counts['days off'] += 1
        await machine.turnOff()
        continue
      }
      const client = await machine.client()
      if (drill.random.below(3) > 0) {
        await importExport(client, day)
        imported = Math.max(imported, exportedMessages(day))
      }
      for (let action = 0; action < actionsPerDay; action += 1) {
        await act(client, drill, (text) => said.set(text, `${machine.name} on day ${day + 1}`))
        counts.actions += 1
      }
      if (drill.random.below(3) === 0) {
        counts.kills += 1
        await machine.turnOff('kill9')
      }
    }
    for (let times = 0; times < timesCarried; times += 1) {
      await pause(400)
      for (const machine of machines) machine.folder.carry(drill.random)
    }
    mount?.()
    if (day % 6 === 1) {
      await attic.turnOff()
      cpSync(attic.dataFolder, backup, { recursive: true })
    }
    if (day % 6 === 5) {
      // What it has not sent would be lost with its disk; it begins to send when nothing has changed for a moment.
      await pause(2_000)
      await until(async () => (await attic.state()).unsentCount === 0)
      await attic.turnOff()
      rmSync(attic.dataFolder, { recursive: true })
      cpSync(backup, attic.dataFolder, { recursive: true })
    }
  }
  const rounds = await exchangeAll(machines)
  if (rounds === null) {
    const states = await Promise.all(machines.map((machine) => machine.state()))
    drill.check(
      false,
      () => `not everything has arrived after ${lastRounds} rounds: ${JSON.stringify(states)}`,
    )
  }
  for (const machine of machines) await machine.turnOff()
  compare(drill, machines, said)
  checkImported(drill, machines[0], imported)
  const rows = Object.entries({
    ...counts,
    messages: said.size,
    'messages imported': imported,
    'rounds until all was everywhere': rounds ?? 0,
  })
  console.log(
    formatTable(
      ['what', 'count'],
      rows.map(([what, count]) => [what, String(count)]),
    ),
  )
}

/** The messages of the long chat in that day's export: too many to be stored at once. */
function exportedMessages(day: number): number {
  return 300 + 150 * day
}

async function importExport(client: WireClient, day: number): Promise<void> {
  const nodes = Array.from({ length: exportedMessages(day) }, (_, index) => ({ id: `exported-${index}` }))
  const file = JSON.stringify([chatgptConversation('long', nodes)])
  await importBytes(client, 'conversations.json', Buffer.from(file))
}

/** Everything of the export is there, and nothing twice in a chat: deleting one before the next import makes another. */
function checkImported(drill: Drill, machine: Machine | undefined, count: number): void {
  const places = [...(machine?.content() ?? [])].flatMap(([key, row]) => {
    const number = /text of exported-(\d+)"/.exec(row.replaceAll('\\', ''))?.[1]
    return key.startsWith('messages ') && number !== undefined
      ? [`${(JSON.parse(row) as { session_id: string }).session_id} ${number}`]
      : []
  })
  const numbers = new Set(places.map((place) => place.split(' ')[1]))
  drill.check(numbers.size === count, () => `${numbers.size} of ${count} imported messages are there`)
  drill.check(new Set(places).size === places.length, () => 'a chat has an imported message twice')
}

async function joinAll(machines: readonly Machine[]): Promise<void> {
  for (const [index, machine] of machines.entries()) {
    const client = await machine.client()
    machine.folder.carry(null)
    const place = { kind: 'folder' as const, path: machine.folder.path }
    const given = { place, secret: '', passphrase, isNew: index === 0 }
    const { problem } = await client.invoke('sync.start', given)
    if (problem !== null) throw new Error(`${machine.name} cannot join: ${problem}`)
    machine.folder.carry(null)
  }
}

/** Something that a person does. */
async function act(client: WireClient, { random }: Drill, onSaid: (text: string) => void): Promise<void> {
  const word = () => `w${random.below(2 ** 31).toString(36)}`
  const { sessions } = await client.invoke('sessions.list', { limit: 500 })
  const [chat] = random.some(sessions, 1)
  const ask = async (sessionId: SessionId) => {
    const text = `Say ${word()}`
    // An imported chat has no model.
    await client.invoke('runs.send', { sessionId, text, model: 'fake/day' })
    onSaid(text)
    await idleAnswer(client, sessionId)
  }
  const kind = random.below(12)
  if (chat === undefined || kind < 2) {
    const { session } = await client.invoke('sessions.create', { model: 'fake/day', title: word() })
    return ask(session.id)
  }
  if (kind < 7) return ask(chat.id)
  if (kind === 7) {
    await client.invoke('sessions.update', {
      sessionId: chat.id,
      title: word(),
      pinned: random.below(2) === 0,
    })
  } else if (kind === 8) {
    const { comparisons } = await client.invoke('compare.list', {})
    const [hidden] = random.some(comparisons, 1)
    if (hidden !== undefined && random.below(2) === 0)
      await client.invoke('compare.reveal', { comparisonId: hidden.id })
    else
      await client.invoke('compare.create', {
        models: ['fake/day', 'fake/night'],
        title: word(),
        isBlind: true,
      })
  } else if (kind === 9) await client.invoke('prompts.save', { name: word(), text: word() })
  else if (kind === 10) await client.invoke('projects.save', { name: word() })
  else {
    await client.invoke('sessions.delete', { sessionId: chat.id })
    if (random.below(2) === 0) await client.invoke('sessions.restore', { sessionId: chat.id })
  }
}

/** Carries everything until no machine waits for anything; null if that does not happen. */
async function exchangeAll(machines: readonly Machine[]): Promise<number | null> {
  let wasDone = false
  for (let round = 1; round <= lastRounds; round += 1) {
    const isCarried = [...machines, ...machines].map(({ folder }) => folder.carry(null)).includes(true)
    await pause(1_000)
    const states = await Promise.all(machines.map((machine) => machine.state()))
    const isDone = states.every(
      ({ status, unsentCount, devices, lookedAt }, index) =>
        status === 'on' &&
        unsentCount === 0 &&
        Number(lookedAt) > Number(machines[index]?.folder.receivedAt) &&
        devices.length >= machines.length &&
        devices.every(({ missingCount }) => missingCount === 0),
    )
    // What was written until then has been carried since.
    if (wasDone && isDone && !isCarried) return round
    wasDone = isDone
  }
  return null
}

function compare(drill: Drill, machines: readonly Machine[], said: ReadonlyMap<string, string>): void {
  const [first = new Map<string, string>(), ...others] = machines.map((machine) => machine.content())
  for (const [index, other] of others.entries()) {
    for (const key of new Set([...first.keys(), ...other.keys()])) {
      const [one, another] = [first.get(key), other.get(key)]
      drill.check(one === another, () => `${names[index + 1]}: ${key} is\n${another}\nnot\n${one}`)
    }
  }
  const all = [...first.values()].join('\n')
  for (const [text, where] of said) drill.check(all.includes(text), () => `"${text}" of ${where} is lost`)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(200)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
