import { messageText } from '../../../src/shared/sessions/messages.ts'
import { preciseNow } from '../../fake-provider/fake-request.ts'
import { inMs } from '../../helpers/figures.ts'
import { formatTable } from '../../helpers/table.ts'
import { idleAnswer, scriptCounting, type Stage, startCounting, storedAnswer } from './counted-run.ts'
import { between, until } from './moments.ts'
import { countNumberedTokens } from './numbered-tokens.ts'
import { RunFollower } from './run-follower.ts'
import { newPanes } from './stage.ts'

/** How soon a provider's connection must close after the window of its pane is gone. */
const closeLimitMs = 250

/** A chat's run belongs to main: it completes after its only window has left. */
export async function chatGoesOnAlone({ drill, host }: Stage): Promise<void> {
  const window = await host.connect()
  const { sessionId, runId, request } = await startCounting(
    { drill, host, client: window },
    { tokens: 150, perSecond: 100 },
  )
  window.open('session.watch', { sessionId }, new RunFollower('the window'))
  await request.waitForTokens(40)
  window.drop()
  await request.closed
  const next = await host.connect()
  const stored = await storedAnswer(next, sessionId, runId)
  await next.close()
  const kept = stored === undefined ? null : countNumberedTokens(messageText(stored))
  console.log(`chat whose window closed after 40 of 150 tokens: ${stored?.status}, ${kept} tokens kept`)
  drill.check(
    stored?.status === 'complete' && kept === 150,
    () => 'a chat did not continue after its window closed',
  )
}

/**
 * A pane's run belongs to its window: when the window leaves, the generator ends and the partial answer is
 * kept.
 */
export async function panesEndWithTheirWindow({ drill, host, client }: Stage): Promise<void> {
  const window = await host.connect()
  const models = ['gone-1', 'gone-2', 'gone-3', 'gone-4']
  for (const model of models) scriptCounting(drill, model, { tokens: 2_000, perSecond: 100 })
  const panes = await newPanes(window, models)
  const requests = await Promise.all(
    panes.map(({ paneId, model }) => {
      window.open('pane.run', { paneId, text: 'Count.' }, new RunFollower(model))
      return drill.fake.waitForRequest(model.replace('fake/', ''))
    }),
  )
  await Promise.all(requests.map((request) => request.waitForTokens(40)))
  await until(preciseNow() + between(drill.random, 0, 100))
  const goneMs = preciseNow()
  window.drop()
  await Promise.all(requests.map((request) => request.letGo))
  const closedAfterMs = requests.map(
    ({ clientFinMs, closedMs }) => (clientFinMs ?? closedMs ?? goneMs) - goneMs,
  )
  const rows: string[][] = []
  for (const [index, { sessionId, model }] of panes.entries()) {
    const stored = await idleAnswer(client, sessionId)
    const kept = stored === undefined ? null : countNumberedTokens(messageText(stored))
    const sent = requests[index]?.tokensSent ?? 0
    rows.push([
      model,
      String(stored?.status),
      String(stored?.stopReason),
      `${kept}`,
      `${sent}`,
      inMs(closedAfterMs[index]),
    ])
    const isKept =
      stored?.status === 'partial' &&
      stored.stopReason === 'client-closed' &&
      kept !== null &&
      kept > 0 &&
      kept <= sent
    drill.check(isKept, () => `${model}: ${stored?.status} for ${stored?.stopReason}, ${kept} tokens kept`)
  }
  console.log(
    formatTable(
      ['pane of a closed window', 'status', 'reason', 'kept', 'sent', 'connection closed after'],
      rows,
    ),
  )
  const worstMs = Math.max(...closedAfterMs)
  drill.check(
    worstMs <= closeLimitMs,
    () => `a pane's connection was closed ${inMs(worstMs)} after its window`,
  )
}
