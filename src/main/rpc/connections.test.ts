import { expect, test } from 'vitest'

import { createParleyClient } from '../../renderer/rpc/client'
import type { WindowEvent } from '../../shared/rpc/window-events'
import { createManualClock } from '../base/testing/manual-clock'
import { Connections } from './connections'
import { recordingObserver } from './testing/contract-setup'
import { ManualSource } from './testing/manual-source'
import { createMemoryPair } from './testing/memory-pair'
import { Recorded } from './testing/recorded'
import { scriptedService } from './testing/scripted-service'

function setUp() {
  const clock = createManualClock()
  const sources = new Recorded<ManualSource<WindowEvent>>()
  const asked = new Recorded<string>()
  const service = scriptedService({
    clock,
    routes: {
      'runs.list': () => ({ runs: [] }),
      'app.info': () => {
        asked.push('app.info')
        return new Promise(() => {})
      },
    },
    streams: {
      'window.attach': () => {
        const source = new ManualSource<WindowEvent>()
        sources.push(source)
        return source
      },
    },
  })
  const connections = new Connections(() => service, clock)
  function connect() {
    const { transport, wire, disconnect } = createMemoryPair()
    connections.accept(transport)
    return { wire, client: createParleyClient(wire), disconnect }
  }
  return { clock, sources, asked, connections, connect, service }
}

test('lists what each peer has open, by name, and nothing of one that is gone', async () => {
  const { asked, sources, connections, connect } = setUp()
  const [one, two] = [connect(), connect()]
  one.client.invoke('app.info', {}).catch(() => 'cut, as expected')
  one.client.open('window.attach', {}, recordingObserver())
  await asked.until(({ length }) => length === 1)
  await sources.until(({ length }) => length === 1)
  expect(connections.list()).toEqual([
    { calls: ['app.info'], streams: ['window.attach'] },
    { calls: [], streams: [] },
  ])
  one.disconnect()
  expect(connections.list()).toEqual([{ calls: [], streams: [] }])
  two.disconnect()
  expect(connections.list()).toEqual([])
})

test('does not list what was answered or has ended', async () => {
  const { sources, connections, connect } = setUp()
  const { client } = connect()
  const observer = recordingObserver<WindowEvent>()
  client.open('window.attach', {}, observer)
  await client.invoke('runs.list', {})
  const [source] = sources.items
  source?.finish({ reason: 'completed' })
  await observer.ends.until(({ length }) => length === 1)
  expect(connections.list()).toEqual([{ calls: [], streams: [] }])
})

test('a cut ends every peer’s streams as gone, and lets peers reconnect at once', async () => {
  const { sources, connections, connect } = setUp()
  const peers = [connect(), connect()]
  for (const { client } of peers) client.open('window.attach', {}, recordingObserver())
  await sources.until(({ length }) => length === 2)
  connections.dropAll(0)
  expect(peers.map(({ wire }) => wire.state)).toEqual(['lost', 'lost'])
  expect(sources.items.map(({ closeCauses }) => closeCauses)).toEqual([['gone'], ['gone']])
  const back = connect()
  expect(await back.client.invoke('runs.list', {})).toEqual({ runs: [] })
})

test('a cut with a duration refuses new peers until it ends, and no longer', async () => {
  const { clock, connections, connect, service } = setUp()
  connections.dropAll(1_000)
  clock.advance(999)
  expect(connect().wire.state).toBe('lost')
  expect(connections.list()).toEqual([])
  clock.advance(1)
  expect(await connect().client.invoke('runs.list', {})).toEqual({ runs: [] })
  expect(service.reported).toEqual([])
})

test('a second cut restarts the duration, and the end of the first does not end it', () => {
  const { clock, connections, connect } = setUp()
  connections.dropAll(1_000)
  clock.advance(900)
  connections.dropAll(1_000)
  clock.advance(999)
  expect(connect().wire.state).toBe('lost')
  clock.advance(1)
  expect(connect().wire.state).toBe('open')
})

test('a closed app accepts nobody, even if a cut has ended since', () => {
  const { clock, connections, connect } = setUp()
  const { wire } = connect()
  connections.dropAll(1_000)
  connections.close()
  clock.advance(1_000)
  expect([wire.state, connect().wire.state]).toEqual(['lost', 'lost'])
  expect(clock.pendingTimers).toBe(0)
})

test('does not list a peer that was gone before it was served', () => {
  const { connections, service } = setUp()
  const { transport } = createMemoryPair()
  connections.accept({
    ...transport,
    onClosed: (closed) => closed(),
  })
  expect(connections.list()).toEqual([])
  expect(service.reported).toEqual([])
})
