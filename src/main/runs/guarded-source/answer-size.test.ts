import { expect, it } from 'vitest'

import type { GuardedEvent } from '../../run-source/run-source'
import { AnswerSize } from './answer-size'

function sources(count: number): GuardedEvent {
  const list = Array.from({ length: count }, (_, index) => ({ url: `https://${index}.example/` }))
  return { type: 'sources', sources: list }
}

function call(chars: number): GuardedEvent {
  return { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: 'x'.repeat(chars) }
}

it('counts a growing list of sources once', () => {
  const size = new AnswerSize(100_000)
  for (let count = 1; count <= 500; count++) expect(size.take(sources(count))).not.toBeNull()
  expect(size.isFull).toBe(false)
})

it('counts arguments once, whether they arrived before their call or with it', () => {
  const size = new AnswerSize(10_000)
  size.addPending(6_000)
  expect(size.take(call(6_000))).not.toBeNull()
  expect(size.isFull).toBe(false)
  // A small call does not release the size of a large one that never arrives.
  size.addPending(3_000)
  expect(size.take(call(10))).not.toBeNull()
  size.addPending(3_000)
  expect(size.isFull).toBe(true)
})
