// kill -9 in mid-stream, 50 times: after the next start, every partial answer is stored once, is exact, and
// lacks at most the last 250 ms that the server sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Database from 'better-sqlite3'

import type { RunId, SessionId } from '../../src/shared/ids.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'
import { type FakeRequest, preciseNow } from '../fake-provider/fake-request.ts'
import { completeStream } from '../fake-provider/script.ts'
import { inMs, median, percentile } from '../helpers/figures.ts'
import type { Host } from '../helpers/processes/host.ts'
import { formatTable } from '../helpers/table.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { between, until } from './parts/moments.ts'
import { countNumberedTokens, numberedTokens } from './parts/numbered-tokens.ts'
import { RunFollower } from './parts/run-follower.ts'
import { newChat, newPanes, saveFakeProvider, storedMessages } from './parts/stage.ts'

const tokensPerSecond = 100
/** How much a killed process may lose by design. */
const mayLoseMs = 250
const question = 'Count until you are killed.'

/** A run that was in progress at the kill, and the server's record of it. */
interface CutRun {
  runId: RunId
  sessionId: SessionId
  request: FakeRequest
}

const tally = { kills: 0, partials: 0, exact: 0, duplicated: 0, missing: 0, lostTokens: 0 }
const lossesMs: number[] = []
const restartsMs: number[] = []

await runDrill({ name: 'kill', limitSeconds: 180, count: 50, play })

async function play(drill: Drill): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-kill-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  let host = await drill.startHost({ userData: folder })
  const setUp = await host.connect()
  await saveFakeProvider(setUp, drill.fake)
  await setUp.close()

  const all: CutRun[] = []
  for (let kill = 0; kill < drill.count; kill++) {
    const name = `kill ${kill}`
    const { runs, killMs } = await within(15_000, streamAndKill(drill, host), name)
    const deadMs = performance.now()
    host = await drill.startHost({ userData: folder })
    restartsMs.push(performance.now() - deadMs)
    tally.kills += 1
    all.push(...runs)

    const client = await host.connect()
    for (const run of runs) await inspect(drill, client, run, { name, killMs })
    await inspectWhole(drill, client, folder, name)
    await within(10_000, continueChat(client, runs), `${name}: the next message`)
    await client.close()
  }

  const client = await host.connect()
  for (const { sessionId, runId } of all) {
    const answers = (await storedMessages(client, sessionId)).filter((message) => message.runId === runId)
    drill.check(answers.length === 1, () => `finally run ${runId} is stored ${answers.length} times`)
  }
  await client.close()
  report(drill)
}

/** Starts two chats and two panes, and kills the host 300 to 1,500 ms later. */
async function streamAndKill(drill: Drill, host: Host): Promise<{ runs: CutRun[]; killMs: number }> {
  const models = ['chat-a', 'chat-b', 'pane-a', 'pane-b']
  for (const model of models) {
    drill.fake.script(
      model,
      completeStream([{ type: 'tokens', tokens: numberedTokens(1_000), perSecond: tokensPerSecond }]),
    )
  }
  const client = await host.connect()
  const panes = await newPanes(client, models.slice(2))
  const starting = [
    ...models.slice(0, 2).map(async (model) => {
      const sessionId = await newChat(client, model)
      const { runId } = await client.invoke('runs.send', { sessionId, text: question })
      return { runId, sessionId, request: await drill.fake.waitForRequest(model) }
    }),
    ...panes.map(async ({ paneId, sessionId, model }) => {
      const follower = new RunFollower(model)
      client.open('pane.run', { paneId, text: question }, follower)
      const request = await drill.fake.waitForRequest(model.replace('fake/', ''))
      await follower.waitFor(({ current }) => current !== null)
      return { runId: follower.current?.runId ?? ('' as RunId), sessionId, request }
    }),
  ]
  const runs = await Promise.all(starting)
  await until(preciseNow() + between(drill.random, 300, 1_500))
  const killMs = preciseNow()
  await host.kill9()
  return { runs, killMs }
}

