import { EventEmitter } from 'node:events'

import type { Page } from '@playwright/test'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createManualClock, type ManualClock } from '../../src/main/base/testing/manual-clock.ts'
import { temporaryFolder } from '../../src/main/base/testing/temporary-folder.ts'
import { runElectronHost } from '../../src/main/hosts/electron/electron-host.ts'
import { FakeElectron } from '../../src/main/hosts/electron/testing/fake-electron.ts'
import type { FakeWindow } from '../../src/main/hosts/electron/testing/fake-window.ts'
import { FakeHostedApp } from '../../src/main/hosts/electron/testing/fake-hosted-app.ts'
import { type DrivenElectron, ElectronDesk, prepareForTests } from './electron-desk.ts'

const viewport = { width: 1440, height: 900 }

/** The page of a fake window, as Playwright shows it. Code evaluated in it runs in this process. */
class FakePage extends EventEmitter {
  isHung = false
  #isClosed = false

  constructor(readonly window: FakeWindow) {
    super()
    window.once('closed', () => {
      this.#isClosed = true
      this.emit('close')
    })
  }

  isClosed = () => this.#isClosed

  /** A page of the window opens another one of Parley's own. */
  async evaluate(call: () => unknown): Promise<unknown> {
    vi.stubGlobal('location', { pathname: '/' })
    vi.stubGlobal('open', (path: string) =>
      this.window.webContents.openHandler({ url: `parley://app${path}` }),
    )
    return Promise.resolve(call()).finally(() => this.emit('evaluated'))
  }

  waitForEvent(event: string): Promise<unknown> {
    return new Promise((resolve) => this.once(event, resolve))
  }

  setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    vi.stubGlobal('innerWidth', Math.min(width, FakePage.largestWidth))
    vi.stubGlobal('innerHeight', height)
    return Promise.resolve()
  }

  static largestWidth = Infinity

  close(): Promise<void> {
    if (this.isHung) return new Promise(() => {})
    this.window.close()
    return Promise.resolve()
  }
}

/** Playwright's view of a fake Electron in which Parley's real host runs. */
class FakeDriven extends EventEmitter {
  readonly electron = new FakeElectron()
  readonly pages: FakePage[] = []
  cleared = 0

  windows = () => this.pages.filter((page) => !page.isClosed()) as unknown as Page[]

  waitForEvent(event: string): Promise<unknown> {
    return new Promise((resolve) => this.once(event, resolve))
  }

