import { expect, test } from 'vitest'

import type { MessageId, SessionId } from '../../../shared/ids'
import { FakeEnvironment } from '../../testing/fake-parley'
import { ReadingPlaces } from './reading-places'

const one = 'one' as SessionId
const two = 'two' as SessionId
const place = (messageId: string, topPx = 0) => ({ messageId: messageId as MessageId, topPx })
const stored = { isPrivate: false }

function setUp() {
  const { parley } = new FakeEnvironment()
  parley.answers['readingPlaces.list'] = () => ({ places: { [one]: place('old', -40), [two]: place('two') } })
  parley.answers['readingPlaces.set'] = () => ({})
  return { parley, places: new ReadingPlaces(parley.api) }
}

test('a chat opens where it was left before the start, and at its end after it was read to the end', async () => {
  const { parley, places } = setUp()
  expect(await places.of(one)).toEqual(place('old', -40))
  places.note(one, null, stored)
  expect(await places.of(one)).toBeNull()
  places.note(two, place('new'), stored)
  places.note(two, place('new'), stored)
  expect(parley.callsOf('readingPlaces.set')).toEqual([
    { sessionId: one, place: null },
    { sessionId: two, place: place('new') },
  ])
  expect(parley.callsOf('readingPlaces.list')).toHaveLength(1)
})

test('a place that main sends late does not replace a newer one, and a failed load is tried again', async () => {
  const { parley, places } = setUp()
  const first = places.load()
  places.note(one, place('newer'), stored)
  await first
  expect([await places.of(one), await places.of(two)]).toEqual([place('newer'), place('two')])

  const { parley: broken, places: later } = setUp()
  const answer = broken.answers['readingPlaces.list']
  delete broken.answers['readingPlaces.list']
  expect(await later.of(one)).toBeNull()
  if (answer !== undefined) broken.answers['readingPlaces.list'] = answer
  expect(await later.of(one)).toEqual(place('old', -40))
  expect(parley.callsOf('readingPlaces.list')).toHaveLength(1)
})

test('the place in a temporary chat stays in the window', async () => {
  const { parley, places } = setUp()
  places.note(one, place('secret'), { isPrivate: true })
  expect(await places.of(one)).toEqual(place('secret'))
  expect(parley.callsOf('readingPlaces.set')).toEqual([])
})
