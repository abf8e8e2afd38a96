import { expect, test } from 'vitest'

import type { CloseCause } from './event-source'
import { PushSource } from './push-source'

function setUp(maxWaiting = 3) {
  const closed: CloseCause[] = []
  const announced: boolean[] = []
  const source = new PushSource<number>({ onClosed: (cause) => closed.push(cause), maxWaiting })
  source.onReadable((urgent) => announced.push(urgent))
  return { source, closed, announced }
}

test('distinguishes a lost reader from one that closed, and closes once', () => {
  for (const cause of ['gone', 'closed'] as const) {
    const { source, closed } = setUp()
    source.push(1)
    source.close(cause)
    source.close('closed')
    expect(closed).toEqual([cause])
    expect([source.take(10), source.end]).toEqual([[], { reason: 'stopped' }])
  }
})

test('ends a reader that stops reading, with the reason, and treats it as lost', () => {
  const { source, closed } = setUp(3)
  for (const event of [1, 2, 3, 4, 5]) source.push(event)
  expect(closed).toEqual(['gone'])
  expect(source.take(10)).toEqual([])
  expect(source.end).toMatchObject({
    reason: 'failed',
    error: { code: 'TIMEOUT', data: { reason: 'window' } },
  })
  source.close('gone')
  expect(closed).toEqual(['gone'])
})

test('announces each event at once, and returns as many as asked for, in order', () => {
  const { source, announced } = setUp()
  source.push(1)
  source.push(2)
  expect(announced).toEqual([true, true])
  expect([source.take(1), source.take(5), source.take(5)]).toEqual([[1], [2], []])
  expect(source.end).toBeNull()
})
