import { describe, expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import { completeStream, type Script } from '../../../../../e2e/fake-provider/script'
import type { WindowEvent } from '../../../../shared/rpc/window-events'
import { recordingObserver } from '../../testing/contract-setup'
import { connectOverSocket, watchSession } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

function answerOf(token: string, cost?: number): Script {
  return {
    type: 'stream',
    steps: [
      { type: 'tokens', tokens: [token] },
      { type: 'finish', reason: 'stop' },
      {
        type: 'usage',
        promptTokens: 10,
        completionTokens: 2,
        ...(cost === undefined ? {} : { cost }),
      },
      { type: 'done' },
    ],
  }
}

/** The limit on output tokens in a request. */
function tokenLimitOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, 'max_tokens') : undefined
}

const silent: Script = { type: 'stream', steps: [{ type: 'silence' }] }

function isNamed(event: WindowEvent): boolean {
  return event.type === 'session-upserted' && event.session.title === 'Blue skies' && !event.session.running
}

// Title generation as a client sees it; `runs/titles/title-generator.test.ts` covers the details.

/** A model that answers with `answer`, and with `name` when it is asked for a title. */
async function open({ answer, name }: { answer: Script; name: Script }) {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  fake.script('talker', ({ body }) => (tokenLimitOf(body) === 30 ? name : answer))
  const parley = await connectOverSocket(await startTestApp())
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  const { session } = await parley.invoke('sessions.create', { model: 'fake/talker' })
  const send = (text = 'Why is the sky blue?') => parley.invoke('runs.send', { sessionId: session.id, text })
  return { parley, fake, sessionId: session.id, watch: watchSession(parley, session.id), send }
}

describe('title generation', () => {
  test('the model names its chat after the first answer, and lists are notified', async () => {
    const { parley, sessionId, watch, send } = await open({
      answer: answerOf('Because.', 0.25),
      name: answerOf('"Blue skies."', 0.5),
    })
    const window = recordingObserver<WindowEvent>()
    parley.open('window.attach', {}, window)
    await send()
    await window.batches.until(() => window.events.some(isNamed))
    const { messages, session } = await watch.first('session-sync', (event) => {
      return !event.running && event.session.title === 'Blue skies'
    })
    expect([session.title, messages.length]).toEqual(['Blue skies', 2])
    expect(await parley.invoke('sessions.usage', { sessionId })).toEqual({
      inputTokens: 20,
      outputTokens: 4,
      totalTokens: 24,
      costUsd: 0.75,
    })
    expect(watch.events.filter(({ type }) => type === 'stream-start')).toHaveLength(1)
  })

  test('shows the answer as complete while the title is generated, and a new message preempts that', async () => {
    const { parley, fake, sessionId, watch, send } = await open({
      answer: answerOf('Because.'),
      name: silent,
    })
    const window = recordingObserver<WindowEvent>()
    parley.open('window.attach', {}, window)
    await send()
    await fake.waitForRequest('talker')
    const naming = await fake.waitForRequest('talker')
    // Notifies the user that the answer is ready.
    await window.batches.until(() =>
      window.events.some((event) => event.type === 'session-upserted' && event.session.unseen),
    )
    const upserts = window.events.filter((event) => event.type === 'session-upserted')
    expect(upserts.at(-1)?.session).toMatchObject({ running: false, unseen: true })
    expect((await parley.invoke('sessions.list', {})).sessions).toMatchObject([{ running: false }])
    expect(await parley.invoke('sessions.status', { sessionId })).toMatchObject({ running: false })
    expect((await parley.invoke('runs.list', {})).runs).toEqual([])
    const late = watchSession(parley, sessionId)
    expect(await late.first('session-sync')).toMatchObject({ running: true, messages: [{}, {}] })
    expect(late.events).toHaveLength(1)

    await send('And at night?')
    await naming.closed
    await watch.first('session-sync', ({ messages }) => messages.length === 4)
    expect((await parley.invoke('sessions.get', { sessionId })).session.title).toBe('Why is the sky blue?')
  })

  test('an undo preempts title generation', async () => {
    const { parley, fake, sessionId, send } = await open({ answer: answerOf('Because.'), name: silent })
    await send()
    await fake.waitForRequest('talker')
    const naming = await fake.waitForRequest('talker')
    expect(await parley.invoke('sessions.undo', { sessionId })).toMatchObject({ removedCount: 2 })
    await naming.closed
    expect(await parley.invoke('sessions.status', { sessionId })).toMatchObject({
      running: false,
      messageCount: 0,
    })
  })

  test('does not name chats when the setting is off', async () => {
    const { parley, fake, sessionId, watch, send } = await open({
      answer: completeStream([{ type: 'tokens', tokens: ['Because.'] }]),
      name: answerOf('Blue skies'),
    })
    await parley.invoke('settings.set', { nameChats: false })
    await send()
    await watch.idleWith(2)
    await send('And at night?')
    await watch.idleWith(4)
    expect(fake.requests.map(({ body }) => tokenLimitOf(body))).toEqual([undefined, undefined])
    expect((await parley.invoke('sessions.get', { sessionId })).session.title).toBe('Why is the sky blue?')
  })
})
