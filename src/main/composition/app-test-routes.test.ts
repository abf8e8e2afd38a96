import { expect, test } from 'vitest'

import { createParleyClient } from '../../renderer/rpc/client'
import type { ParleyApi } from '../../renderer/rpc/parley-api'
import type { Wire } from '../../renderer/rpc/wire'
import type { TestRouteName } from '../../shared/rpc/contract'
import type { WindowEvent } from '../../shared/rpc/window-events'
import { recordingObserver } from '../rpc/testing/contract-setup'
import { createMemoryPair } from '../rpc/testing/memory-pair'
import { startTestApp } from '../rpc/testing/test-app'

/** A valid input for each route. */
const inputs: Record<TestRouteName, object> = {
  'test.throwInRender': {},
  'test.throwLater': { afterMs: 0 },
  'test.freezeWindow': { ms: 0 },
  'test.freezeMain': { ms: 0 },
  'test.killRenderer': {},
  'test.shutRuns': {},
  'test.storeFault': { kind: 'full' },
  'test.dropWire': {},
  'test.skewClock': { ms: 1 },
  'test.connections': {},
}
const names = Object.keys(inputs) as TestRouteName[]

async function startApp(parleyTest: string | undefined) {
  const app = await startTestApp({
    environment: parleyTest === undefined ? {} : { PARLEY_TEST: parleyTest },
  })
  function connect() {
    const { transport, wire } = createMemoryPair()
    app.connect(transport)
    return { wire, parley: createParleyClient(wire) }
  }
  /** A window as main sees it, with its events recorded. */
  async function attach() {
    const { parley } = connect()
    const observer = recordingObserver<WindowEvent>()
    const stream = parley.open('window.attach', {}, observer)
    await observer.batches.until(() => observer.events.length > 0)
    return { observer, stream }
  }
  return { app, connect, attach, ...connect() }
}

/** Cuts the connection. In memory, everything just sent is lost with it, including the answer. */
async function cut(wire: Wire, parley: ParleyApi, input: { ms?: number }): Promise<void> {
  const lost = new Promise<void>((resolve) => wire.onStateChange(() => resolve()))
  parley.invoke('test.dropWire', input).catch(() => 'lost, as it may be')
  await lost
}

for (const value of [undefined, '', '0', 'true', '2'])
  test(`an app without test mode cannot be broken on purpose: PARLEY_TEST ${value === undefined ? 'absent' : `'${value}'`}`, async () => {
    const { app, parley } = await startApp(value)
    for (const name of names) {
      const error: unknown = await parley
        .invoke(name, inputs[name] as never)
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        code: 'INVALID_INPUT',
        data: { reason: 'route-unknown', route: name },
      })
    }
    expect(await app.refreshHealth()).toMatchObject({ status: 'ok', fatalErrorCount: 0 })
    await expect(parley.invoke('sessions.create', { model: 'demo/silent' })).resolves.toBeDefined()
  })

test('refuses runs with the error that broke them while the rest of the app works', async () => {
  const { app, parley } = await startApp('1')
  const { session } = await parley.invoke('sessions.create', { model: 'demo/silent' })
  await parley.invoke('test.shutRuns', {})
  await expect(parley.invoke('runs.send', { sessionId: session.id, text: 'Hi' })).rejects.toMatchObject({
    code: 'DEGRADED',
    message: 'New answers cannot start. Error: the run manager was shut by test.shutRuns',
    data: { cause: { code: 'INTERNAL', message: 'Error: the run manager was shut by test.shutRuns' } },
  })
  expect((await parley.invoke('sessions.list', {})).sessions.map(({ id }) => id)).toEqual([session.id])
  expect((await parley.invoke('runs.list', {})).runs).toEqual([])
  const health = await app.refreshHealth()
  expect(health).toMatchObject({
    status: 'degraded',
    fatalErrorCount: 1,
    fatalErrors: [{ source: 'runs', message: 'the run manager was shut by test.shutRuns' }],
  })
  expect(health.fatalErrors[0]?.stack).toMatch(/\n\s+at /)
  expect(health.checks.filter(({ status }) => status === 'failing').map(({ id }) => id)).toEqual(['runs'])
})

