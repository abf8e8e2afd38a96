import { expect, it } from 'vitest'

import { readBody } from '../testing/read-body'
import { textsOf, withoutDeltas } from '../testing/run-probe'
import { gemini } from './google-provider'

const whole = { type: 'finish', reason: 'end' }

function chunk(candidate: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return { candidates: [candidate], ...more }
}

const parts = (...list: unknown[]) => chunk({ content: { parts: list } })
const stop = chunk({ finishReason: 'STOP' })
const asEvents = (...chunks: unknown[]) => chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`)

it('reads the list of chunks that the API sends without alt=sse, as they arrive', async () => {
  const body = JSON.stringify([parts({ text: 'Hello' }), parts({ text: ' there' }), stop], null, 2)
  const { events, error } = await readBody(gemini, [body], { contentType: 'application/json' })
  expect({ error, text: textsOf(events).text, last: events.at(-1) }).toEqual({
    error: null,
    text: 'Hello there',
    last: whole,
  })
  const cut = await readBody(gemini, [body.slice(0, body.indexOf('there'))], { contentType: '' })
  expect(textsOf(cut.events).text).toBe('Hello')
  expect(cut.error).toMatchObject({ code: 'PROVIDER_PROTOCOL' })
})

it('skips what it does not know, and shows pictures, code, results and sources', async () => {
  const { events, error } = await readBody(
    gemini,
    asEvents(
      { candidates: null, promptFeedback: {} },
      parts(null, 7, { hologram: 1 }, { text: null }, { functionCall: {} }),
      parts(
        { inlineData: { mimeType: 'image/png', data: 'AQID' } },
        { thought: true, inlineData: { data: 'AQID' } },
      ),
      parts({ executableCode: { language: 'PYTHON', code: '1+1' } }),
      parts({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '2' } }),
      parts({ functionCall: { id: 'c', name: 'constructor', args: {} } }),
      chunk({
        groundingMetadata: {
          groundingChunks: [{ web: { uri: 'https://a.example/', title: 'A' } }, { web: 7 }],
        },
      }),
      { ...stop, usageMetadata: { promptTokenCount: '3', candidatesTokenCount: 2, totalTokenCount: -1 } },
      { error: { code: 500, message: 'too late' } },
    ),
  )
  expect(error).toBeNull()
  expect(events[0]).toEqual({ type: 'file', mediaType: 'image/png', bytes: Buffer.from([1, 2, 3]) })
  expect(withoutDeltas(events).slice(1)).toMatchObject([
    { type: 'tool-call', toolName: 'code_execution', input: { code: '1+1' }, isRunByProvider: true },
    { type: 'tool-result', output: '2' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'constructor' },
    { type: 'sources', sources: [{ url: 'https://a.example/', title: 'A' }] },
    { type: 'usage', usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } },
    whole,
  ])
})

it('reads names in snake case', async () => {
  const snake = {
    candidates: [
      {
        content: { parts: [{ inline_data: { mime_type: 'image/png', data: 'AQID' } }, { text: 'x' }] },
        finish_reason: 'STOP',
      },
    ],
    usage_metadata: { prompt_token_count: 5, candidates_token_count: 2 },
  }
  const { events, error } = await readBody(gemini, asEvents(snake))
  expect(error).toBeNull()
  expect(events).toEqual([
    { type: 'file', mediaType: 'image/png', bytes: Buffer.from([1, 2, 3]) },
    { type: 'text-delta', text: 'x' },
    { type: 'usage', usage: { inputTokens: 5, outputTokens: 2, totalTokens: 7 } },
    whole,
  ])
})

it('links a file at another address, and names one that cannot be shown', async () => {
  const files = ['https://files.example/z.png', 'gs://bucket/z.png'].map((fileUri) => ({
    fileData: { mimeType: 'image/png', fileUri },
  }))
  const { events } = await readBody(gemini, asEvents(parts(...files), stop))
  expect(textsOf(events).text).toContain('(<https://files.example/z.png>)')
  expect(textsOf(events).text).toContain('A file in this answer (png) could not be saved.')
})

it('ignores an unspecified reason and an error with code 0', async () => {
  const first = { ...parts({ text: 'Hello' }), error: { code: 0, message: '', status: 'OK' } }
  Object.assign(first.candidates[0] ?? {}, { finishReason: 'FINISH_REASON_UNSPECIFIED' })
  const { events, error } = await readBody(gemini, asEvents(first, parts({ text: ' there' }), stop))
  expect({ error, text: textsOf(events).text }).toEqual({ error: null, text: 'Hello there' })
})
