import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type FakeProvider, startFakeProvider } from '../../../../e2e/fake-provider/fake-provider'
import { completeStream, errorReply, type Script, type Step } from '../../../../e2e/fake-provider/script'
import { emptySnapshot, reduceRun } from '../../../shared/runs/reduce-run'
import type { Message, Part } from '../../../shared/sessions/messages'
import { systemClock } from '../../base/clock'
import type { SourceEvent } from '../../run-source/run-source'
import { looping, scriptedTool } from '../../tools/loop/testing/looping'
import { message, request, startProbe, textsOf } from '../testing/run-probe'
import { createOpenAiCompatibleProvider } from './openai-compatible-provider'

let fake: FakeProvider

beforeEach(async () => {
  fake = await startFakeProvider()
})

afterEach(async () => {
  await fake.close()
})

function provider(id = 'fake') {
  const { baseUrl } = fake
  return createOpenAiCompatibleProvider({ id, name: 'Fake', baseUrl, apiKey: null, clock: systemClock })
}

type Fields = Record<string, unknown>

/** A chunk of an answer with these fields. */
function delta(fields: Fields): Step {
  return { type: 'event', data: { choices: [{ index: 0, delta: fields, finish_reason: null }] } }
}

function call(index: number, more: Fields = {}): Fields {
  return { index, id: `c${index}`, function: { name: 'look', arguments: `{"q":${index}}` }, ...more }
}

function stream(...deltas: Fields[]): Script {
  return completeStream(deltas.map(delta))
}

/** Reasoning as Mistral sends it. */
function part(text: string): { content: Fields[] } {
  return { content: [{ type: 'thinking', thinking: [{ type: 'text', text }] }] }
}

const end = stream({ content: 'Done.' })

/** The message that a run's events produce. */
function answerOf(events: readonly SourceEvent[], model = 'fake/scripted'): Message {
  const bodies = events.filter(
    (given) => given.type !== 'finish' && given.type !== 'file' && given.type !== 'pending',
  )
  return { ...reduceRun(emptySnapshot(message('assistant', [])), bodies).message, model }
}

/** Answers with tools, one script per step. Returns the answers in the last request of each provider that is asked next. */
async function conversation(scripts: readonly Script[], { nextId = 'fake' } = {}) {
  let count = 0
  fake.script('scripted', () => scripts[Math.min(count++, scripts.length - 1)] ?? end)
  const { events, outcome } = looping(provider().run, [scriptedTool('look')], {
    request: { modelId: 'scripted', messages: [message('user', 'Look')] },
  })
  expect(await outcome).toBeNull()
  const steps = fake.requests.map(({ body }) => assistantsIn(body))
  fake.script('scripted', end)
  const next = startProbe(
    provider(nextId),
    request('scripted', { messages: [message('user', 'Look'), answerOf(events), message('user', 'And?')] }),
  )
  expect(await next.ended).toEqual({ error: null })
  return { events, steps, next: assistantsIn(fake.requests.at(-1)?.body) }
}

function assistantsIn(body: unknown): Fields[] {
  return (body as { messages: Fields[] }).messages.filter(({ role }) => role === 'assistant')
}

describe('reasoning of an answer with calls', () => {
  it.each(['reasoning_content', 'reasoning'])(
    'goes back in its own field, with every step: %s',
    async (field) => {
      const { steps, next, events } = await conversation([
        stream(
          { [field]: 'First' },
          { [field]: ' this.' },
          { content: 'I look.' },
          { tool_calls: [call(0), call(1)] },
        ),
        stream({ [field]: 'Then that.' }, { tool_calls: [call(2)] }),
        stream({ [field]: 'So.' }, { content: 'Done.' }),
      ])
      expect(textsOf(events)).toEqual({ text: 'I look.Done.', reasoning: 'First this.Then that.So.' })
      const first = { content: 'I look.', [field]: 'First this.', tool_calls: [{}, {}] }
      const second = { content: null, [field]: 'Then that.', tool_calls: [{}] }
      expect(steps[1]).toMatchObject([first])
      expect(steps[2]).toMatchObject([first, second])
      expect(next).toMatchObject([first, second, { content: 'Done.', [field]: 'So.' }])
    },
  )

  it('goes back as a part of the content, as Mistral sends it', async () => {
    const { steps, next, events } = await conversation([
      stream(part('First'), part(' this.'), { content: 'I look.' }, { tool_calls: [call(0)] }),
      stream(part('Then that.'), { tool_calls: [call(1)] }),
      end,
    ])
    expect(textsOf(events)).toEqual({ text: 'I look.Done.', reasoning: 'First this.Then that.' })
    const first = { content: [...part('First this.').content, { type: 'text', text: 'I look.' }] }
    expect(steps[1]).toMatchObject([{ ...first, tool_calls: [{}] }])
    expect(next).toMatchObject([first, part('Then that.'), { content: 'Done.' }])
  })

  it('is not sent to another provider', async () => {
    const { next } = await conversation(
      [stream({ reasoning_content: 'Hm.' }, { tool_calls: [call(0)] }), end],
      { nextId: 'other' },
    )
    expect(JSON.stringify(next)).not.toContain('Hm.')
  })

  it('is left out for a server that refuses the field, also in the next answer', async () => {
    fake.script('strict', ({ body }) =>
      JSON.stringify(body).includes('reasoning_content')
        ? errorReply(400, { message: "'messages.1' : property 'reasoning_content' is unsupported" })
        : end,
    )
    const parts: Part[] = [
      {
        type: 'reasoning',
        text: 'Hm.',
        providerData: { 'openai-compatible': { textField: 'reasoning_content' } },
      },
      { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: {}, state: 'done' },
      { type: 'tool-result', toolCallId: 'c', output: 'seen' },
    ]
    const messages = [message('user', 'Look'), message('assistant', parts), message('user', 'And?')]
    const asked = provider()
    for (const requests of [2, 3]) {
      expect(await startProbe(asked, request('strict', { messages })).ended).toEqual({ error: null })
      expect(fake.requests).toHaveLength(requests)
    }
  })
})

