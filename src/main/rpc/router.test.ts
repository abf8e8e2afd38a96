import { expect, onTestFinished, test } from 'vitest'

import { createParleyClient } from '../../renderer/rpc/client'
import { ParleyError } from '../../shared/errors'
import { failureData } from '../../shared/failures/failure'
import { testRoutes } from '../../shared/rpc/test-routes'
import type { WatchEvent } from '../../shared/runs/events'
import { serveConnection, type TestRouteHandlers } from './router'
import { recordingObserver } from './testing/contract-setup'
import { createMemoryPair } from './testing/memory-pair'
import { ManualSource } from './testing/manual-source'
import { scriptedService } from './testing/scripted-service'

const full = new ParleyError('STORE_FULL', 'The disk is full.', { data: { reason: 'full' } })
const damaged = new ParleyError('STORE_DAMAGED', 'The file is damaged.', { data: { reason: 'damaged' } })
const testNames = Object.keys(testRoutes) as (keyof typeof testRoutes)[]

function serve(script: Parameters<typeof scriptedService>[0], testHandlers?: TestRouteHandlers) {
  const service = scriptedService(script)
  const { transport, wire, disconnect } = createMemoryPair()
  const served = serveConnection(transport, { ...service, testRoutes: testHandlers })
  onTestFinished(disconnect)
  return { service, served, client: createParleyClient(wire) }
}

function refuse(error: unknown) {
  return () => {
    throw error
  }
}

test('refuses a frame that is nested too deeply by its id, and keeps the connection', async () => {
  const { transport, wire, disconnect } = createMemoryPair()
  onTestFinished(disconnect)
  const service = scriptedService({})
  serveConnection(transport, service)
  const answers: unknown[] = []
  wire.onFrame((frame) => answers.push(frame))
  const deep = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) as unknown
  wire.send({ type: 'call', id: 7, route: 'sessions.list', input: deep })
  await expect
    .poll(() => answers)
    .toMatchObject([{ id: 7, ok: false, error: failureData('INVALID_INPUT', 'frame-too-deep') }])
  expect(service.reported).toMatchObject([{ level: 'warning' }])
})

test('refuses a call that a broken store fails as DEGRADED, with the store’s error', async () => {
  for (const error of [full, damaged]) {
    const { client, service } = serve({ routes: { 'sessions.list': refuse(error) } })
    await expect(client.invoke('sessions.list', {})).rejects.toMatchObject({
      code: 'DEGRADED',
      message: `Parley cannot do this right now. ${error.message}`,
      data: { reason: 'not-now', cause: { code: error.code, message: error.message, data: error.data } },
    })
    expect(service.reported).toEqual([])
  }
})

test('refuses a stream that a broken store fails as DEGRADED', async () => {
  for (const error of [full, damaged]) {
    const { client, service } = serve({ streams: { 'session.watch': refuse(error) } })
    const observer = recordingObserver<WatchEvent>()
    client.open('session.watch', { sessionId: 's1' }, observer)
    await observer.ends.until(({ length }) => length === 1)
    expect(observer.ends.items).toMatchObject([
      {
        reason: 'refused',
        error: { code: 'DEGRADED', data: { cause: { code: error.code, message: error.message } } },
      },
    ])
    expect(service.reported).toEqual([])
  }
})

test('keeps the code of a refusal that is not the store’s fault', async () => {
  const { client } = serve({
    routes: { 'sessions.list': refuse(new ParleyError('NOT_FOUND', 'no such chat')) },
  })
  await expect(client.invoke('sessions.list', {})).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'no such chat',
  })
})

test('runs actions after an answer before the peer’s next question', async () => {
  const happened: string[] = []
  const service = scriptedService({
    routes: {
      'sessions.list': (_input, { afterAnswer }) => {
        afterAnswer(() => happened.push('after the answer'))
        return { sessions: [], nextCursor: null }
      },
    },
  })
  const { transport, wire, disconnect } = createMemoryPair()
  onTestFinished(disconnect)
  serveConnection(
    {
      ...transport,
      send(frame) {
        happened.push('answer')
        // A peer that is as fast as possible.
        queueMicrotask(() => happened.push('next question'))
        transport.send(frame)
      },
    },
    service,
  )
  await createParleyClient(wire).invoke('sessions.list', {})
  expect(happened).toEqual(['answer', 'after the answer', 'next question'])
})

test('an app without test mode does not know the test routes', async () => {
  const { client, service } = serve({})
  const made = 'test.madeUp' as 'test.shutRuns'
  for (const name of [...testNames, made]) {
    const error: unknown = await client.invoke(name, {}).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject(failureData('INVALID_INPUT', 'route-unknown', { route: name }))
  }
  expect(service.reported).toEqual([])
})

test('an app in test mode serves its test routes, checks their input, and refuses unknown ones', async () => {
  const shut: unknown[] = []
  const unscripted = testNames.map((name) => [name, refuse(new Error(`unscripted: ${name}`))])
  const handlers = Object.fromEntries(unscripted) as TestRouteHandlers
  handlers['test.shutRuns'] = (input) => {
    shut.push(input)
    return {}
  }
  const { client } = serve({}, handlers)
  expect(await client.invoke('test.shutRuns', {})).toEqual({})
  expect(shut).toEqual([{}])
  await expect(client.invoke('test.freezeWindow', { ms: -1 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'ms' },
  })
  await expect(client.invoke('test.toString' as 'test.shutRuns', {})).rejects.toMatchObject({
    data: { reason: 'route-unknown', route: 'test.toString' },
  })
})

test('lists a peer’s open calls and streams by name while they are open', async () => {
  const source = new ManualSource<WatchEvent>()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<{ runs: [] }>()
  const { client, served } = serve({
    routes: {
      'runs.list': () => {
        asked.resolve()
        return answer.promise
      },
    },
    streams: { 'session.watch': () => source },
  })
  const observer = recordingObserver<WatchEvent>()
  client.open('session.watch', { sessionId: 's1' }, observer)
  const listed = client.invoke('runs.list', {})
  await asked.promise
  expect(served.open()).toEqual({ calls: ['runs.list'], streams: ['session.watch'] })
  answer.resolve({ runs: [] })
  await listed
  expect(served.open()).toEqual({ calls: [], streams: ['session.watch'] })
  source.finish({ reason: 'completed' })
  await observer.ends.until(({ length }) => length === 1)
  expect(served.open()).toEqual({ calls: [], streams: [] })
})
