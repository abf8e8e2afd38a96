// Watchers that attach at any moment, are slow, or lose their connection and resume: each rebuilds exactly
// what is stored, and none delays the provider or the store. Then windows that leave for good.
import { isDeepStrictEqual } from 'node:util'

import { seededRandom } from '../../src/main/base/seeded-random.ts'
import type { RunId } from '../../src/shared/ids.ts'
import { type Message, messageText } from '../../src/shared/sessions/messages.ts'
import { type FakeRequest, preciseNow } from '../fake-provider/fake-request.ts'
import { inMs, median, percentile } from '../helpers/figures.ts'
import { formatTable } from '../helpers/table.ts'
import { type Counting, type Stage, startCounting, storedAnswer } from './parts/counted-run.ts'
import { type Drill, runDrill } from './parts/drill.ts'
import { between } from './parts/moments.ts'
import { countNumberedTokens } from './parts/numbered-tokens.ts'
import { saveFakeProvider } from './parts/stage.ts'
import { startWatcher, type Watcher, type WatcherKind } from './parts/watcher-kinds.ts'
import { chatGoesOnAlone, panesEndWithTheirWindow } from './parts/windows-gone.ts'

/** Sends at full speed without watchers, then with four that never acknowledge. */
async function stuckWatchersDelayNobody(stage: Stage): Promise<void> {
  const { drill, host } = stage
  const sent: Record<'alone' | 'watched', number[]> = { alone: [], watched: [] }
  const saved: Record<'alone' | 'watched', number[]> = { alone: [], watched: [] }
  for (let round = 0; round < 6; round++) {
    const kind = round % 2 === 0 ? 'alone' : 'watched'
    const beginning = await startCounting(stage, { tokens: 20_000, beforeMs: 150 })
    const { sessionId, runId, request } = beginning
    const watchers = Array.from({ length: kind === 'alone' ? 0 : 4 }, (_, index) =>
      startWatcher(
        'stuck',
        host,
        { sessionId, runId },
        {
          random: drill.random,
          attachAfterMs: 0,
          name: `full speed: stuck watcher ${index}`,
        },
      ),
    )
    await request.closed
    const lastMs = request.tokenTimesMs.at(-1) ?? 0
    sent[kind].push(lastMs - (request.tokenTimesMs[0] ?? 0))
    const stored = await storedAnswer(stage.client, sessionId, runId)
    saved[kind].push(preciseNow() - lastMs)
    const isWhole = stored !== undefined && countNumberedTokens(messageText(stored)) === 20_000
    drill.check(isWhole, () => 'full speed: not stored completely while its watchers were stuck')
    for (const watcher of watchers) watcher.release()
    await Promise.all(watchers.map(({ done }) => done))
    for (const { follower } of watchers) {
      for (const breach of follower.breaches) drill.check(false, () => breach)
      const isExact = stored !== undefined && follower.text(runId) === messageText(stored)
      drill.check(isExact, () => 'full speed: a stuck watcher rebuilt a different text')
    }
  }
  console.log(
    formatTable(
      ['20,000 tokens at full speed', 'sending', 'from last token to stored'],
      (['alone', 'watched'] as const).map((kind) => [
        kind === 'alone' ? 'no watcher' : 'four stuck watchers',
        inMs(median(sent[kind])),
        inMs(median(saved[kind])),
      ]),
    ),
  )
  for (const [what, samples] of Object.entries({ sending: sent, saving: saved })) {
    const allowedMs = median(samples.alone) * 1.5 + 100
    drill.check(
      median(samples.watched) <= allowedMs,
      () =>
        `stuck watchers delay ${what}: ${inMs(median(samples.watched))}, alone ${inMs(median(samples.alone))}`,
    )
  }
}

/** How long a steady watcher may wait for a token while others are slow. */
const lagLimitMs = 250

await runDrill({ name: 'watchers', limitSeconds: 120, count: 12, play })

async function play(drill: Drill): Promise<void> {
  const host = await drill.startHost()
  const client = await host.connect()
  await saveFakeProvider(client, drill.fake)
  const stage = { drill, host, client }
  const rows = [
    ...(await watchRun(stage, { name: '5,000 tokens, 1,000/s', tokens: 5_000, perSecond: 1_000 })),
    ...(await watchRun(stage, { name: '20,000 tokens, full speed', tokens: 20_000 })),
  ]
  console.log(
    formatTable(['run', 'watchers', 'count', 'exact', 'breaches', 'snapshots', 'ends seen', 'lag p95'], rows),
  )
  await stuckWatchersDelayNobody(stage)
  await chatGoesOnAlone(stage)
  await panesEndWithTheirWindow(stage)
}