it('reasoning of an answer without calls is not sent back as text', async () => {
  const { next } = await conversation([stream({ reasoning_content: 'Hm.' }, { content: 'Four.' })])
  expect(next).toEqual([{ role: 'assistant', content: 'Four.' }])
})

it('reasoning that a stop cut off is not sent back', async () => {
  fake.script('scripted', {
    type: 'stream',
    steps: [delta({ reasoning_content: 'Half a' }), { type: 'silence' }],
  })
  const run = startProbe(provider(), request('scripted'))
  await run.waitForEvents(1)
  run.stop()
  await run.ended
  expect(answerOf(run.events).parts).toEqual([{ type: 'reasoning', text: 'Half a' }])
})

/** A piece of readable reasoning. */
const text = (piece: string, more: Fields = {}) => ({
  type: 'reasoning.text',
  text: piece,
  index: 0,
  ...more,
})

describe("OpenRouter's reasoning_details", () => {
  const sealed = {
    type: 'reasoning.encrypted',
    data: 'c2VhbGVk',
    id: 'rs_1',
    format: 'openai-responses-v1',
    index: 1,
  }

  it('go back as they were, with their pieces joined, signed or encrypted', async () => {
    const { steps, next } = await conversation([
      stream(
        { reasoning: 'First', reasoning_details: [text('First', { format: 'anthropic-claude-v1' })] },
        { reasoning: ' this.', reasoning_details: [text(' this.')] },
        { reasoning_details: [{ type: 'reasoning.text', signature: 'signed', index: 0 }] },
        { content: 'I look.' },
        { reasoning_details: [sealed], tool_calls: [call(0)] },
      ),
      end,
    ])
    const details = [text('First this.', { format: 'anthropic-claude-v1', signature: 'signed' }), sealed]
    const expected = { content: 'I look.', reasoning_details: details, tool_calls: [{}] }
    expect(steps[1]).toMatchObject([expected])
    expect(next).toMatchObject([expected, { content: 'Done.' }])
    expect(next[0]).not.toHaveProperty('reasoning')
  })

  it('go back if they arrive after the calls, as part of the same step', async () => {
    const { steps, next } = await conversation([
      stream({ tool_calls: [call(0), call(1)] }, { reasoning_details: [sealed] }),
      end,
    ])
    expect(steps[1]).toMatchObject([{ reasoning_details: [sealed], tool_calls: [{}, {}] }])
    expect(next).toHaveLength(2)
  })

  it('go back with an answer without calls, too', async () => {
    const { next } = await conversation([stream({ reasoning_details: [sealed] }, { content: 'Four.' })])
    expect(next).toEqual([{ role: 'assistant', content: 'Four.', reasoning_details: [sealed] }])
  })
})

it("LiteLLM's thinking_blocks go back with their signature", async () => {
  const { steps } = await conversation([
    stream(
      { reasoning_content: 'Hm', thinking_blocks: [{ type: 'thinking', thinking: 'Hm' }] },
      { reasoning_content: '.', thinking_blocks: [{ type: 'thinking', thinking: '.' }] },
      { thinking_blocks: [{ type: 'thinking', thinking: '', signature: 'signed' }] },
      { tool_calls: [call(0)] },
    ),
    end,
  ])
  expect(steps[1]).toMatchObject([
    { thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature: 'signed' }], tool_calls: [{}] },
  ])
})

it('what comes with a call goes back with it: signatures of Gemini over its OpenAI-compatible address', async () => {
  const signature = { extra_content: { google: { thought_signature: 'c2lnbmVk' } } }
  const { steps, next } = await conversation([
    stream({ tool_calls: [call(0, signature)] }, { tool_calls: [call(1)] }),
    stream({ tool_calls: [call(2, { provider_specific_fields: { thought_signature: 'bGl0ZQ==' } })] }),
    end,
  ])
  const first = { tool_calls: [{ id: 'c0', ...signature }, { id: 'c1' }] }
  expect(steps[1]).toMatchObject([first])
  expect(next).toMatchObject([
    first,
    { tool_calls: [{ provider_specific_fields: { thought_signature: 'bGl0ZQ==' } }] },
    { content: 'Done.' },
  ])
  expect(JSON.stringify(next).match(/extra_content/g)).toHaveLength(1)
})
