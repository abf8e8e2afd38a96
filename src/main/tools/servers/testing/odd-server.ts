import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline'

import { onTestFinished } from 'vitest'

import { Conversation, type Message } from '../../../../../e2e/fake-mcp/conversation.ts'
import type { Fault } from '../../../../../e2e/fake-mcp/faults.ts'
import { startFakeHttpServer } from '../../../../../e2e/fake-mcp/http-server.ts'
import type { AgentExit, AgentProcess } from '../../../agents/agent-process'
import { openHttpServers } from './opened-servers'

/** The ways to a server: a program or an address, in the older and in the newest version of the protocol. */
export const routes = ['stdio', 'stdio newer', 'http', 'http newer'] as const
export type Route = (typeof routes)[number]

/** The fake server with these faults after Parley has tried to connect to it. A program runs in the test's own process. */
export async function connectOdd(route: Route, given: readonly Fault[], change: object = {}) {
  const faults: Fault[] = route.endsWith('newer') ? ['newer', ...given] : [...given]
  const { signal } = new AbortController()
  if (route.startsWith('stdio')) {
    const opened = openHttpServers({ startProgram: () => Promise.resolve(programInMemory(faults)) })
    const transport = { type: 'stdio' as const, command: process.execPath, args: [] }
    opened.servers.save({ id: 'fake', transport, ...change })
    return { ...opened, info: await opened.servers.start('fake', signal), requests: [] }
  }
  const fake = await startFakeHttpServer({ faults })
  onTestFinished(() => fake.close())
  const opened = openHttpServers()
  opened.servers.save({ id: 'fake', transport: { type: 'http', url: fake.url }, ...change })
  return { ...opened, info: await opened.servers.start('fake', signal), requests: fake.requests }
}

/** A program of which nothing but its pipes is real. */
function programInMemory(faults: readonly Fault[]): AgentProcess {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const { promise: exited, resolve } = Promise.withResolvers<AgentExit>()
  const exit = (code: number) => {
    stdout.end()
    resolve({ code, signal: null })
  }
  const conversation = new Conversation(
    new Set(faults),
    (sent) => void stdout.write(`${typeof sent === 'string' ? sent : JSON.stringify(sent)}\n`),
    { exit, isFull: () => stdout.writableNeedDrain },
  )
  const lines = createInterface({ input: stdin })
  lines.on('line', (line) => conversation.receive(JSON.parse(line) as Message))
  return {
    pid: process.pid,
    stdin,
    stdout,
    stderr: () => '',
    processorMs: () => null,
    exited,
    async end() {
      conversation.end()
      const closed = once(lines, 'close')
      stdin.end()
      await closed
      exit(0)
    },
  }
}
