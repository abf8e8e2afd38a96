import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { FakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { signatureOf } from '../../../../e2e/fake-provider/protocols/anthropic'
import type { Script, Step } from '../../../../e2e/fake-provider/script'
import { completeStream, errorReply } from '../../../../e2e/fake-provider/script'
import type { Message, Part } from '../../../shared/sessions/messages'
import { emptySnapshot, reduceRun } from '../../../shared/runs/reduce-run'
import type { SourceEvent, ToolDefinition } from '../../run-source/run-source'
import { systemClock } from '../../base/clock'
import { message, request, startProbe } from '../testing/run-probe'
import { createAnthropicProvider } from './anthropic-provider'

let fake: FakeProvider

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  await fake.close()
})

function anthropic() {
  const { baseUrl } = fake
  return createAnthropicProvider({ id: 'fake', name: 'Fake', baseUrl, apiKey: 'key', clock: systemClock })
}

function start(script: Script, messages: Message[] = [message('user', 'Hello')]) {
  fake.script('thinker', script)
  return startProbe(anthropic(), request('thinker', { messages }))
}

/** The message that a run's events produce. */
function answerOf(events: readonly SourceEvent[]): Message {
  const bodies = events.filter(
    (given) => given.type !== 'finish' && given.type !== 'file' && given.type !== 'pending',
  )
  return reduceRun(emptySnapshot(message('assistant', [])), bodies).message
}

/** The part of the next request that repeats this answer. */
async function sentBack(answer: Message): Promise<unknown[]> {
  const run = start(completeStream([]), [message('user', 'Hello'), answer, message('user', 'Go on')])
  expect(await run.ended).toEqual({ error: null })
  const { body } = fake.requests.at(-1) as { body: { messages: { role: string; content: unknown[] }[] } }
  return body.messages.filter(({ role }) => role === 'assistant').flatMap(({ content }) => content)
}

const thought = (...tokens: string[]): Step => ({ type: 'tokens', tokens, field: 'reasoning_content' })
const said = (...tokens: string[]): Step => ({ type: 'tokens', tokens })

function event(data: { type: string } & Record<string, unknown>): Step {
  return { type: 'bytes', bytes: `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n` }
}

const signed = (text: string, family = 'anthropic'): Part => ({
  type: 'reasoning',
  text,
  providerData: { [family]: { signature: signatureOf(text) } },
})

describe('reasoning', () => {
  it('is sent back unchanged, each block with its own signature', async () => {
    const run = start(
      completeStream(
        [
          thought('First', ' this.'),
          said('So'),
          thought('Then that.'),
          { type: 'call', piece: { index: 0, id: 'c', name: 'look', arguments: '{"q":1}' } },
        ],
        { reason: 'tool_calls' },
      ),
    )
    expect(await run.ended).toEqual({ error: null })
    expect(await sentBack(answerOf(run.events))).toEqual([
      { type: 'thinking', thinking: 'First this.', signature: signatureOf('First this.') },
      { type: 'text', text: 'So' },
      { type: 'thinking', thinking: 'Then that.', signature: signatureOf('Then that.') },
      { type: 'tool_use', id: 'c', name: 'look', input: { q: 1 } },
    ])
  })

  it('is sent back with its redacted blocks', async () => {
    const redacted = (index: number, data: string) => [
      event({ type: 'content_block_start', index, content_block: { type: 'redacted_thinking', data } }),
      event({ type: 'content_block_stop', index }),
    ]
    const hidden = [
      event({
        type: 'content_block_start',
        index: 92,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      }),
      event({
        type: 'content_block_delta',
        index: 92,
        delta: { type: 'signature_delta', signature: 'hidden' },
      }),
      event({ type: 'content_block_stop', index: 92 }),
    ]
    const steps = [...redacted(90, 'one'), ...redacted(91, 'two'), ...hidden, thought('Hm.'), said('So')]
    const run = start(completeStream(steps))
    expect(await run.ended).toEqual({ error: null })
    const answer = answerOf(run.events)
    expect(answer.parts.map((part) => 'text' in part && part.text)).toEqual(['', '', '', 'Hm.', 'So'])
    expect(await sentBack(answer)).toEqual([
      { type: 'redacted_thinking', data: 'one' },
      { type: 'redacted_thinking', data: 'two' },
      { type: 'thinking', thinking: '', signature: 'hidden' },
      { type: 'thinking', thinking: 'Hm.', signature: signatureOf('Hm.') },
      { type: 'text', text: 'So' },
    ])
  })

  it('is sent back unsigned to makers that sign nothing, and not to another provider', async () => {
    const unsigned = [
      event({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }),
      event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } }),
      event({ type: 'content_block_stop', index: 0 }),
    ]
    const run = start(completeStream([...unsigned, said('So')]))
    expect(await run.ended).toEqual({ error: null })
    const answer = answerOf(run.events)
    const text = { type: 'text', text: 'So' }
    expect(await sentBack({ ...answer, model: 'fake/thinker' })).toEqual([
      { type: 'thinking', thinking: 'Hm.', signature: '' },
      text,
    ])
    expect(await sentBack({ ...answer, model: 'other/thinker' })).toEqual([text])
  })

  it('is not sent back when a stop cut it off', async () => {
    const run = start({ type: 'stream', steps: [thought('Half', ' a'), { type: 'silence' }] })
    await run.waitForEvents(2)
    run.stop()
    await run.ended
    const answer = answerOf(run.events)
    expect(answer.parts).toEqual([{ type: 'reasoning', text: 'Half a' }])
    expect(await sentBack(answer)).toEqual([])
  })

  it('is not sent back when no text follows it', async () => {
    expect(await sentBack(message('assistant', [signed('Hm.')]))).toEqual([])
    const parts: Part[] = [{ type: 'text', text: 'So' }, signed('And?'), { type: 'text', text: ' ' }]
    expect(await sentBack(message('assistant', parts))).toEqual([{ type: 'text', text: 'So' }])
  })

  it('is not sent to another family', async () => {
    const answer = message('assistant', [signed('Hm.', 'openai'), { type: 'text', text: 'So' }])
    expect(await sentBack(answer)).toEqual([{ type: 'text', text: 'So' }])
  })
})