  evaluate(call: (modules: unknown) => unknown): Promise<unknown> {
    const { app } = this.electron
    const open = () => this.pages.filter((page) => !page.isClosed()).map(({ window }) => window)
    const BrowserWindow = {
      getAllWindows: () => open().map((window) => ({ destroy: () => window.emit('closed') })),
    }
    const session = { defaultSession: { clearStorageData: () => Promise.resolve(void (this.cleared += 1)) } }
    return Promise.resolve(call({ app, BrowserWindow, session })).finally(() => {
      this.#tellOfNewWindows()
      setImmediate(() => this.#tellOfNewWindows())
    })
  }

  /** Also emits Electron's event for the last closed window. */
  #tellOfNewWindows(): void {
    for (const window of this.electron.windows.slice(this.pages.length)) {
      const page = new FakePage(window)
      this.pages.push(page)
      page.on('evaluated', () => this.#tellOfNewWindows())
      window.once('closed', () => this.electron.app.emit('window-all-closed'))
      this.emit('window', page)
      page.emit('pageerror', new Error('an early error'))
    }
  }

  get driven(): DrivenElectron {
    return this as unknown as DrivenElectron
  }
}

let fake: FakeDriven
let clock: ManualClock

beforeEach(async () => {
  clock = createManualClock()
  fake = new FakeDriven()
  FakePage.largestWidth = Infinity
  vi.stubGlobal('parley', {})
  await runElectronHost({
    modules: fake.electron.modules,
    version: '1.2.3',
    mainFolder: temporaryFolder(),
    dataFolder: temporaryFolder(),
    developmentAddress: undefined,
    system: 'linux',
    clock,
    report: () => {},
    relaunching: { args: ['parley'], environment: {}, startProgram: () => {} },
    loadUpdater: null,
    onUncaught: () => {},
    onTerminated: () => {},
    createApp: () => Promise.resolve(new FakeHostedApp()),
  })
  await prepareForTests(fake.driven)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Turns of the event loop still pass: the desk uses them, because an evaluation may interrupt main. */
function useManualTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const newDesk = () => new ElectronDesk(() => fake.driven, viewport)

it('gives each test its own window with fresh storage, and keeps the app running', async () => {
  await newDesk().close()
  for (const number of [1, 2]) {
    const desk = newDesk()
    const page = await desk.openWindow()
    expect(page).toBe(fake.pages[number])
    expect(fake.electron.windows).toHaveLength(number + 1)
    await desk.close()
    expect(page.isClosed()).toBe(true)
    expect(fake.cleared).toBe(number + 1)
    clock.advance(60_000)
  }
  expect(fake.electron.app.calls).toEqual([])
})

it('opens a second window beside the first, reopens one that a test has closed, and closes all', async () => {
  await newDesk().close()
  const desk = newDesk()
  const first = await desk.openWindow()
  const second = await desk.openWindow()
  expect([first.isClosed(), second.isClosed()]).toEqual([false, false])
  await first.close()
  await second.close()
  const third = await desk.openWindow()
  expect(fake.pages.indexOf(third as unknown as FakePage)).toBe(3)
  await desk.close()
  expect(fake.driven.windows()).toEqual([])
})

it('begins with the window that shows the link of the start', async () => {
  const [opened] = fake.driven.windows()
  const desk = new ElectronDesk(() => fake.driven, viewport, opened)
  expect(await desk.openWindow()).toBe(opened)
  expect(await desk.openWindow()).not.toBe(opened)
})

it('lets an app quit only in a turn of its own, because an evaluation may interrupt a query', async () => {
  const quit = vi.spyOn(fake.electron.app, 'emit')
  fake.electron.app.quit()
  expect(quit).not.toHaveBeenCalled()
  await fake.electron.nextQuit()
  expect(quit).toHaveBeenCalledWith('before-quit', expect.anything())
})

it('receives console messages from before the page can be used', async () => {
  await newDesk().close()
  const heard: string[] = []
  await newDesk().openWindow((opened) => opened.on('pageerror', ({ message }) => heard.push(message)))
  expect(heard).toEqual(['an early error'])
})

it('does not return a window before window.parley exists', async () => {
  await newDesk().close()
  vi.stubGlobal('parley', undefined)
  useManualTimers()
  let isHandedOut = false
  const opening = newDesk()
    .openWindow()
    .then(() => (isHandedOut = true))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isHandedOut).toBe(false)
  vi.stubGlobal('parley', {})
  await vi.advanceTimersByTimeAsync(20)
  await opening
})

it('gives up on a window that never gets window.parley', async () => {
  await newDesk().close()
  vi.stubGlobal('parley', undefined)
  useManualTimers()
  const refused = expect(newDesk().openWindow()).rejects.toThrow(
    'the window had no window.parley within 20000 ms',
  )
  await nextTurn()
  await vi.advanceTimersByTimeAsync(20_100)
  await refused
})

it('does not return a page of another size than specs assume', async () => {
  await newDesk().close()
  FakePage.largestWidth = 1200
  await expect(newDesk().openWindow()).rejects.toThrow('the size of the page is 1200 × 900, not 1440 × 900')
})

it('destroys a window that does not close', async () => {
  const [page] = fake.pages
  if (page === undefined) throw new Error('the host opened no window')
  page.isHung = true
  useManualTimers()
  const closing = newDesk().close()
  await vi.advanceTimersByTimeAsync(2_100)
  await closing
  expect(page.isClosed()).toBe(true)
})
