// Needs processes: the web host is a program, and its output, signals and exit code are under test.
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

import type { Health } from '../../../shared/app/health'
import { builtProgram } from '../../base/testing/built-program'
import { needsPosix, needsProc } from '../../base/testing/needs'

const program = builtProgram('serve')
let folder: string
let children: ChildProcess[]

// The tests end the host by signals.
beforeEach(needsPosix)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-serve-'))
  children = []
})

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

interface Serve {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** Settles with the first line of standard output. */
  ready: Promise<{ url: string; pid: number; bootId: string }>
  /** Settles with the exit code or the signal, once all output has arrived. */
  exited: Promise<number | string>
}

function serve(
  args: string[],
  options: { stdin?: 'pipe' | 'ignore'; preload?: string; env?: NodeJS.ProcessEnv } = {},
): Serve {
  const preload = options.preload === undefined ? [] : ['--import', `data:text/javascript,${options.preload}`]
  const stdio: StdioOptions = [options.stdin ?? 'pipe', 'pipe', 'pipe']
  const child = spawn(process.execPath, [...preload, program, ...args], {
    stdio,
    env: { ...process.env, ...options.env },
  })
  children.push(child)
  let stdout = ''
  let stderr = ''
  const ready = Promise.withResolvers<Awaited<Serve['ready']>>()
  const exited = Promise.withResolvers<number | string>()
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    if (stdout.includes('\n')) ready.resolve(JSON.parse(stdout))
  })
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  child.on('close', (code, signal) => exited.resolve(code ?? signal ?? 'unknown'))
  return { child, stdout: () => stdout, stderr: () => stderr, ready: ready.promise, exited: exited.promise }
}

function serveHere(options?: Parameters<typeof serve>[1]): Serve {
  return serve(['--port', '0', '--user-data', join(folder, 'data'), '--no-open'], options)
}

async function logIn(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

describe('starting', () => {
  it('prints one JSON line and nothing else, and serves at its address', async () => {
    const host = serveHere()
    const { url, pid, bootId } = await host.ready
    expect(pid).toBe(host.child.pid)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/w-[\w-]{32}\/\?key=[\w-]{32}$/)
    const cookie = await logIn(url)
    const answer = await fetch(new URL('health', url.split('?')[0]), { headers: { cookie } })
    expect(await answer.json()).toMatchObject({ status: 'ok', bootId, pid })
    host.child.stdin?.end()
    expect(await host.exited).toBe(0)
    expect(host.stdout().trim().split('\n')).toHaveLength(1)
    expect(host.stderr()).toBe('')
  })

  it('is refused for a data folder in use, with one JSON line that says so', async () => {
    const first = serveHere()
    await first.ready
    const second = serveHere()
    expect(await second.exited).toBe(1)
    expect(second.stdout()).toBe('')
    expect(JSON.parse(second.stderr())).toMatchObject({
      error: { code: 'DATA_FOLDER_IN_USE', data: { pid: first.child.pid } },
    })
  })

  it('is refused for a port in use, and releases its data folder', async () => {
    const { url } = await serveHere().ready
    const other = ['--user-data', join(folder, 'other'), '--no-open']
    const second = serve(['--port', new URL(url).port, ...other])
    expect(await second.exited).toBe(1)
    expect(JSON.parse(second.stderr())).toMatchObject({
      error: { code: 'INVALID_INPUT', data: { reason: 'port-taken', port: Number(new URL(url).port) } },
    })
    const third = serve(other)
    await third.ready
    third.child.kill('SIGTERM')
    expect(await third.exited).toBe(0)
  })

  it('prints one sentence on a Node that is too old', async () => {
    const old = serveHere({
      preload: "Object.defineProperty(process,'versions',{value:{...process.versions,node:'23.11.1'}})",
    })
    expect(await old.exited).toBe(1)
    expect([old.stdout(), old.stderr()]).toEqual([
      '',
      'Parley needs Node 24 or newer; this is Node 23.11.1. Install a newer one from https://nodejs.org and start again.\n',
    ])
  })
})

it('keeps compiled code in its data folder, and starts with what is damaged there', async () => {
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  // The checks have a folder of their own for that.
  const env = { NODE_COMPILE_CACHE: undefined }
  const first = serveHere({ env })
  await first.ready
  first.child.kill('SIGTERM')
  expect(await first.exited).toBe(0)
  const kept = readdirSync(join(data, 'compiled-code'), { recursive: true, withFileTypes: true })
  const files = kept.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  expect(files).not.toEqual([])
  for (const file of files) writeFileSync(file, 'damaged')
  const second = serveHere({ env })
  expect(await logIn((await second.ready).url)).toMatch(/^parley=/)
  expect(second.stderr()).toBe('')
})

describe('ending', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is clean on %s', async (signal) => {
    const host = serveHere({ stdin: 'ignore' })
    await host.ready
    host.child.kill(signal)
    expect(await host.exited).toBe(0)
    expect(host.stderr()).toBe('')
  })

  it('is not triggered by a standard input of /dev/null', async () => {
    const host = serveHere({ stdin: 'ignore' })
    const { url } = await host.ready
    expect(await logIn(url)).toMatch(/^parley=/)
    expect(host.child.exitCode).toBeNull()
    host.child.kill('SIGTERM')
    expect(await host.exited).toBe(0)
  })
})

