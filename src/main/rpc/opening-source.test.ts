import { expect, test } from 'vitest'

import { ParleyError } from '../../shared/errors'
import { PushSource } from '../streams/push-source'
import { OpeningSource } from './opening-source'

function open() {
  const opening = Promise.withResolvers<PushSource<string>>()
  const letGo = new AbortController()
  const refused: unknown[] = []
  const source = new OpeningSource(opening.promise, { letGo, onRefused: (error) => refused.push(error) })
  const closed: string[] = []
  const inner = new PushSource<string>({ onClosed: (cause) => closed.push(cause), maxWaiting: 10 })
  return { opening, letGo, refused, source, closed, inner }
}

test('is silent until the source is there, and then is that source', async () => {
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

test('tells why it was not opened', async () => {
  const { opening, source, refused } = open()
  const error = new ParleyError('RUN_ACTIVE', 'busy')
  opening.reject(error)
  await expect.poll(() => source.end).toMatchObject({ reason: 'refused', error: { code: 'RUN_ACTIVE' } })
  expect(refused).toEqual([error])
})

test('a reader that lets go first is heard by the one who opens, and a source that comes late is closed', async () => {
  const { opening, source, letGo, closed, inner } = open()
  source.close('gone')
  expect(letGo.signal.aborted).toBe(true)
  opening.resolve(inner)
  await expect.poll(() => closed).toEqual(['gone'])

  const other = open()
  other.source.close('closed')
  other.opening.reject(other.letGo.signal.reason)
  await expect.poll(() => other.source.end).toEqual({ reason: 'stopped' })
})
