import { WebSocketServer, WebSocket } from 'ws'
import { once } from 'node:events'
import { test } from 'vitest'
import { Worker } from 'node:worker_threads'
import { connectTo, startTestApp } from './testing/test-app'
import { createWebSocketTransport } from './rpc/web-socket-transport'
test('block', async () => {
  const app = await startTestApp()
  const client = connectTo(app)
  const { session } = await client.invoke('sessions.import', { title: 'x', messages: Array.from({ length: 10_000 }, (_, i) => ({ role: (i % 2 ? 'assistant' : 'user') as 'user', content: 'message **word** ’ '.repeat(60) + i })) })
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  await once(server, 'listening')
  server.on('connection', (s) => app.connect(createWebSocketTransport(s)))
  const port = (server.address() as { port: number }).port
  const w = new Worker(`
    const { WebSocket } = require('/work/main/node_modules/ws'); const { parentPort } = require('worker_threads')
    const s = new WebSocket('ws://127.0.0.1:${port}', { perMessageDeflate: false }); s.on('open', () => parentPort.postMessage('open'))
    let id = 0; s.on('message', (m) => { parentPort.postMessage(m.length) }); parentPort.on('message', (input) => s.send(JSON.stringify({ type: 'call', id: ++id, route: 'sessions.export', input })))`, { eval: true })
  await once(w, 'message')
  for (const format of ['json', 'markdown', 'html', 'json', 'markdown', 'html']) {
    const a = process.threadCpuUsage()
    w.postMessage({ sessionId: session.id, format })
    const [n] = await once(w, 'message')
    const b = process.threadCpuUsage(a)
    console.log(format, n, 'main cpu ms', (b.user + b.system) / 1000)
  }
  await w.terminate(); server.close()
}, 120_000)
