import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

import { onTestFinished, expect, test } from 'vitest'

import type { Fault } from '../../../../e2e/fake-mcp/faults'
import { startFakeHttpServer } from '../../../../e2e/fake-mcp/http-server'
import { testCertificate } from '../../providers/testing/test-certificate'
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
  expect(await echo()).toEqual({ text: 'Hi' })
})

test('asking for sampling or roots is refused with the reason, and the log of the server says so', async () => {
  const { servers, echo } = await connect()
  for (const method of ['sampling/createMessage', 'roots/list', 'odd/request']) {
    const { text } = await callOf(servers, 'ask', { input: { method } }).result
    expect(JSON.parse(text)).toEqual({ code: -32_601, message: `Parley does not support ${method}.` })
    const [info] = servers.list()
    expect(info?.log).toContain(`The server asked for ${method}, which Parley does not support.`)
  }
  expect(await echo()).toEqual({ text: 'Hi' })
})

test('what is wrong with an address is named, instead of a failed fetch', async () => {
  const fake = await startFakeHttpServer()
  const gone = await startFakeHttpServer()
  await gone.close()
  onTestFinished(() => fake.close())
  const { servers } = openHttpServers()
  const cases = [
    [gone.url, 'nothing-there'],
    ['http://does-not-exist.invalid/mcp', 'name-not-found'],
    [fake.url.replace('http:', 'https:'), 'no-tls'],
  ] as const
  for (const [index, [url, reason]] of cases.entries()) {
    const id = `server-${index}`
    servers.save({ id, transport: { type: 'http', url } })
    const { problem } = await servers.start(id, new AbortController().signal)
    expect(problem).toMatchObject({ code: 'SERVER_FAILED', data: { reason } })
    expect(problem?.message).not.toContain('fetch')
  }
})

test.each([
  ['a block page', 403, '<html><title>Web filter</title></html>', 'blocked', /firewall/],
  ['a proxy that wants a sign-in', 407, '', 'proxy-sign-in', /HTTPS_PROXY/],
  ['a network that wants a sign-in', 511, '<html></html>', 'network-sign-in', /browser/],
] as const)('what answers in place of a server is named: %s', async (_name, status, body, reason, words) => {
  const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { servers } = openHttpServers()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  servers.save({ id: 'fake', transport: { type: 'http', url } })
  const { problem } = await servers.start('fake', new AbortController().signal)
  expect(problem).toMatchObject({ code: 'SERVER_FAILED', data: { reason } })
  expect(problem?.message).toMatch(words)
})

test('a certificate that is not trusted is named', async () => {
  const server = createTlsServer(testCertificate({ names: ['localhost'] })).on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { servers } = openHttpServers()
  const url = `https://localhost:${(server.address() as AddressInfo).port}/mcp`
  servers.save({ id: 'fake', transport: { type: 'http', url } })
  const { problem } = await servers.start('fake', new AbortController().signal)
  expect(problem).toMatchObject({ code: 'SERVER_FAILED', data: { reason: 'certificate-unknown' } })
  expect(problem?.message).toMatch(/does not trust the issuer.*NODE_EXTRA_CA_CERTS/)
})

test('a result of 20 MB fails its call, and the next one is answered', async () => {
  const { servers, echo } = await connect()
  await expect(callOf(servers, 'huge').result).rejects.toMatchObject({ data: { reason: 'too-large' } })
  expect(await echo()).toEqual({ text: 'Hi' })
})
