import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { millionEachWay } from '../../../../e2e/fake-provider/script'
import type { SessionId } from '../../../shared/ids'
import type { WindowEvent } from '../../../shared/rpc/window-events'
import { watchSession } from '../testing/app-client'
import { recordingObserver } from '../testing/contract-setup'
import { connectTo, startTestApp } from '../testing/test-app'

const key = 'of-the-environment-4711'
/** A million tokens each way cost 1.38 dollars. */
const listedModel = 'groq/llama-3.3-70b-versatile'
const allTime = { from: '1970-01-01', to: '2199-12-31' }

/** The address of a server of this test. */
async function serve(options: Parameters<typeof startFakeProvider>[0]): Promise<string> {
  const served = await startFakeProvider(options)
  onTestFinished(() => served.close())
  for (const model of ['llama-3.3-70b-versatile', 'other']) served.script(model, millionEachWay)
  served.script('uncounted', {
    type: 'stream',
    steps: [{ type: 'tokens', tokens: ['Free.'] }, { type: 'finish', reason: 'stop' }, { type: 'done' }],
  })
  return served.baseUrl
}

/** An app with a listed provider, a gateway on this machine that wants a key, and a server that wants none. */
async function open() {
  const gatewayKey = 'of-the-gateway-4712'
  const [listed, gateway, near] = await Promise.all([
    serve({ apiKey: key }),
    serve({ apiKey: gatewayKey }),
    serve({}),
  ])
  const app = await startTestApp({
    environment: {
      PARLEY_TEST: '1',
      GROQ_API_KEY: key,
      PARLEY_PRESET_ADDRESSES: JSON.stringify({ groq: listed }),
    },
  })
  const parley = connectTo(app)
  await parley.invoke('settings.set', { nameChats: false })
  await parley.invoke('providers.save', {
    id: 'gateway',
    kind: 'openai-compatible',
    baseUrl: gateway,
    apiKey: gatewayKey,
  })
  await parley.invoke('providers.save', { id: 'near', kind: 'openai-compatible', baseUrl: near })
  const ask = async (sessionId: SessionId, text = 'Well?') => {
    const watch = watchSession(parley, sessionId)
    await parley.invoke('runs.send', { sessionId, text })
    await watch.first('run-end')
  }
  return {
    parley,
    ask,
    chat: async (model: string) => (await parley.invoke('sessions.create', { model })).session.id,
    costs: async (by: 'model' | 'provider' | 'day' | 'project' | 'purpose' | 'chat') => {
      const { rows } = await parley.invoke('usage.report', { ...allTime, by })
      return rows.map(({ key: row, costUsd, unknownCount }) => [row, costUsd, unknownCount])
    },
  }
}

test('a local gateway with a key has an unknown cost, a local server without one is free, and a deleted chat still counts', async () => {
  const { parley, ask, chat, costs } = await open()
  const paid = await chat(listedModel)
  await ask(paid)
  await ask(await chat('gateway/other'))
  await ask(await chat('near/other'))
  await ask(await chat('near/uncounted'))
  const spent = [
    [listedModel, expect.closeTo(1.38), 0],
    ['near/other', 0, 0],
    ['near/uncounted', 0, 0],
    ['gateway/other', null, 1],
  ]
  expect(await costs('model')).toEqual(spent)
  expect(await costs('project')).toEqual([[null, expect.closeTo(1.38), 1]])

  await parley.invoke('sessions.undo', { sessionId: paid })
  await parley.invoke('sessions.duplicate', { sessionId: paid })
  await parley.invoke('sessions.delete', { sessionId: paid })
  await parley.invoke('sessions.erase', { sessionId: paid })
  await parley.invoke('providers.remove', { id: 'gateway' })
  expect(await costs('model')).toEqual(spent)
  await expect(
    parley.invoke('usage.report', { from: '2026-02-30', to: '2026-03-01', by: 'day' }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(
    parley.invoke('usage.report', { from: '2026-03-02', to: '2026-03-01', by: 'day' }),
  ).rejects.toMatchObject({ data: { reason: 'period-reversed' } })
})

test('a limit refuses new answers, but not free ones, and windows are notified', async () => {
  const { parley, ask, chat } = await open()
  const events = recordingObserver<WindowEvent>()
  parley.open('window.attach', {}, events)
  const marks = () => events.events.flatMap((event) => (event.type === 'spending' ? [event.marks] : []))
  const sessionId = await chat(listedModel)
  await parley.invoke('settings.set', { dayLimitUsd: 1, monthWarningUsd: 0.5 })
  await ask(sessionId)
  const refused = { code: 'LIMIT_REACHED', data: { reason: 'day', limitUsd: 1 } }
  await expect(parley.invoke('runs.send', { sessionId, text: 'More?' })).rejects.toMatchObject(refused)
  expect((await parley.invoke('sessions.get', { sessionId })).messages).toHaveLength(2)
  await expect
    .poll(() => marks().at(-1))
    .toMatchObject([
      { kind: 'limit', period: 'day', limitUsd: 1 },
      { kind: 'warning', period: 'month', limitUsd: 0.5 },
    ])
  await ask(await chat('near/other'))
  await parley.invoke('settings.set', { dayLimitUsd: 5 })
  await ask(sessionId, 'More?')
  expect(marks().at(-1)).toMatchObject([{ kind: 'warning', period: 'month' }])
})
