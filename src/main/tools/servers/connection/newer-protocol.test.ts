import { expect, onTestFinished, test } from 'vitest'

import { startNewerServer } from '../../../../../e2e/fake-mcp/newer-server.ts'
import { callOf, openHttpServers } from '../testing/opened-servers'

test('a server that speaks only the newest version of the protocol is connected, and its tools are called', async () => {
  const fake = await startNewerServer()
  onTestFinished(() => fake.close())
  const { servers } = openHttpServers()
  servers.save({ id: 'fake', transport: { type: 'http', url: fake.url } })
  const { signal } = new AbortController()
  expect(await servers.start('fake', signal)).toMatchObject({
    state: 'ready',
    version: { name: 'newer', version: '2.0.0' },
    tools: [{ name: 'mcp:fake/echo' }, { name: 'mcp:fake/look-around' }],
  })
  const protocol = await servers.ask('fake', signal, ({ facts }) => Promise.resolve(facts.protocol))
  expect(protocol).toBe('2026-07-28')
  await expect(callOf(servers, 'look-around').result).rejects.toMatchObject({
    data: { reason: 'asks', method: 'roots' },
  })
  expect(servers.list()[0]?.log).toContain('The server asked for roots, which Parley does not support.')
  expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
})
