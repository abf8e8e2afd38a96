import { beforeEach, describe, expect, it } from 'vitest'

import { preserveState } from '../../../e2e/helpers/preserve-state'
import { installParley } from './install'

/** The part of a window that the installation needs. */
class HeldWindow extends EventTarget {
  readonly location = { href: 'http://127.0.0.1:5000/w-abc/?x=1#y' }
  declare readonly parley: Window['parley']

  receive(data: unknown, options: { source?: object; ports?: MessagePort[] }): void {
    const event = new Event('message')
    Object.assign(event, { data, source: options.source ?? this, ports: options.ports ?? [] })
    this.dispatchEvent(event)
  }
}

class HeldSocket extends EventTarget {
  static readonly urls: string[] = []
  static readonly opened: HeldSocket[] = []
  readonly readyState: number = 1
  readonly sent: string[] = []

  constructor(url: string) {
    super()
    HeldSocket.urls.push(url)
    HeldSocket.opened.push(this)
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {}
}

let page: HeldWindow

beforeEach(() => preserveState(globalThis, ['window', 'WebSocket']))

beforeEach(() => {
  page = new HeldWindow()
  HeldSocket.urls.length = 0
  HeldSocket.opened.length = 0
  Object.assign(globalThis, { window: page, WebSocket: HeldSocket })
})

describe('without a preload', () => {
  it('connects to the WebSocket next to the page and sets window.parley permanently', () => {
    const status = installParley()
    expect(HeldSocket.urls).toEqual(['ws://127.0.0.1:5000/w-abc/wire'])
    expect(status.current()).toBe('open')
    expect(Object.keys(page.parley)).toEqual(['invoke', 'open'])
    expect(() => installParley()).toThrow('once')
  })
})

describe('with a preload', () => {
  beforeEach(() => {
    page.addEventListener('parley:ready', (event) => event.preventDefault())
  })

  it('uses the port it receives, and replaces it with a newer one', async () => {
    const changes: string[] = []
    const status = installParley()
    status.onChange((state) => changes.push(state))
    const first = new MessageChannel()
    const second = new MessageChannel()
    page.receive({ type: 'parley:port' }, { ports: [first.port2] })
    expect([HeldSocket.urls, changes, status.current()]).toEqual([[], [], 'open'])
    const firstClosed = new Promise((resolve) => first.port1.addEventListener('close', resolve))
    first.port1.start()
    page.receive({ type: 'parley:port' }, { ports: [second.port2] })
    await firstClosed
    expect([changes, status.current()]).toEqual([['lost', 'open'], 'open'])
    second.port1.close()
  })

  it('ignores ports from other windows and unrelated messages', () => {
    const changes: string[] = []
    const { port1, port2 } = new MessageChannel()
    installParley().onChange((state) => changes.push(state))
    page.receive({ type: 'parley:port' }, { source: {}, ports: [port2] })
    page.receive({ type: 'parley:port' }, { ports: [] })
    page.receive('parley:port', { ports: [port2] })
    page.receive(null, { ports: [port2] })
    const controller = new AbortController()
    const answer = page.parley.invoke('app.info', {}, { signal: controller.signal })
    controller.abort()
    port1.close()
    expect(changes).toEqual([])
    return expect(answer).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