const readAttachment = async () => ({
  kind: 'image' as const,
  mediaType: 'image/png',
  bytes: new Uint8Array([1]),
})

describe('a server that rejects returned reasoning', () => {
  const path = [
    message('user', 'Hello'),
    message('assistant', [signed('Hm.'), { type: 'text', text: 'So' }]),
    message('user', 'Go on'),
  ]
  const refused = errorReply(400, {
    message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  })

  it('gets the request once more without it, so that the chat can continue', async () => {
    let asked = 0
    fake.script('strict', () => (asked++ === 0 ? refused : completeStream([said('On')])))
    const provider = anthropic()
    const run = startProbe(provider, request('strict', { messages: path }))
    expect(await run.ended).toEqual({ error: null })
    await run.upstreamClosed
    expect(run.upstream).toEqual({ opened: 2, closed: 2 })
    const bodies = fake.requests.map(({ body }) => JSON.stringify(body))
    expect(bodies.map((body) => body.includes('"thinking"'))).toEqual([true, false])
  })

  it('gets no further request if it rejects that too, or if there was no reasoning', async () => {
    const run = start(refused, path)
    expect(await run.ended).toMatchObject({ error: { code: 'PROVIDER_BAD_REQUEST' } })
    expect(fake.requests).toHaveLength(2)
    const plain = start(refused)
    expect(await plain.ended).toMatchObject({ error: { code: 'PROVIDER_BAD_REQUEST' } })
    expect(fake.requests).toHaveLength(3)
  })

  it('gets at most three requests: the second without what the refusal names, the third without all of it', async () => {
    const file = { attachmentId: 'f', name: 'dot.png', mediaType: 'image/png', sizeBytes: 1, toolCallId: 'c' }
    const withImage = message('assistant', [
      { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {}, state: 'done' },
      { type: 'tool-result', toolCallId: 'c', output: 'seen' },
      { type: 'attachment', ...file },
      { type: 'text', text: 'A dot' },
    ])
    fake.script('strict', refused)
    const provider = anthropic()
    const asked = request('strict', { messages: [...path, withImage, message('user', 'And?')] })
    const sent = async (given: { wasRefused?: true; tools?: ToolDefinition[] } = {}) => {
      const before = fake.requests.length
      const run = startProbe(provider, { ...asked, readAttachment, ...given })
      expect(await run.ended).toMatchObject({ error: { code: 'PROVIDER_BAD_REQUEST' } })
      return fake.requests.slice(before).map(({ body }) => {
        const text = JSON.stringify(body)
        return [text.includes('"image"'), text.includes('"thinking"')]
      })
    }
    const [all, withoutReasoning, nothing] = [
      [true, true],
      [true, false],
      [false, false],
    ]
    expect(await sent()).toEqual([all, withoutReasoning, nothing])
    expect(await sent({ wasRefused: true })).toEqual([all, nothing])
    fake.script('strict', errorReply(400, { message: 'Bad request' }))
    expect(await sent()).toEqual([all, [false, true], nothing])
    // The tool loop, which offered the tools, asks again.
    fake.script('strict', errorReply(400, { message: 'This model does not support tools' }))
    expect(
      await sent({ tools: [{ name: 'look', description: '', inputSchema: { type: 'object' } }] }),
    ).toEqual([all])
  })

  it('gets no further request once it has begun to answer, or for another error', async () => {
    const error: Step = { type: 'error', error: { message: 'No.', type: 'invalid_request_error' } }
    const broken = start({ type: 'stream', steps: [said('Half'), error] }, path)
    expect(await broken.ended).toMatchObject({ error: { code: 'PROVIDER_BAD_REQUEST' } })
    const overloaded = start(errorReply(529, { message: 'Overloaded' }), path)
    expect(await overloaded.ended).toMatchObject({ error: { code: 'PROVIDER_OVERLOADED' } })
    expect(fake.requests).toHaveLength(2)
  })
})
