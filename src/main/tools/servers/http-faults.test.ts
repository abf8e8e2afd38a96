import { onTestFinished, expect, test } from 'vitest'

import type { Fault } from '../../../../e2e/fake-mcp/faults'
import { startFakeHttpServer } from '../../../../e2e/fake-mcp/http-server'
import { callOf, openHttpServers } from './testing/opened-servers'

/** The fake server over HTTP, after Parley has tried to connect to it. */
async function connect(faults: readonly Fault[] = [], change: object = {}) {
  const fake = await startFakeHttpServer({ faults })
  onTestFinished(() => fake.close())
  const { servers } = openHttpServers()
  servers.save({ id: 'fake', transport: { type: 'http', url: fake.url }, ...change })
  const info = await servers.start('fake', new AbortController().signal)
  const echo = () => callOf(servers, 'echo', { input: { text: 'Hi' } }).result
  return { servers, info, echo }
}

test('a server that answers nothing is given up after its time', async () => {
  const { info } = await connect(['silent'], { startTimeoutSeconds: 1 })
  expect(info).toMatchObject({ state: 'failed', problem: { code: 'TIMEOUT' } })
})

test('a call that is never answered fails after its time, and the next one is answered', async () => {
  const { servers, echo } = await connect([], { timeoutSeconds: 1 })
  await expect(callOf(servers, 'never').result).rejects.toMatchObject({
    code: 'TIMEOUT',
    data: { reason: 'call-time' },
  })
  expect(await echo()).toEqual({ text: 'Hi' })
})

test('calls are answered while the server floods', async () => {
  const { servers, info, echo } = await connect(['flood'])
  expect(info.state).toBe('ready')
  const { working, stop, result } = callOf(servers, 'slow')
  await working
  expect(await echo()).toEqual({ text: 'Hi' })
  stop()
  await expect(result).rejects.toThrow('stopped')
})

test('a call fails when the server crashes, and Parley connects again', async () => {
  const { servers, echo } = await connect()
  await expect(callOf(servers, 'exit').result).rejects.toMatchObject({ code: 'SERVER_FAILED' })
  await expect(echo()).rejects.toMatchObject({ data: { reason: 'connection-lost' } })
  expect(await echo()).toEqual({ text: 'Hi' })
})

test('a result of 100 MB fails its call, and the next one is answered', async () => {
  const { servers, echo } = await connect()
  await expect(callOf(servers, 'huge').result).rejects.toMatchObject({ data: { reason: 'too-large' } })
  expect(await echo()).toEqual({ text: 'Hi' })
})
