import { expect, it } from 'vitest'

import { createLastEventScanner, type LastEvent } from './last-event'

/** After which chunk the stream is over; -1 when it is not. */
function overAt(...chunks: string[]): number {
  return overWith({ data: '[DONE]' }, chunks)
}

function overWith(lastEvent: LastEvent, chunks: string[]): number {
  const scanner = createLastEventScanner(lastEvent)
  return chunks.findIndex((chunk) => scanner?.push(Buffer.from(chunk)) === true)
}

function isDone(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'done' in data && data.done === true
}

it('finds the last event on a line of its own, in every spelling', () => {
  for (const text of [
    'data: [DONE]\n\n',
    'data:[DONE]\n\n',
    'data: 1\r\n\r\ndata: [DONE]\r\n',
    'data: [DONE]',
  ]) {
    expect(overAt(text)).toBe(0)
  }
})

it('finds it wherever the chunks part', () => {
  const text = 'data: {"a":1}\n\ndata: [DONE]\n\n'
  for (let cut = 0; cut <= text.length; cut++) {
    expect(overAt(text.slice(0, cut), text.slice(cut))).toBe(cut < text.indexOf(']') + 1 ? 1 : 0)
  }
})

it('does not take a quotation for it', () => {
  expect(overAt('data: {"text":"data: [DONE]"}\n\n', 'data: [DONE]s\n\n', ': data: [DONE]\n\n')).toBe(-1)
})

it('knows by its name an event that is over with its blank line, wherever the chunks part', () => {
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const lines = ['event: part', 'data: {"event":"last"}', '', 'event: last', 'data: {"a":1}', '', '']
    const text = lines.join(lineEnd)
    for (let cut = 0; cut < text.length; cut++) {
      expect([
        lineEnd,
        cut,
        overWith({ names: ['other', 'last'] }, [text.slice(0, cut), text.slice(cut)]),
      ]).toEqual([lineEnd, cut, 1])
    }
  }
})

it('knows by its JSON an event after which the answer is complete, wherever the chunks part', () => {
  const mark: LastEvent = { hints: ['"done"'], isComplete: isDone }
  const lines = ['data: {"text":"\\"done\\":true Zürich"}', '', 'data:{"text":"🏔","done":true}', '', '']
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const bytes = Buffer.from(lines.join(lineEnd))
    const over = bytes.lastIndexOf('}') + 1 + 1
    for (let cut = 0; cut <= bytes.length; cut++) {
      const scanner = createLastEventScanner(mark)
      const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)]
      const overAtChunk = chunks.findIndex((chunk) => scanner?.push(chunk) === true)
      expect([lineEnd, cut, overAtChunk]).toEqual([lineEnd, cut, cut < over ? 1 : 0])
    }
  }
})

it('is not disturbed by an event that is no JSON', () => {
  const mark: LastEvent = { hints: ['done'], isComplete: () => true }
  expect(overWith(mark, ['data: {"done"\n\n', ': done\n', 'data: "done"\n'])).toBe(2)
})

it('waits for no event where a protocol has none', () => {
  expect(createLastEventScanner(null)).toBeNull()
})
