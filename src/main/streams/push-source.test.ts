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

test('a reader that was lost is not taken for one that took its leave, and lets go once', () => {
  for (const cause of ['gone', 'closed'] as const) {
    const { source, closed } = setUp()
    source.push(1)
    source.close(cause)
    source.close('closed')
    expect(closed).toEqual([cause])
    expect([source.take(10), source.end]).toEqual([[], { reason: 'stopped' }])
  }
})

test('a reader that does not read is ended, told why, and counts as one that let go by itself', () => {
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

test('every event is announced at once and given in order, as many as are asked for', () => {
  const { source, announced } = setUp()
  source.push(1)
  source.push(2)
  expect(announced).toEqual([true, true])
  expect([source.take(1), source.take(5), source.take(5)]).toEqual([[1], [2], []])
  expect(source.end).toBeNull()
})
