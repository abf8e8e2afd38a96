import { expect, test } from 'vitest'

import type { WindowId } from '../../../shared/ids'
import type { WindowFault } from '../../../shared/rpc/window-events'
import { FakeEnvironment } from '../../testing/fake-parley'
import { WindowLink } from './window-link'

/** Enough time to render the effects of all events. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

const ignore = () => {}

function setUp() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  parley.answers['window.pong'] = () => ({})
  const faults: WindowFault[] = []
  const link = new WindowLink(environment, false, {
    attached: ignore,
    'session-upserted': ignore,
    'session-removed': ignore,
    'comparison-upserted': ignore,
    'comparison-removed': ignore,
    'sessions-changed': ignore,
    'lists-changed': ignore,
    'models-changed': ignore,
    'models-updated': ignore,
    'tools-changed': ignore,
    'projects-changed': ignore,
    'knowledge-changed': ignore,
    'votes-changed': ignore,
    'page-checks': ignore,
    'settings-changed': ignore,
    notices: ignore,
    'host-notices': ignore,
    spending: ignore,
    'markdown-folder': ignore,
    sync: () => {},
    health: ignore,
    command: ignore,
    'deep-link': ignore,
    confirmation: ignore,
    fault: ({ fault }) => faults.push(fault),
  })
  const attached = (name: string) =>
    parley
      .newest('window.attach')
      .send({ type: 'attached', windowId: name as WindowId, bootId: 'boot-1' }, { type: 'ping', pingId: 1 })
  return { environment, parley, link, faults, attached }
}

test('reports that the page is left, so that main does not count it as a crash', () => {
  const { environment, parley, link } = setUp()
  link.attach()
  expect(parley.newest('window.attach').isClosed).toBe(false)
  environment.changePage('leaving')
  expect(parley.newest('window.attach').isClosed).toBe(true)
  parley.newest('window.attach').end({ reason: 'stopped' })
  environment.runTimers()
  expect(parley.streams).toHaveLength(1)
})

test('attaches again each time the page returns from the back/forward cache', async () => {
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

test('does not attach again if the page is left while it waits', () => {
  const { environment, parley, link } = setUp()
  link.attach()
  parley.newest('window.attach').end({ reason: 'disconnected' })
  environment.changePage('leaving')
  environment.runTimers()
  expect(parley.streams).toHaveLength(1)
})

test('a link closed permanently stays closed when the page returns', () => {
  const { environment, parley, link } = setUp()
  const detach = link.attach()
  detach()
  environment.changePage('leaving')
  environment.changePage('returned')
  expect(parley.streams.map(({ isClosed }) => isClosed)).toEqual([true])
})

test('passes a fault from main on unchanged', () => {
  const { parley, link, faults } = setUp()
  link.attach()
  const fault: WindowFault = { kind: 'throw-later', afterMs: 5, where: 'worker', as: 'reject' }
  parley.newest('window.attach').send({ type: 'fault', fault })
  expect(faults).toEqual([fault])
})

test('tells main which window the user has turned to, once it is attached', () => {
  const { environment, parley, link, attached } = setUp()
  link.attach()
  environment.surroundings.focus()
  attached('first')
  environment.surroundings.focus()
  expect(parley.callsOf('window.focused')).toEqual([{ windowId: 'first' }])
})
