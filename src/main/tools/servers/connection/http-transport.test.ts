import { Client } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'

import { startFakeHttpServer } from '../../../../../e2e/fake-mcp/http-server'
import { HttpTransport } from './http-transport'
import { MessageReader } from './message-reader'

test('closes the stream of a cancelled call, which its server leaves open', async () => {
  const server = await startFakeHttpServer()
  const signals: AbortSignal[] = []
  const transport = new HttpTransport(new URL(server.url), new MessageReader(() => {}), {
    fetch(url, init = {}) {
      const isCall = typeof init.body === 'string' && init.body.includes('"tools/call"')
      if (isCall && init.signal != null) signals.push(init.signal)
      return fetch(url, init)
    },
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const controller = new AbortController()
  const call = client.callTool(
    { name: 'slow', arguments: {} },
    { signal: controller.signal, onprogress: () => controller.abort() },
  )
  await expect(call).rejects.toThrow()
  const [signal] = signals
  if (signal?.aborted === false) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  expect(signal?.aborted).toBe(true)
  await client.close()
  await server.close()
})
