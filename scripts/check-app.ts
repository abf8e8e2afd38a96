// Starts a packaged app with a temporary data folder, asks its window for the health, takes a picture, uses the packaged
// commands beside it, and ends it. The app is the one that `npm run package -- --dir` has built for this system, or the
// program that is named as the argument.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { WebSocket } from 'ws'

import { inProject } from './parts/project.mjs'

/** How long the start, each answer and the end may take; the app itself waits up to 30 s for the system's key store. */
const limitMs = 60_000
const pollMs = 250

const program = process.argv[2] ?? builtProgram()
const folder = mkdtempSync(join(tmpdir(), 'parley-app-'))
const dataFolder = join(folder, 'data')
const port = await freePort()
const app = spawn(program, [`--remote-debugging-port=${port}`, '--user-data', dataFolder], {
  stdio: ['ignore', 'inherit', 'inherit'],
})
const ended = once(app, 'exit') as Promise<[code: number | null, signal: string | null]>
const endedEarly = ended.then(([code, signal]) => {
  throw new Error(`The app ended too early, with ${code ?? signal}.`)
})
endedEarly.catch(() => {})

try {
  await Promise.race([check(), endedEarly])
  app.kill()
  const [code] = await within(ended, 'end')
  // Windows has no signal that asks a program to end.
  if (code !== 0 && process.platform !== 'win32') throw new Error(`The app exited with ${code}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  app.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}

function builtProgram(): string {
  const { platform, arch } = process
  const programs = [
    ...(platform === 'darwin'
      ? [`mac${arch === 'arm64' ? '-arm64' : ''}/Parley.app/Contents/MacOS/Parley`]
      : []),
    ...(platform === 'win32' ? ['win-unpacked/Parley.exe'] : ['linux-unpacked/parley']),
  ].map((path) => inProject(`release/${path}`))
  const found = programs.find((path) => existsSync(path))
  if (found !== undefined) return found
  console.error('There is no app in release. Run: npm run package -- --dir')
  return process.exit(1)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

async function check(): Promise<void> {
  const page = await within(findPage(), 'open a window')
  const socket = new WebSocket(page)
  await within(once(socket, 'open'), 'accept a connection')
  try {
    const health = await within(healthOf(socket), 'become healthy')
    console.log(`health.get: ${JSON.stringify(health)}`)
    if (health.status !== 'ok') throw new Error(`The app is ${health.status}.`)
    const picture = (await ask(socket, 'Page.captureScreenshot', { format: 'png' })) as { data: string }
    const file = inProject(`test-results/app-${process.platform}.png`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, Buffer.from(picture.data, 'base64'))
    console.log(`Picture: ${file}`)
  } finally {
    socket.close()
  }
  if (process.argv[2] === undefined) await checkCommands()
}

/** The address at which the page of the first window can be debugged. */
async function findPage(): Promise<string> {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`)
      const pages = (await response.json()) as { type: string; webSocketDebuggerUrl: string }[]
      const page = pages.find(({ type }) => type === 'page')
      if (page !== undefined) return page.webSocketDebuggerUrl
    } catch {
      // Not listening yet.
    }
    await wait(pollMs)
  }
}

/** The health that the hidden route reports to the window, once the app has started. */
async function healthOf(socket: WebSocket): Promise<{ status: string }> {
  const expression = "globalThis.parley?.invoke('health.get', {})"
  for (;;) {
    const answer = (await ask(socket, 'Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value?: { status: string } } }
    const health = answer.result.value
    if (health !== undefined && health.status !== 'starting') return health
    await wait(pollMs)
  }
}

/** @see https://chromedevtools.github.io/devtools-protocol/ */
async function ask(socket: WebSocket, method: string, params: object): Promise<unknown> {
  const answer = once(socket, 'message') as Promise<[data: Buffer]>
  socket.send(JSON.stringify({ id: 1, method, params }))
  const [data] = await within(answer, `answer ${method}`)
  return (JSON.parse(String(data)) as { result: unknown }).result
}

/** Both commands, with their documented names, while the app is open. */
async function checkCommands(): Promise<void> {
  const resources = join(dirname(program), process.platform === 'darwin' ? '../Resources' : 'resources')
  const client = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'check', version: '1' },
  }
  const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params: client }
  const [mcp, evaluation] =
    process.platform === 'win32'
      ? [[program, '--mcp', '--'], [join(resources, 'bin/parley-eval.cmd')]]
      : [[join(resources, 'bin/parley-mcp')], [join(resources, 'bin/parley-eval')]]
  const served = await outputOf([...mcp, '--user-data', dataFolder], `${JSON.stringify(request)}\n`)
  if (!served.includes('"serverInfo":{"name":"parley"')) throw new Error(`parley-mcp wrote: ${served}`)
  const help = await outputOf([...evaluation, '--help'], '')
  if (!help.includes('Usage: parley-eval')) throw new Error(`parley-eval wrote: ${help}`)
  console.log('parley-mcp and parley-eval work beside the app.')
}

async function outputOf([command = '', ...args]: string[], input: string): Promise<string> {
  // Windows starts batch files only through its shell.
  const shell = command.endsWith('.cmd')
  const child = spawn(shell ? `"${command}"` : command, args, { stdio: ['pipe', 'pipe', 'inherit'], shell })
  child.stdin.end(input)
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  await within(once(child, 'close'), `end ${command}`)
  return output
}

async function within<Value>(value: Promise<Value>, what: string): Promise<Value> {
  const late = wait(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`The app did not ${what} within ${limitMs / 1_000} s.`)
  })
  return Promise.race([value, late])
}

// Ends what still waits for the app.
process.exit()