async function inspect(
  drill: Drill,
  client: WireClient,
  { runId, sessionId, request }: CutRun,
  { name, killMs }: { name: string; killMs: number },
): Promise<void> {
  const messages = await storedMessages(client, sessionId)
  const [user] = messages
  drill.check(
    user?.role === 'user' && messageText(user) === question,
    () => `${name}: the user's message of ${sessionId} is missing`,
  )
  const answers = messages.filter((message) => message.runId === runId)
  tally.partials += answers.length
  if (answers.length > 1) tally.duplicated += 1
  const [answer] = answers
  if (answer === undefined) {
    tally.missing += 1
    return
  }
  drill.check(
    answer.status === 'partial' && answer.stopReason === 'interrupted',
    () => `${name}: ${runId} is ${answer.status} for ${answer.stopReason}`,
  )
  const kept = countNumberedTokens(messageText(answer))
  if (kept === null || kept > request.tokensSent) {
    drill.check(false, () => `${name}: ${runId} is not a prefix of what was sent`)
    return
  }
  tally.exact += 1
  const missedMs = request.tokenTimesMs.slice(kept).map((sentMs) => killMs - sentMs)
  const lost = missedMs.filter((ageMs) => ageMs >= mayLoseMs).length
  tally.lostTokens += lost
  lossesMs.push(Math.max(0, missedMs[0] ?? 0))
  drill.check(lost === 0, () => `${name}: ${runId} lost ${missedMs[0]?.toFixed(0)} ms (${lost} tokens)`)
}

async function inspectWhole(drill: Drill, client: WireClient, folder: string, name: string): Promise<void> {
  const [{ runs }, health] = await Promise.all([
    client.invoke('runs.list', {}),
    client.invoke('health.get', {}),
  ])
  drill.check(runs.length === 0, () => `${name}: ${runs.length} runs are active after the start`)
  drill.check(health.status === 'ok', () => `${name}: health is ${JSON.stringify(health)}`)
  const database = new Database(join(folder, 'parley.db'), { readonly: true, fileMustExist: true })
  try {
    const left = database
      .prepare<[], { open: number; journal: number }>(
        "SELECT (SELECT count(*) FROM runs WHERE state = 'open') AS open, (SELECT count(*) FROM run_journal) AS journal",
      )
      .get()
    drill.check(
      left?.open === 0 && left.journal === 0,
      () =>
        `${name}: after the recovery ${left?.open} runs are open, ${left?.journal} chunks are in the journal`,
    )
  } finally {
    database.close()
  }
}

/** Checks that a chat whose answer was cut off accepts the next message. */
async function continueChat(client: WireClient, [run]: CutRun[]): Promise<void> {
  if (run === undefined) return
  const { sessionId } = run
  await client.invoke('sessions.update', { sessionId, model: 'fake/brief' })
  const follower = new RunFollower('the next message')
  const watch = client.open('session.watch', { sessionId }, follower)
  const { runId } = await client.invoke('runs.send', { sessionId, text: 'Go on.' })
  await follower.waitForSync(runId)
  watch.close()
}

function report(drill: Drill): void {
  const { kills, partials, exact, duplicated, missing, lostTokens } = tally
  console.log(
    formatTable(
      [
        'kills',
        'interrupted runs',
        'partial answers',
        'exact prefixes',
        'duplicated',
        'missing',
        'tokens over the limit',
      ],
      [[kills, kills * 4, partials, exact, duplicated, missing, lostTokens].map(String)],
    ),
  )
  console.log(
    formatTable(
      ['', 'median', 'p95', 'worst'],
      [
        [`lost per answer (at most ${mayLoseMs} ms)`, ...spread(lossesMs)],
        ['from kill to ready', ...spread(restartsMs)],
      ],
    ),
  )
  drill.check(
    duplicated + missing === 0,
    () => `${duplicated} partial answers duplicated, ${missing} missing`,
  )
}

function spread(samples: number[]): string[] {
  return [median(samples), percentile(samples, 0.95), Math.max(...samples)].map(inMs)
}
