import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { cookieOf } from '../../scripts/parts/attach.mjs'
import { withoutProviderKeys } from '../../src/main/hosts/host-environment.ts'
import { killTree, signalGroup } from './kill-tree.ts'
import { explainStartFailure } from './start-failure.ts'
import { connectWireClient, type WireClient } from './wire-client.ts'

/** How long a host may take from its start to its JSON line. */
const readyWithinMs = 20_000
/** How long a host may take to end after it was asked to; its own deadline is six seconds. */
const endWithinMs = 10_000
/** How much of standard error is kept for a message. */
const keptErrorChars = 20_000

const projectFolder = join(import.meta.dirname, '../..')

export interface StartHostOptions {
  /** A data folder of the caller's, who removes it. By default a fresh one, gone after `stop`. */
  userData?: string
  /** By default any free one. */
  port?: number
  /** Set on top of this process's own environment; undefined takes a variable away. */
  env?: Record<string, string | undefined>
  /** Appended to the command line. */
  args?: readonly string[]
}

/** The cookie that opens the host's page and its wire, in parts as a browser wants them. */
export interface HostCookie {
  name: string
  value: string
  /** Cookies ignore ports: the path tells hosts apart. */
  path: string
}

/** How a host ended. */
export interface HostExit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** One running web host, a process of its own. */
export interface Host {
  /** As it was printed, with the key that works once: for a browser, when nothing else asked for the cookie. */
  readonly url: string
  /** The same without the key: for whoever holds the cookie. */
  readonly pageUrl: string
  readonly pid: number
  readonly bootId: string
  readonly dataFolder: string
  /** Settles when the process is gone. */
  readonly exited: Promise<HostExit>
  /** What the host wrote to standard error so far; the newest of it when that is much. */
  stderr(): string
  /** Exchanges the key, the first time it is asked. */
  cookie(): Promise<HostCookie>
  /** A new connection to the wire, as a window makes it. */
  connect(): Promise<WireClient>
  /** Ends the host in order, or by force when it does not, and removes a data folder that was made for it. */
  stop(): Promise<HostExit>
  /** Kills the whole process group at once. The data folder stays until `stop`. */
  kill9(): Promise<HostExit>
}

/**
 * Starts the built web host (`out/main/serve.js`) in a process group of its own and waits until it is ready.
 * However this process ends, the host ends with it. Rejects with what the host said when it cannot start.
 */
export async function startHost(options: StartHostOptions = {}): Promise<Host> {
  const ownFolder = options.userData === undefined ? mkdtempSync(join(tmpdir(), 'parley-host-')) : null
  const dataFolder = options.userData ?? ownFolder ?? ''
  const child = spawn(
    process.execPath,
    [
      join(projectFolder, 'out/main/serve.js'),
      '--port',
      String(options.port ?? 0),
      '--user-data',
      dataFolder,
      '--no-open',
      ...(options.args ?? []),
    ],
    { detached: true, stdio: ['pipe', 'pipe', 'pipe'], env: environment(options.env) },
  )
  const host = new ChildHost(child, dataFolder, ownFolder)
  try {
    await host.ready()
    return host
  } catch (error) {
    await host.kill9()
    await host.stop()
    throw error
  }
}

class ChildHost implements Host {
  url = ''
  bootId = ''
  readonly dataFolder: string
  readonly exited: Promise<HostExit>
  readonly #child: ChildProcess
  readonly #ownFolder: string | null
  readonly #endWithParent = () => {
    this.#kill()
    this.#removeOwnFolder()
  }
  #cookie: Promise<HostCookie> | null = null
  #stderr = ''

  constructor(child: ChildProcess, dataFolder: string, ownFolder: string | null) {
    this.#child = child
    this.dataFolder = dataFolder
    this.#ownFolder = ownFolder
    process.once('exit', this.#endWithParent)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptErrorChars)
    })
    // A host that is gone cannot be told the end of its input.
    child.stdin?.on('error', () => {})
    this.exited = new Promise((resolve) => {
      child.once('error', (error) => {
        this.#stderr += error.message
        resolve({ code: null, signal: null })
      })
      child.once('close', (code, signal) => resolve({ code, signal }))
    })
    child.once('close', () => {
      if (ownFolder === null) process.off('exit', this.#endWithParent)
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get pageUrl(): string {
    return this.url.replace(/\?.*$/, '')
  }

  stderr(): string {
    return this.#stderr
  }

  async ready(): Promise<void> {
    const line = await this.#firstLine()
    const { url, bootId } = JSON.parse(line) as { url: string; bootId: string }
    this.url = url
    this.bootId = bootId
  }

  cookie(): Promise<HostCookie> {
    return (this.#cookie ??= this.#exchangeKey())
  }

  async connect(): Promise<WireClient> {
    const { name, value } = await this.cookie()
    return connectWireClient(this.pageUrl, `${name}=${value}`)
  }

  async stop(): Promise<HostExit> {
    this.#askToEnd()
    const timer = setTimeout(() => this.#kill(), endWithinMs)
    const exit = await this.exited
    clearTimeout(timer)
    this.#removeOwnFolder()
    process.off('exit', this.#endWithParent)
    return exit
  }

  kill9(): Promise<HostExit> {
    this.#kill()
    return this.exited
  }

  #firstLine(): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const timer = setTimeout(
      () => reject(this.#failure(`said nothing within ${readyWithinMs / 1000} s`)),
      readyWithinMs,
    )
    let text = ''
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end !== -1) resolve(text.slice(0, end))
    })
    void this.exited.then(({ code, signal }) =>
      reject(this.#failure(`ended with ${signal ?? `code ${code}`}`)),
    )
    return promise.finally(() => clearTimeout(timer))
  }

  async #exchangeKey(): Promise<HostCookie> {
    const response = await fetch(this.url, { redirect: 'manual' })
    const cookie = cookieOf(response)
    if (cookie !== null) return cookie
    throw new Error(
      `The host gave no cookie for its key (status ${response.status}): the address works once, and was used already?`,
    )
  }

  #removeOwnFolder(): void {
    if (this.#ownFolder !== null) rmSync(this.#ownFolder, { recursive: true, force: true, maxRetries: 3 })
  }

  #failure(what: string): Error {
    return new Error(`The web host ${what}. ${explainStartFailure(this.#stderr)}`)
  }

  /** Windows has no signal that a process could handle. There the end of its input says the same. */
  #askToEnd(): void {
    if (process.platform === 'win32') this.#child.stdin?.end()
    else if (this.#livePid !== null) signalGroup(this.#livePid, 'SIGTERM')
  }

  #kill(): void {
    if (this.#livePid !== null) killTree(this.#livePid)
  }

  get #livePid(): number | null {
    const { pid, exitCode, signalCode } = this.#child
    return exitCode === null && signalCode === null ? (pid ?? null) : null
  }
}

/** No local model servers of this machine, and no agents but those on the search path: no test depends on them. */
function environment(changes: Record<string, string | undefined> = {}): NodeJS.ProcessEnv {
  // A key of whoever runs the tests would take the app to that provider.
  return {
    ...withoutProviderKeys(process.env),
    PARLEY_LOCAL_SERVERS: '[]',
    PARLEY_AGENT_FOLDERS: '',
    ...changes,
  }
}
