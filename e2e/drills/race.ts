// Stop at the very moment the answer ends, through the app, 500 times: whichever wins, there is one answer
// and one end, and every report of them agrees.
import { isDeepStrictEqual } from 'node:util'

import type { RunId, SessionId } from '../../src/shared/ids.ts'
import { type Message, messageText, type Receipt } from '../../src/shared/sessions/messages.ts'
import { completeStream } from '../fake-provider/script.ts'
import { formatTable } from '../helpers/table.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { between, until } from './parts/moments.ts'
import { countNumberedTokens, numberedTokens } from './parts/numbered-tokens.ts'
import { RunFollower } from './parts/run-follower.ts'
import { newChat, newPanes, saveFakeProvider, storedMessages } from './parts/stage.ts'

const tokens = numberedTokens(8)
/** Rounds that share a session, so that its next run starts right after the raced one. */
const roundsPerSession = 20
/** How far before or after the end of the answer the stop is sent. */
const spreadMs = 3

/** How one round ended, as reported to the client that stopped it. */
interface Answer {
  stopped: boolean
  receipt: Receipt | null
}

interface Contestant {
  sessionId: SessionId
  watcher: RunFollower
  /** Starts a run; `stop` stops it and resolves as soon as the app replies. */
  start(): Promise<{ runId: RunId; stop: () => Promise<Answer> }>
  leave(): void
}

const tally = { chat: newTally(), pane: newTally() }

await runDrill({ name: 'race', limitSeconds: 150, count: 500, play })

async function play(drill: Drill): Promise<void> {
  const host = await drill.startHost()
  const client = await host.connect()
  drill.onOver(() => client.close())
  await saveFakeProvider(client, drill.fake)

  const contestants: Partial<Record<'chat' | 'pane', Contestant>> = {}
  /** Adapts to the winner, so that both win about equally often on any machine. */
  const centreMs = { chat: 0, pane: 0 }
  for (let round = 0; round < drill.count; round++) {
    const kind = round % 2 === 0 ? 'chat' : 'pane'
    if (Math.floor(round / 2) % roundsPerSession === 0) {
      contestants[kind]?.leave()
      contestants[kind] = kind === 'chat' ? await chatContestant(client) : await paneContestant(client)
    }
    const contestant = contestants[kind]
    if (contestant === undefined) continue
    const playing = playRound(drill, client, contestant, { kind, round, centreMs: centreMs[kind] })
    const stopped = await within(10_000, playing, `round ${round} (${kind})`)
    centreMs[kind] += stopped ? 0.1 : -0.1
  }
  report(drill)
}

async function playRound(
  drill: Drill,
  client: WireClient,
  contestant: Contestant,
  { kind, round, centreMs }: { kind: 'chat' | 'pane'; round: number; centreMs: number },
): Promise<boolean> {
  const finishAfterMs = 5 + drill.random.below(8)
  drill.fake.script(
    'race',
    completeStream([
      { type: 'tokens', tokens },
      { type: 'wait', ms: finishAfterMs },
    ]),
  )
  const { runId, stop } = await contestant.start()
  const request = await drill.fake.waitForRequest('race')
  await request.waitForTokens(tokens.length)
  const finishMs = (request.tokenTimesMs.at(-1) ?? 0) + finishAfterMs
  await until(finishMs + centreMs + between(drill.random, -spreadMs, spreadMs))
  const answer = await stop()

  // The reply to a stop promises that all of this already holds.
  const [messages, { runs }] = await Promise.all([
    storedMessages(client, contestant.sessionId),
    client.invoke('runs.list', {}),
  ])
  const answers = messages.filter((message) => message.runId === runId)
  const counts = tally[kind]
  counts[answer.stopped ? 'stopped' : 'completed'] += 1
  if (answers.length > 1) counts.duplicated += 1
  if (answers.length === 0) counts.missing += 1
  if (runs.some((run) => run.sessionId === contestant.sessionId)) counts.busy += 1
  await contestant.watcher.waitForSync(runId)
  const problems = disagreements(answer, answers[0], contestant.watcher, runId)
  if (problems.length > 0) counts.disagreeing += 1
  drill.check(problems.length === 0, () => `round ${round} (${kind}): ${problems.join('; ')}`)
  return answer.stopped
}

