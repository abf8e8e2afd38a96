import { messageText } from '../../../src/shared/sessions/messages.ts'
import { preciseNow } from '../../fake-provider/fake-request.ts'
import { inMs, median } from '../../helpers/figures.ts'
import { formatTable } from '../../helpers/table.ts'
import { type Stage, startCounting, storedAnswer } from './counted-run.ts'
import { countNumberedTokens } from './numbered-tokens.ts'
import { startWatcher } from './watcher-kinds.ts'

/** Sends at full speed without watchers, then with four that never acknowledge. */
export async function stuckWatchersDelayNobody(stage: Stage): Promise<void> {
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