test('on a full disk refuses writes, still reads chats, and recovers once there is space', async () => {
  const { app, parley } = await startApp('1')
  const { session } = await parley.invoke('sessions.create', { model: 'demo/silent' })
  await parley.invoke('test.storeFault', { kind: 'full' })
  const refusal = { code: 'DEGRADED', data: { cause: { code: 'STORE_FULL', data: { reason: 'full' } } } }
  await expect(parley.invoke('sessions.create', {})).rejects.toMatchObject(refusal)
  expect(app.health().status).toBe('degraded')
  await expect(parley.invoke('runs.send', { sessionId: session.id, text: 'Hi' })).rejects.toMatchObject(
    refusal,
  )
  expect((await parley.invoke('sessions.list', {})).sessions.map(({ id }) => id)).toEqual([session.id])
  expect((await parley.invoke('health.get', {})).checks).toContainEqual(
    expect.objectContaining({ id: 'store', status: 'failing' }),
  )

  await parley.invoke('test.storeFault', { kind: null })
  expect(await parley.invoke('health.get', {})).toMatchObject({ status: 'ok', fatalErrorCount: 0 })
  await parley.invoke('sessions.create', { model: 'demo/silent' })
  expect((await parley.invoke('sessions.list', {})).sessions).toHaveLength(2)
})

test('finds a damaged store on a health request, and refuses calls and streams', async () => {
  const { parley } = await startApp('1')
  const { session } = await parley.invoke('sessions.create', { model: 'demo/silent' })
  await parley.invoke('test.storeFault', { kind: 'damaged' })
  expect(await parley.invoke('health.get', {})).toMatchObject({ status: 'degraded', fatalErrorCount: 0 })
  const refusal = { code: 'DEGRADED', data: { cause: { code: 'STORE_DAMAGED' } } }
  await expect(parley.invoke('sessions.list', {})).rejects.toMatchObject(refusal)
  const observer = recordingObserver()
  parley.open('session.watch', { sessionId: session.id }, observer)
  await observer.ends.until(({ length }) => length === 1)
  expect(observer.ends.items).toMatchObject([{ reason: 'refused', error: refusal }])
})

test('keeps an answer running when a full disk prevents deleting its chat', async () => {
  const { parley } = await startApp('1')
  const { session } = await parley.invoke('sessions.create', { model: 'demo/silent' })
  await parley.invoke('runs.send', { sessionId: session.id, text: 'Hi' })
  await parley.invoke('test.storeFault', { kind: 'full' })
  await expect(parley.invoke('sessions.delete', { sessionId: session.id })).rejects.toThrow()
  await parley.invoke('test.storeFault', { kind: null })
  expect(await parley.invoke('sessions.list', {})).toMatchObject({
    sessions: [{ id: session.id, running: true }],
  })
  await parley.invoke('runs.stop', { sessionId: session.id })
})

