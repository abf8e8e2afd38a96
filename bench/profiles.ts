import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { WebSocket } from 'ws'

/** Fine enough for functions that run for a millisecond, coarse enough not to change what is measured. */
const samplingMicroseconds = 250

/** The arguments with which main can be profiled: the inspector, on any free port of this machine. */
export const profiledMainOptions = '--inspect=127.0.0.1:0'

const profilesOf = new WeakMap<BrowserContext, Profiles>()

/** Saves CPU profiles of main and of each page that a row opens, for Chromium's developer tools. */
export class Profiles {
  readonly #folder: string
  readonly #main: MainProfiler
  #row = ''
  #pageCount = 0

  private constructor(folder: string, main: MainProfiler) {
    this.#folder = folder
    this.#main = main
  }

  /** `mainStderr`: what main wrote so far, which contains the address of its inspector. */
  static async open(folder: string, mainStderr: string, context: BrowserContext): Promise<Profiles> {
    mkdirSync(folder, { recursive: true })
    const profiles = new Profiles(folder, await MainProfiler.connect(mainStderr))
    profilesOf.set(context, profiles)
    return profiles
  }

  /** Profiles main, and the pages that are opened, while `measure` runs. */
  async during<Result>(row: string, measure: () => Promise<Result>): Promise<Result> {
    this.#row = row
    this.#pageCount = 0
    await this.#main.start()
    try {
      return await measure()
    } finally {
      this.#save('main', await this.#main.stop())
    }
  }

  async page(page: Page): Promise<() => Promise<void>> {
    this.#pageCount += 1
    const name = `window-${this.#pageCount}`
    const devTools: CDPSession = await page.context().newCDPSession(page)
    await devTools.send('Profiler.enable')
    await devTools.send('Profiler.setSamplingInterval', { interval: samplingMicroseconds })
    await devTools.send('Profiler.start')
    return async () => this.#save(name, (await devTools.send('Profiler.stop')).profile)
  }

  close(): void {
    this.#main.close()
  }

  #save(name: string, profile: unknown): void {
    writeFileSync(join(this.#folder, `${this.#row}-${name}.cpuprofile`), JSON.stringify(profile))
  }
}

/** Profiles `page` if profiles are taken; call the result before closing it. */
export async function profilePage(page: Page): Promise<() => Promise<void>> {
  return (await profilesOf.get(page.context())?.page(page)) ?? (() => Promise.resolve())
}

/** Main's inspector. */
class MainProfiler {
  readonly #socket: WebSocket
  readonly #replies = new Map<number, (result: { profile?: unknown }) => void>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      const { id, result } = JSON.parse(data.toString()) as { id?: number; result: { profile?: unknown } }
      if (id !== undefined) this.#replies.get(id)?.(result)
    })
  }

  static async connect(stderr: string): Promise<MainProfiler> {
    const address = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(stderr)?.[0]
    if (address === undefined) throw new Error(`main has no inspector: ${stderr}`)
    const socket = new WebSocket(address, { perMessageDeflate: false })
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    const profiler = new MainProfiler(socket)
    await profiler.#send('Profiler.enable')
    await profiler.#send('Profiler.setSamplingInterval', { interval: samplingMicroseconds })
    return profiler
  }

  async start(): Promise<void> {
    await this.#send('Profiler.start')
  }

  async stop(): Promise<unknown> {
    return (await this.#send('Profiler.stop')).profile
  }

  close(): void {
    this.#socket.close()
  }

  #send(method: string, params: Record<string, unknown> = {}): Promise<{ profile?: unknown }> {
    this.#lastId += 1
    const id = this.#lastId
    const reply = new Promise<{ profile?: unknown }>((resolve) => this.#replies.set(id, resolve))
    this.#socket.send(JSON.stringify({ id, method, params }))
    return reply.finally(() => this.#replies.delete(id))
  }
}