function disagreements(
  answer: Answer,
  stored: Message | undefined,
  watcher: RunFollower,
  runId: RunId,
): string[] {
  if (stored === undefined) return ['no answer was stored']
  const seen = watcher.runs.get(runId)
  const { stopped, receipt } = answer
  const keptTokens = countNumberedTokens(messageText(stored))
  const claims: [boolean, string][] = [
    [stopped === (receipt !== null), 'a receipt without a stop, or a stop without a receipt'],
    [stored.status === (stopped ? 'partial' : 'complete'), `stored as ${stored.status}`],
    [stored.stopReason === (stopped ? 'user' : 'end'), `stored with the reason ${stored.stopReason}`],
    [isDeepStrictEqual(stored.receipt ?? null, receipt), 'the stored receipt is different'],
    [stopped ? keptTokens !== null : keptTokens === tokens.length, 'the stored text is not what was sent'],
    [
      receipt === null || receipt.keptChars === messageText(stored).length,
      'the receipt counts a different text',
    ],
    [seen?.endCount === 1, `the watcher saw ${seen?.endCount ?? 0} ends`],
    [seen?.end?.status === (stopped ? 'stopped' : 'completed'), `the watcher saw ${seen?.end?.status}`],
    [seen?.end?.reason === stored.stopReason, `the watcher saw the reason ${seen?.end?.reason}`],
    [isDeepStrictEqual(seen?.end?.receipt ?? null, receipt), 'the watcher saw a different receipt'],
    [isSameAnswer(seen?.snapshot.message, stored), 'the watcher rebuilt a different message'],
    [
      watcher.sync?.messages.some((message) => isDeepStrictEqual(message, stored)) === true,
      'the watcher got different stored messages',
    ],
    [watcher.breaches.length === 0, watcher.breaches.join(', ')],
  ]
  return claims.filter(([holds]) => !holds).map(([, problem]) => problem)
}

/** True if both are equal, apart from the parts of a message that a watcher is not sent. */
function isSameAnswer(seen: Message | undefined, stored: Message): boolean {
  return seen !== undefined && isDeepStrictEqual({ ...seen, createdAt: stored.createdAt }, stored)
}

async function chatContestant(client: WireClient): Promise<Contestant> {
  const sessionId = await newChat(client, 'race')
  const watcher = new RunFollower('the watcher')
  const watch = client.open('session.watch', { sessionId }, watcher)
  return {
    sessionId,
    watcher,
    async start() {
      const { runId } = await client.invoke('runs.send', { sessionId, text: 'Count.' })
      return { runId, stop: () => client.invoke('runs.stop', { sessionId }) }
    },
    leave: () => watch.close(),
  }
}

async function paneContestant(client: WireClient): Promise<Contestant> {
  const [pane] = await newPanes(client, ['race', 'brief'])
  if (pane === undefined) throw new Error('the comparison has no panes')
  const { paneId, sessionId } = pane
  const watcher = new RunFollower('the watcher')
  const watch = client.open('session.watch', { sessionId }, watcher)
  return {
    sessionId,
    watcher,
    async start() {
      const driver = new RunFollower('the pane')
      const stream = client.open('pane.run', { paneId, text: 'Count.' }, driver)
      await driver.waitFor(({ current, streamEnd }) => current !== null || streamEnd !== null)
      const { current } = driver
      if (current === null) throw new Error(`the pane did not start: ${driver.streamEnd?.error?.message}`)
      return {
        runId: current.runId,
        async stop() {
          stream.close()
          await driver.waitFor(({ streamEnd }) => streamEnd !== null)
          watcher.breaches.push(...driver.breaches)
          const end = driver.streamEnd
          return { stopped: end?.reason === 'stopped', receipt: end?.receipt ?? null }
        },
      }
    },
    leave: () => watch.close(),
  }
}

function newTally() {
  return { completed: 0, stopped: 0, duplicated: 0, missing: 0, disagreeing: 0, busy: 0 }
}

function report(drill: Drill): void {
  const rows = Object.entries(tally).map(([kind, counts]) => [kind, ...Object.values(counts).map(String)])
  console.log(formatTable(['race', ...Object.keys(newTally())], rows))
  for (const [kind, counts] of Object.entries(tally)) {
    const { completed, stopped, duplicated, missing, busy } = counts
    drill.check(
      duplicated + missing === 0,
      () => `${kind}: ${duplicated} answers duplicated, ${missing} missing`,
    )
    drill.check(busy === 0, () => `${kind}: ${busy} sessions were still busy after the reply to the stop`)
    const isRace = Math.min(completed, stopped) >= (completed + stopped) / 20
    drill.check(isRace, () => `${kind}: one side won almost always, so there was no race`)
  }
}
