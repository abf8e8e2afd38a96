import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { webHost } from '../../../scripts/parts/programs/web-host.mjs'
import { cookieOf } from '../../../scripts/parts/tests/attach.mjs'
import { withoutProviderKeys } from '../../../src/main/hosts/host-environment.ts'
import { killTree, signalGroup } from './kill-tree.ts'
import { explainStartFailure } from './start-failure.ts'
import { connectWireClient, type WireClient } from '../wire-client.ts'

/** How long a host may take from its start to its JSON line. */
const readyWithinMs = 20_000
/** How long a host may take to exit once it is asked to; its own deadline is six seconds. */
const endWithinMs = 10_000
/** How much of standard error is kept for error messages. */
const keptErrorChars = 20_000

export interface StartHostOptions {
  /** A data folder that the caller removes. By default a new one, removed by `stop`. */
  userData?: string
  /** Any free port by default. */
  port?: number
  /** Merged into this process's environment; undefined removes a variable. */
  env?: Record<string, string | undefined>
  /** Appended to the command line. */
  args?: readonly string[]
}

/** The cookie for the host's page and its wire, in parts as a browser needs them. */
export interface HostCookie {
  name: string
  value: string
  /** Cookies ignore ports, so the path distinguishes hosts. */
  path: string
}

/** How a host ended. */
export interface HostExit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A running web host, in a separate process. */
export interface Host {
  /** The printed address, whose key works once: for a browser, if nothing else requested the cookie. */
  readonly url: string
  /** The address without the key, for clients that have the cookie. */
  readonly pageUrl: string
  readonly pid: number
  readonly bootId: string
  readonly dataFolder: string
  /** Resolves when the process has exited. */
  readonly exited: Promise<HostExit>
  /** The host's standard error so far, truncated at the front. */
  stderr(): string
  /** Exchanges the key for the cookie on the first call. */
  cookie(): Promise<HostCookie>
  /** Opens a connection to the wire, like a window. */
  connect(): Promise<WireClient>
  /**
   * Shuts the host down, or kills it if it does not exit in time, and removes a data folder that was created
   * for it.
   */
  stop(): Promise<HostExit>
  /** Kills the whole process group at once. The data folder stays until `stop`. */
  kill9(): Promise<HostExit>
}

/**
 * Starts the built web host (`out/main/serve.js`) in a process group of its own and waits until it is ready.
 * The host ends with this process, however that ends. Rejects with the host's error if it cannot start.
 */
export async function startHost(options: StartHostOptions = {}): Promise<Host> {
  const ownFolder =
    options.userData === undefined ? realpathSync(mkdtempSync(join(tmpdir(), 'parley-host-'))) : null
  const dataFolder = options.userData ?? ownFolder ?? ''
  const child = spawn(
    process.execPath,
    [
      ...webHost,
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
    // Ending the input of a host that has exited fails.
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
      () => reject(this.#failure(`printed nothing within ${readyWithinMs / 1000} s`)),
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
    // A connection that is kept open for further requests would be among the descriptors that drills count.
    const response = await fetch(this.url, { redirect: 'manual', headers: { connection: 'close' } })
    const cookie = cookieOf(response)
    if (cookie !== null) return cookie
    throw new Error(
      `The host returned no cookie for its key (status ${response.status}). The address works only once; was it already used?`,
    )
  }

  #removeOwnFolder(): void {
    if (this.#ownFolder !== null) rmSync(this.#ownFolder, { recursive: true, force: true, maxRetries: 3 })
  }

  #failure(what: string): Error {
    return new Error(`The web host ${what}. ${explainStartFailure(this.#stderr)}`)
  }

  /** Windows has no signal that a process could handle, so the host also shuts down at the end of its input. */
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

/**
 * Hides the machine's model servers, and all agents but those on the search path, because no test may depend
 * on them.
 */
function environment(changes: Record<string, string | undefined> = {}): NodeJS.ProcessEnv {
  // The user's own keys would connect the app to their providers.
  return {
    ...withoutProviderKeys(process.env),
    PARLEY_LOCAL_SERVERS: '[]',
    PARLEY_AGENT_FOLDERS: '',
    ...changes,
  }
}
