import { expect, test } from 'vitest'

import type { RunSource } from '../run-source/run-source'
import { call, done, loopDeps, scriptedModel, scriptedTool, type Step } from '../tools/loop/testing/looping'
import { withTools } from '../tools/loop/tool-loop'
import { createRunHarness, turn } from './testing/run-harness'

/** A chat whose model makes these steps with this tool, on the clock of its run. */
function chatting(steps: Step[], tool: ReturnType<typeof scriptedTool>) {
  const model = scriptedModel(...steps)
  let source: RunSource = model.source
  const harness = createRunHarness((request, context) => source(request, context))
  const sessionId = harness.newChat()
  source = withTools(
    model.source,
    {
      sessionId,
      messageId: 'answer' as never,
      model: 'test/model',
      tools: () => [tool],
      callsTools: undefined,
      contextTokens: undefined,
      costOf: undefined,
      assertMaySpend: () => {},
      folder: null,
      scopeOf: () => null,
    },
    { ...loopDeps(), clock: harness.clock },
  )
  const answer = () => harness.answersOf(sessionId)[0]
  return { harness, sessionId, answer, send: () => harness.manager.send({ sessionId, text: 'Hi' }) }
}

test('saves the calls and results of all steps once, and counts steps, calls and time in tools', async () => {
  const tool = scriptedTool('web.fetch', {
    run: async () => {
      harness.clock.advance(400)
      await turn()
      return { text: 'page' }
    },
  })
  const { harness, sessionId, answer, send } = chatting(
    [
      [call('a', 'web_fetch'), done],
      [{ type: 'text-delta', text: 'So.' }, done],
    ],
    tool,
  )
  await send()
  await harness.active.get(sessionId)?.finished
  expect(answer()).toMatchObject({
    status: 'complete',
    parts: [
      { type: 'tool-call', toolCallId: 'a', toolName: 'web.fetch', state: 'done' },
      { type: 'tool-result', toolCallId: 'a', output: 'page', durationMs: 400 },
      { type: 'text', text: 'So.' },
    ],
    metrics: { ttftMs: 0, firstTextMs: 400, tools: { steps: 2, calls: 1, durationMs: 400, waitedMs: 400 } },
  })
})

test('names a call in the receipt that a stop interrupted, with the time when it had ended', async () => {
  const running = Promise.withResolvers<void>()
  const tool = scriptedTool('web.fetch', {
    run: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          harness.clock.advance(7)
          reject(signal.reason as Error)
        })
        running.resolve()
      }),
  })
  const { harness, sessionId, answer, send } = chatting([[call('a', 'web_fetch'), done]], tool)
  await send()
  await running.promise
  const receipt = await harness.active.get(sessionId)?.stop('user')
  expect(receipt?.tools).toEqual([{ toolCallId: 'a', name: 'web.fetch', endedMs: 7 }])
  expect(answer()).toMatchObject({
    status: 'partial',
    parts: [{ type: 'tool-call', toolCallId: 'a', state: 'cancelled' }],
    receipt: { tools: [{ name: 'web.fetch', endedMs: 7 }] },
  })
})

test('abandons a call that ignores the stop, and saves the answer with a receipt that says so', async () => {
  const running = Promise.withResolvers<void>()
  const tool = scriptedTool('web.fetch', {
    run: () => {
      running.resolve()
      return new Promise(() => {})
    },
  })
  const { harness, sessionId, answer, send } = chatting([[call('a', 'web_fetch'), done]], tool)
  await send()
  await running.promise
  const stopped = harness.active.get(sessionId)?.stop('user')
  harness.clock.advance(2_500)
  expect((await stopped)?.tools).toEqual([{ toolCallId: 'a', name: 'web.fetch', endedMs: null }])
  expect(answer()).toMatchObject({ status: 'partial', parts: [{ type: 'tool-call', state: 'cancelled' }] })
})