it('keeps running after an uncaught error, and reports it in health', async () => {
  const host = serveHere({ preload: "process.on('SIGUSR2',()=>{throw new TypeError('nobody caught this')})" })
  const { url } = await host.ready
  const cookie = await logIn(url)
  host.child.kill('SIGUSR2')
  const ask = async (): Promise<Health> =>
    (await (await fetch(new URL('health', url.split('?')[0]), { headers: { cookie } })).json()) as Health
  let health = await ask()
  // The signal may arrive after the first request, so ask repeatedly.
  for (let asked = 0; health.status !== 'degraded' && asked < 100; asked += 1) health = await ask()
  expect(health.fatalErrors).toMatchObject([
    { source: 'uncaughtException', name: 'TypeError', message: 'nobody caught this' },
  ])
  host.child.stdin?.end()
  expect(await host.exited).toBe(0)
})

it('protects what it writes by file modes, and does not change the umask of agents and git', async (context) => {
  needsProc(context)
  mkdirSync(join(folder, 'data'))
  chmodSync(join(folder, 'data'), 0o755)
  const host = serveHere({ preload: 'process.umask(0o002)' })
  const { url, pid } = await host.ready
  await call(url, await logIn(url), 'sessions.create', { model: 'demo/brief' })
  expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Umask:\s+0002$/m)
  const entries = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' })
  const openToOthers = entries.filter((path) => (statSync(join(folder, 'data', path)).mode & 0o077) !== 0)
  expect([entries.length > 3, openToOthers]).toEqual([true, []])
})

describe('a restart', () => {
  it('rebuilds the app in the same process, at the same address and for the same cookie', async () => {
    const host = serveHere({
      preload: "process.on('SIGUSR2',()=>{throw new TypeError('nobody caught this')})",
    })
    const { url, pid, bootId } = await host.ready
    const cookie = await logIn(url)
    host.child.kill('SIGUSR2')
    for (let asked = 0; (await askHealth(url, cookie))?.status !== 'degraded' && asked < 100; asked += 1);
    expect(await restart(url, cookie)).toEqual({ restarting: true })
    const health = await healthOfNextBoot(url, cookie, bootId)
    expect(health).toMatchObject({ status: 'ok', pid, fatalErrorCount: 0 })

    // The new app records an uncaught error once.
    host.child.kill('SIGUSR2')
    let after = health
    for (let asked = 0; after.status !== 'degraded' && asked < 100; asked += 1) {
      after = (await askHealth(url, cookie)) ?? after
    }
    expect(after).toMatchObject({ bootId: health.bootId, fatalErrorCount: 1 })
    host.child.stdin?.end()
    expect(await host.exited).toBe(0)
    expect(host.stdout().trim().split('\n')).toHaveLength(1)
    expect(host.stderr()).toBe('')
  })

  it('can be interrupted by the end', async () => {
    const host = serveHere()
    const { url } = await host.ready
    await restart(url, await logIn(url))
    host.child.kill('SIGTERM')
    expect(await host.exited).toBe(0)
    expect(host.stderr()).toBe('')
  })

  it('that fails ends the process with 1, and prints the reason on one line', async () => {
    const host = serveHere()
    const { url } = await host.ready
    const cookie = await logIn(url)
    renameSync(join(folder, 'data'), join(folder, 'moved'))
    writeFileSync(join(folder, 'data'), 'not a folder')
    await restart(url, cookie)
    expect(await host.exited).toBe(1)
    expect(JSON.parse(host.stderr())).toMatchObject({
      error: { code: 'INTERNAL', message: expect.stringContaining(join(folder, 'data')) },
    })
  })
})

/** Null while the host has no app. */
async function askHealth(url: string, cookie: string): Promise<Health | null> {
  const response = await fetch(new URL('health', url.split('?')[0]), { headers: { cookie } })
  return response.status === 200 ? ((await response.json()) as Health) : null
}

async function healthOfNextBoot(url: string, cookie: string, bootId: string): Promise<Health> {
  for (;;) {
    const health = await askHealth(url, cookie)
    if (health !== null && health.bootId !== bootId) return health
  }
}

/** Calls `app.restart` like a window; returns its output once the connection is gone. */
function restart(url: string, cookie: string): Promise<unknown> {
  return call(url, cookie, 'app.restart', {})
}

/** The result of one call on a separate connection. */
async function call(url: string, cookie: string, route: string, input: object): Promise<unknown> {
  const { origin, host, pathname } = new URL(url)
  const socket = new WebSocket(`ws://${host}${pathname}wire`, { origin, headers: { cookie } })
  let output: unknown
  socket.on('open', () => socket.send(JSON.stringify({ type: 'call', id: 1, route, input })))
  socket.on('message', (text: Buffer) => {
    output = (JSON.parse(text.toString()) as { data: unknown }).data
    socket.close()
  })
  await once(socket, 'close')
  return output
}
