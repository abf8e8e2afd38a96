// Needs processes: the holder of a port is looked up among the system's processes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { pidOf } from '../../../src/main/base/testing/pid-of.ts'
import { needsPosix } from '../../../src/main/base/testing/needs.ts'
import { commandOf, holderOfPort } from './holder.ts'

// Outside Linux, lsof and ps are used.
beforeEach(needsPosix)

/** A separate program that listens and prints its port. */
async function startListener() {
  const script =
    "require('net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })"
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, port: Number(chunk.toString()) }
}

async function listenHere() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { server, port: (server.address() as AddressInfo).port }
}

test('names the program that listens on a port, by process id and command', async () => {
  const { child, port } = await startListener()
  const holder = holderOfPort(port)
  expect(holder?.pid).toBe(child.pid)
  expect(holder?.command).toContain('createServer')
  expect(holder?.command.length).toBeLessThanOrEqual(200)
})

test('returns nothing for a port that this process holds itself', async () => {
  const { server, port } = await listenHere()
  expect(holderOfPort(port)?.pid).toBe(process.pid)
  server.close()
  await once(server, 'close')
  expect(holderOfPort(port)).toBeNull()
})

test('does not report a program that is only connected to a port', async () => {
  const { server, port } = await listenHere()
  const accepted = once(server, 'connection')
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await Promise.all([accepted, once(socket, 'connect')])
  expect(holderOfPort(socket.localPort ?? 0)).toBeNull()
})

test('describes a process that has ended by its id', async () => {
  const { child } = await startListener()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(commandOf(pidOf(child))).toBe(`process ${child.pid}`)
})