test('refuses a window fault when no window is attached', async () => {
  const { parley } = await startApp('1')
  const orders: [TestRouteName, object][] = [
    ['test.throwInRender', {}],
    ['test.throwLater', { afterMs: 0, where: 'window' }],
    ['test.throwLater', { afterMs: 0, where: 'worker' }],
    ['test.freezeWindow', { ms: 1 }],
    ['test.killRenderer', {}],
  ]
  for (const [name, input] of orders) {
    await expect(parley.invoke(name, input as never)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('sends a fault to every window with its options', async () => {
  const { attach, parley } = await startApp('1')
  const windows = [await attach(), await attach()]
  await parley.invoke('test.throwInRender', {})
  await parley.invoke('test.throwLater', { afterMs: 7, where: 'worker', as: 'reject' })
  await parley.invoke('test.throwLater', { afterMs: 8, where: 'window' })
  await parley.invoke('test.freezeWindow', { ms: 9 })
  await parley.invoke('test.killRenderer', {})
  for (const { observer } of windows) {
    const faults = () => observer.events.flatMap((event) => (event.type === 'fault' ? [event.fault] : []))
    await observer.batches.until(() => faults().length === 5)
    expect(faults()).toEqual([
      { kind: 'throw-in-render' },
      { kind: 'throw-later', afterMs: 7, where: 'worker', as: 'reject' },
      { kind: 'throw-later', afterMs: 8, where: 'window', as: 'throw' },
      { kind: 'freeze', ms: 9 },
      { kind: 'crash' },
    ])
  }
})

test('freezes main for the requested time', async () => {
  const { parley } = await startApp('1')
  const orderedMs = performance.now()
  await parley.invoke('test.freezeMain', { ms: 50 })
  // Main runs in this thread: this timer is set after the one that freezes it, and fires after it.
  await new Promise((resolve) => setTimeout(resolve, 1))
  expect(performance.now() - orderedMs).toBeGreaterThanOrEqual(50)
})

test('dates new entries with a skewed clock, and breaks nothing', async () => {
  const { app, parley } = await startApp('1')
  const before = await parley.invoke('sessions.create', { model: 'demo/silent' })
  await parley.invoke('test.skewClock', { ms: -86_400_000 })
  const after = await parley.invoke('sessions.create', { model: 'demo/silent' })
  const leapMs = after.session.createdAt - before.session.createdAt
  expect(leapMs).toBeLessThan(-86_000_000)
  const { status, uptimeMs } = await app.refreshHealth()
  expect(status).toBe('ok')
  expect(uptimeMs).toBeGreaterThanOrEqual(0)
})

test('lists open calls and streams by connection, including the asking call, and nothing closed', async () => {
  const { attach, parley } = await startApp('1')
  const { observer, stream } = await attach()
  expect(await parley.invoke('test.connections', {})).toEqual({
    connections: [
      { calls: ['test.connections'], streams: [] },
      { calls: [], streams: ['window.attach'] },
    ],
  })
  stream.close()
  await observer.ends.until(({ length }) => length === 1)
  const { connections } = await parley.invoke('test.connections', {})
  expect(connections.map(({ streams }) => streams)).toEqual([[], []])
})

test('cuts a connection after sending its answer, and refuses new ones for a while', async () => {
  const { app, connect } = await startApp('1')
  const { transport, wire } = createMemoryPair()
  const done: string[] = []
  app.connect({
    ...transport,
    send(frame) {
      done.push(frame.type)
      transport.send(frame)
    },
    close() {
      done.push('close')
      transport.close()
    },
  })
  await cut(wire, createParleyClient(wire), { ms: 600_000 })
  expect(done).toEqual(['result', 'close'])
  expect(connect().wire.state).toBe('lost')
})

test('accepts connections at once after a cut without a duration', async () => {
  const { connect, parley, wire } = await startApp('1')
  await cut(wire, parley, {})
  const again = connect()
  expect((await again.parley.invoke('sessions.list', {})).sessions).toEqual([])
})

test('a window that loses its connection for good degrades the app; one that said goodbye does not', async () => {
  for (const isClosedBefore of [false, true]) {
    const { app, attach, parley, wire } = await startApp('1')
    const { observer, stream } = await attach()
    if (isClosedBefore) {
      stream.close()
      await observer.ends.until(({ length }) => length === 1)
    }
    await cut(wire, parley, { ms: 600_000 })
    const { status, checks } = await app.refreshHealth()
    const { status: ofWindow } = checks.find(({ id }) => id === 'window') ?? {}
    expect([status, ofWindow]).toEqual(isClosedBefore ? ['ok', 'n/a'] : ['degraded', 'failing'])
  }
})
