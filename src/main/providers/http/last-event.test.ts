import { expect, it } from 'vitest'

import { LastEventScanner } from './last-event'

/** After which chunk the stream is over; -1 when it is not. */
function overAt(...chunks: string[]): number {
  const scanner = new LastEventScanner('[DONE]')
  return chunks.findIndex((chunk) => scanner.push(Buffer.from(chunk)))
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
