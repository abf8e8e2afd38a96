import { expect, test } from 'vitest'

import { ParleyError } from '../../shared/errors'
import { PushSource } from '../streams/push-source'
import { OpeningSource } from './stream-channel'

function open() {
  const opening = Promise.withResolvers<PushSource<string>>()
  const readerClosed = new AbortController()
  const refused: unknown[] = []
  const source = new OpeningSource(opening.promise, {
    readerClosed,
    onRefused: (error) => refused.push(error),
  })
  const closed: string[] = []
  const inner = new PushSource<string>({ onClosed: (cause) => closed.push(cause), maxWaiting: 10 })
  return { opening, readerClosed, refused, source, closed, inner }
}

test('has no events until the source opens, then passes them on', async () => {
  const { opening, source, closed, inner } = open()
  let heard = 0
  source.onReadable(() => (heard += 1))
  inner.push('first')
  expect(source.take(5)).toEqual([])
  opening.resolve(inner)
  await opening.promise
  await Promise.resolve()
  expect(heard).toBe(1)
  expect(source.take(5)).toEqual(['first'])
  inner.push('second')
  expect(heard).toBe(2)
  source.close('closed')
  expect(closed).toEqual(['closed'])
  expect(source.end).toEqual({ reason: 'stopped' })
})

test('ends with the reason when opening fails', async () => {
  const { opening, source, refused } = open()
  const error = new ParleyError('RUN_ACTIVE', 'busy')
  opening.reject(error)
  await expect.poll(() => source.end).toMatchObject({ reason: 'refused', error: { code: 'RUN_ACTIVE' } })
  expect(refused).toEqual([error])
})

test('tells the opener when the reader closes first, and closes a source that opens too late', async () => {
  const { opening, source, readerClosed, closed, inner } = open()
  source.close('gone')
  expect(readerClosed.signal.aborted).toBe(true)
  opening.resolve(inner)
  await expect.poll(() => closed).toEqual(['gone'])

  const other = open()
  other.source.close('closed')
  other.opening.reject(other.readerClosed.signal.reason)
  await expect.poll(() => other.source.end).toEqual({ reason: 'stopped' })
})
