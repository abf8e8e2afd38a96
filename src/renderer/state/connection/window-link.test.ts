import { expect, test } from 'vitest'

import type { WindowId } from '../../../shared/ids'
import type { WindowFault } from '../../../shared/rpc/window-events'
import { FakeEnvironment } from '../../testing/fake-parley'
import { createAppState } from '../app/app-state'
import { WindowLink } from './window-link'

/** By then everything was drawn that events led to. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

function setUp() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  parley.answers['window.pong'] = () => ({})
  const { sessionList } = createAppState(new FakeEnvironment(), '')
  const faults: WindowFault[] = []
  const link = new WindowLink(environment, {
    sessionList,
    loadModels: () => Promise.resolve(),
    onSessionChanged: () => {},
    onComparisonChanged: () => {},
    onCommand: () => {},
    onDeepLink: () => {},
    onFault: (fault) => faults.push(fault),
    onConfirmation: () => {},
    onSettings: () => {},
    onHealth: () => {},
    onNotices: () => {},
    onHostNotices: () => {},
    onNewBoot: () => {},
    onAttached: () => {},
  })
  const attached = (name: string) =>
    parley
      .newest('window.attach')
      .send({ type: 'attached', windowId: name as WindowId, bootId: 'boot-1' }, { type: 'ping', pingId: 1 })
  return { environment, parley, link, faults, attached }
}

test('a page that goes says so, so that main does not take it for one that crashed', () => {
  const { environment, parley, link } = setUp()
  link.attach()
  expect(parley.newest('window.attach').isClosed).toBe(false)
  environment.changePage('leaving')
  expect(parley.newest('window.attach').isClosed).toBe(true)
  parley.newest('window.attach').end({ reason: 'stopped' })
  environment.runTimers()
  expect(parley.streams).toHaveLength(1)
})

test('a page that was kept in memory and comes back is a window again, as often as it goes', async () => {
  const { environment, parley, link, attached } = setUp()
  link.attach()
  attached('first')
  for (const name of ['second', 'third']) {
    environment.changePage('leaving')
    parley.newest('window.attach').end({ reason: 'stopped' })
    environment.changePage('returned')
    attached(name)
  }
  expect(parley.streams.map(({ isClosed }) => isClosed)).toEqual([true, true, false])
  await turn()
  expect(parley.callsOf('window.pong')).toEqual([
    { windowId: 'first', pingId: 1 },
    { windowId: 'second', pingId: 1 },
    { windowId: 'third', pingId: 1 },
  ])
})

test('a page that goes while it waits to attach again does not attach after all', () => {
  const { environment, parley, link } = setUp()
  link.attach()
  parley.newest('window.attach').end({ reason: 'disconnected' })
  environment.changePage('leaving')
  environment.runTimers()
  expect(parley.streams).toHaveLength(1)
})

test('a link that was closed for good stays closed when the page comes back', () => {
  const { environment, parley, link } = setUp()
  const detach = link.attach()
  detach()
  environment.changePage('leaving')
  environment.changePage('returned')
  expect(parley.streams.map(({ isClosed }) => isClosed)).toEqual([true])
})

test('a fault that main orders is handed on as it was ordered', () => {
  const { parley, link, faults } = setUp()
  link.attach()
  const fault: WindowFault = { kind: 'throw-later', afterMs: 5, where: 'worker', as: 'reject' }
  parley.newest('window.attach').send({ type: 'fault', fault })
  expect(faults).toEqual([fault])
})
