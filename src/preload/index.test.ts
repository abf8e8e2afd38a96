import { beforeEach, expect, it, vi } from 'vitest'

import { freshImport } from '../../e2e/helpers/fresh-import'
import { preserveState } from '../../e2e/helpers/preserve-state'

const ipc = vi.hoisted(() => ({ listeners: new Map<string, (event: { ports: object[] }) => void>() }))

vi.mock('electron', () => ({
  ipcRenderer: {
    on: (name: string, listener: (event: { ports: object[] }) => void) => ipc.listeners.set(name, listener),
  },
}))

/** As much of a window as the preload needs, with its posted messages recorded. */
class HeldWindow extends EventTarget {
  readonly posted: unknown[][] = []

  postMessage(...message: unknown[]): void {
    this.posted.push(message)
  }

  /** Does what the page does once it listens. True when a preload answered. */
  announceReady(): boolean {
    return !this.dispatchEvent(new Event('parley:ready', { cancelable: true }))
  }
}

function createPort() {
  const port = {
    isClosed: false,
    close() {
      port.isClosed = true
    },
  }
  return port
}

let page: HeldWindow

beforeEach(() => preserveState(globalThis, ['window']))

beforeEach(async () => {
  page = new HeldWindow()
  Object.assign(globalThis, { window: page })
  await freshImport(new URL('./index.ts', import.meta.url))
})

function sendFromMain(...ports: object[]): void {
  ipc.listeners.get('parley:port')?.({ ports })
}

const handedOver = (port: object) => [{ type: 'parley:port' }, '*', [port]]

it('keeps only the newest port that arrives before the page listens', () => {
  const [first, second] = [createPort(), createPort()]
  sendFromMain(first)
  sendFromMain(second)
  expect(page.posted).toEqual([])
  expect(page.announceReady()).toBe(true)
  expect(page.posted).toEqual([handedOver(second)])
  expect([first.isClosed, second.isClosed]).toEqual([true, false])
})

it('hands over a port that arrives after the page listens, at once and only once', () => {
  const [first, second] = [createPort(), createPort()]
  page.announceReady()
  sendFromMain(first)
  page.announceReady()
  sendFromMain(second)
  expect(page.posted).toEqual([handedOver(first), handedOver(second)])
})

it('ignores a message from main without a port', () => {
  page.announceReady()
  sendFromMain()
  expect(page.posted).toEqual([])
})
