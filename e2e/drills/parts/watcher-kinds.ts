import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '../../../src/main/base/seeded-random.ts'
import type { RunId, SessionId } from '../../../src/shared/ids.ts'
import { preciseNow } from '../../fake-provider/fake-request.ts'
import type { Host } from '../../helpers/processes/host.ts'
import type { WireClient } from '../../helpers/wire-client.ts'
import { between } from './moments.ts'
import { RunFollower } from './run-follower.ts'

/**
 * `steady` keeps up. `slow` delays its acknowledgements now and then. `stuck` withholds them until it is
 * released. `leaving` keeps losing its connection and resumes after the last event that it has.
 */
export type WatcherKind = 'steady' | 'slow' | 'stuck' | 'leaving'

/** One watcher of one run, on its own connections. */
export interface Watcher {
  readonly kind: WatcherKind
  readonly follower: RunFollower
  /** How much text it had at which time; only for `steady`. */
  readonly progress: { chars: number; atMs: number }[]
  /** Resolves when it has the run's end and the stored messages, and has left. */
  readonly done: Promise<void>
  /** Releases a `stuck` watcher. */
  release(): void
}

/** Attaches a watcher after `attachAfterMs`. */
export function startWatcher(
  kind: WatcherKind,
  host: Host,
  run: { sessionId: SessionId; runId: RunId },
  { random, attachAfterMs, name }: { random: Random; attachAfterMs: number; name: string },
): Watcher {
  const follower = new RunFollower(name)
  const progress: Watcher['progress'] = []
  const freed = Promise.withResolvers<void>()
  const watching = async (): Promise<void> => {
    await sleep(attachAfterMs)
    if (kind === 'leaving') await watchAndLeave(host, run, follower, random)
    else {
      const client = await host.connect()
      if (kind === 'stuck') client.holdAcks()
      watch(client, run, follower, kind === 'steady' ? progress : null)
      if (kind === 'slow') await faltering(client, run.runId, follower, random)
      if (kind === 'stuck') {
        await freed.promise
        client.releaseAcks()
      }
      await follower.waitFor(() => isOver(follower, run.runId))
      await client.close()
    }
  }
  return { kind, follower, progress, done: watching(), release: () => freed.resolve() }
}

/**
 * True if the watcher has everything: the run's end and the stored messages, or only the latter if it came
 * too late.
 */
function isOver(follower: RunFollower, runId: RunId): boolean {
  const run = follower.runs.get(runId)
  if (run !== undefined && run.end === null) return false
  return follower.sync?.messages.some((message) => message.runId === runId) === true
}

function watch(
  client: WireClient,
  { sessionId, runId }: { sessionId: SessionId; runId: RunId },
  follower: RunFollower,
  progress: Watcher['progress'] | null,
): void {
  const seq = follower.runs.get(runId)?.seq
  client.open(
    'session.watch',
    { sessionId, ...(seq === undefined ? {} : { after: { runId, seq } }) },
    {
      onEvents(events) {
        follower.onEvents(events)
        progress?.push({ chars: follower.text(runId).length, atMs: preciseNow() })
      },
      onEnd: (end) => follower.onEnd(end),
    },
  )
}

async function faltering(
  client: WireClient,
  runId: RunId,
  follower: RunFollower,
  random: Random,
): Promise<void> {
  while (!isOver(follower, runId)) {
    client.holdAcks()
    await sleep(between(random, 50, 1_800))
    client.releaseAcks()
    await sleep(between(random, 5, 200))
  }
}

async function watchAndLeave(
  host: Host,
  run: { sessionId: SessionId; runId: RunId },
  follower: RunFollower,
  random: Random,
): Promise<void> {
  while (!isOver(follower, run.runId)) {
    const client = await host.connect()
    watch(client, run, follower, null)
    const stayed = sleep(between(random, 20, 600), 'left' as const)
    const outcome = await Promise.race([follower.waitFor(() => isOver(follower, run.runId)), stayed])
    client.drop()
    await client.closed
    if (outcome === 'left') await sleep(between(random, 5, 700))
  }
}