/** One run, watched by `drill.count` watchers of every kind. */
async function watchRun(stage: Stage, run: Counting & { name: string }): Promise<string[][]> {
  const { drill, host, client } = stage
  const { sessionId, runId, request } = await startCounting(stage, run)
  const spreadMs = run.perSecond === undefined ? 400 : (run.tokens / run.perSecond) * 900
  const kinds: WatcherKind[] = ['steady', 'slow', 'leaving', 'stuck']
  const watchers = Array.from({ length: drill.count }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? 'steady'
    return startWatcher(
      kind,
      host,
      { sessionId, runId },
      {
        random: seededRandom(String(drill.random.below(1_000_000_000))),
        attachAfterMs: index < kinds.length ? 0 : between(drill.random, 0, spreadMs),
        name: `${run.name}: ${kind} watcher ${index}`,
      },
    )
  })
  await request.closed
  const stored = await storedAnswer(client, sessionId, runId)
  drill.check(stored !== undefined, () => `${run.name}: not stored while watchers were stuck`)
  for (const watcher of watchers) watcher.release()
  await Promise.all(watchers.map(({ done }) => done))
  if (stored === undefined) return []
  const isWhole = countNumberedTokens(messageText(stored)) === run.tokens && stored.status === 'complete'
  drill.check(isWhole, () => `${run.name}: stored as ${stored.status}, ${messageText(stored).length} chars`)
  return kinds.map((kind) => inspect(drill, run.name, kind, { watchers, stored, runId, request }))
}

function inspect(
  drill: Drill,
  run: string,
  kind: WatcherKind,
  seen: { watchers: Watcher[]; stored: Message; runId: RunId; request: FakeRequest },
): string[] {
  const { stored, runId, request } = seen
  const watchers = seen.watchers.filter((watcher) => watcher.kind === kind)
  let exact = 0
  let ends = 0
  let snapshots = 0
  const breaches = watchers.flatMap(({ follower }) => follower.breaches)
  for (const breach of breaches) drill.check(false, () => breach)
  for (const [index, { follower }] of watchers.entries()) {
    const followed = follower.runs.get(runId)
    // A watcher that attached after the end got only the stored messages.
    const rebuilt = followed?.snapshot.message ?? follower.sync?.messages.find((one) => one.runId === runId)
    const isExact =
      rebuilt !== undefined && isDeepStrictEqual({ ...rebuilt, createdAt: stored.createdAt }, stored)
    if (isExact) exact += 1
    drill.check(isExact, () => `${run}: ${kind} watcher ${index} rebuilt a different message than was stored`)
    const endCount = followed?.endCount ?? 1
    ends += followed?.endCount ?? 0
    snapshots += followed?.snapshotCount ?? 0
    drill.check(endCount === 1, () => `${run}: ${kind} watcher ${index} saw ${endCount} ends`)
  }
  const lagMs = percentile(
    watchers.flatMap((watcher) => lagsMs(watcher, request)),
    0.95,
  )
  if (kind === 'steady') {
    // At full speed the sockets buffer a lot; lag is only meaningful for a paced run.
    const isPaced = run.includes('/s')
    drill.check(!isPaced || lagMs <= lagLimitMs, () => `${run}: steady watchers lagged ${inMs(lagMs)} (p95)`)
  }
  return [
    run,
    kind,
    ...[watchers.length, exact, breaches.length, snapshots, ends].map(String),
    kind === 'steady' ? inMs(lagMs) : '',
  ]
}

/** For each token that arrived as an event, how long after the server sent it. */
function lagsMs({ progress }: Watcher, request: FakeRequest): number[] {
  const lags: number[] = []
  let sent = 0
  let sentChars = 0
  for (const [index, { chars, atMs }] of progress.entries()) {
    while (sentChars < chars && sent < request.tokensSent) {
      // The first batch is a replay of tokens sent before this watcher attached.
      if (index > 0) lags.push(atMs - (request.tokenTimesMs[sent] ?? atMs))
      sentChars += `${sent} `.length
      sent += 1
    }
  }
  return lags
}
