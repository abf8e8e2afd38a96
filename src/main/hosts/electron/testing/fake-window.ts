import { EventEmitter } from 'node:events'

import type { MainPort } from '../../../rpc/transport/port-transport'
import type { ElectronModules, HostWebContents, HostWindow } from '../system/electron-modules'
import type { WindowBounds } from '../window/window-state'

/** The options of Electron's window constructor. */
export type WindowOptions = ConstructorParameters<ElectronModules['BrowserWindow']>[0]

/** An event that records whether it was prevented. */
export class FakeEvent {
  defaultPrevented = false

  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** One end of a channel, which these tests only start and close. */
export class FakePort extends EventEmitter implements MainPort {
  isClosed = false
  isStarted = false
  postMessage(): void {}
  start(): void {
    this.isStarted = true
  }
  close(): void {
    this.isClosed = true
  }
}

/** The page of a fake window: records what it was sent and lets a test act as the page. */
export class FakeWebContents extends EventEmitter {
  url = ''
  reloads = 0
  readonly posted: { channel: string; ports: MainPort[] }[] = []
  openHandler: (details: { url: string; frameName?: string }) => { action: 'deny' } = () => ({
    action: 'deny',
  })

  readonly learned: string[] = []
  readonly replaced: string[] = []
  readonly session = {
    addWordToSpellCheckerDictionary: (word: string) => {
      this.learned.push(word)
      return true
    },
  }

  replaceMisspelling(word: string): void {
    this.replaced.push(word)
  }

  getURL(): string {
    return this.url
  }

  reload(): void {
    this.reloads += 1
  }

  postMessage(channel: string, _message: unknown, transfer: MainPort[] = []): void {
    this.posted.push({ channel, ports: transfer })
  }

  setWindowOpenHandler(handler: Parameters<HostWebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler as typeof this.openHandler
  }

  /** A document at `url` was loaded. */
  load(url: string): void {
    this.url = url
    this.emit('dom-ready')
  }

  /** The page wants to stay; returns whether the host lets it leave anyway. */
  isLetGo(): boolean {
    const event = new FakeEvent()
    this.emit('will-prevent-unload', event)
    return event.defaultPrevented
  }

  /** The page tries to navigate to `url`; returns whether it may. */
  navigate(url: string): boolean {
    const event = Object.assign(new FakeEvent(), { url })
    this.emit('will-navigate', event)
    return !event.defaultPrevented
  }
}

/** https://www.electronjs.org/docs/latest/api/browser-window */
export class FakeWindow extends EventEmitter implements HostWindow {
  readonly webContents = new FakeWebContents()
  readonly calls: string[] = []
  isMinimizedNow = false
  isShownNow = false
  bounds: Required<WindowBounds> = { x: 10, y: 20, width: 1_000, height: 700 }
  /** The page's `beforeunload` prevents leaving. */
  wantsToStay = false

  /** `draws`: whether its page ever paints. */
  constructor(
    readonly options: WindowOptions,
    readonly draws = true,
  ) {
    super()
  }

  loadURL(url: string): Promise<void> {
    this.calls.push(`load ${url}`)
    if (this.draws) queueMicrotask(() => this.draw())
    return Promise.resolve()
  }

  /** #event-ready-to-show: “when the web page has been rendered (while not being shown)”, which each reload does again. */
  draw(): void {
    if (!this.isShownNow) this.emit('ready-to-show')
  }

  show(): void {
    this.calls.push('show')
    this.#appear()
  }

  hide(): void {
    this.calls.push('hide')
    this.isShownNow = false
  }

  minimize(): void {
    this.calls.push('minimize')
    this.isMinimizedNow = true
  }

  focus(): void {
    this.calls.push('focus')
    this.emit('focus')
  }

  restore(): void {
    this.calls.push('restore')
    this.isMinimizedNow = false
  }

  /** #winmaximize: “This will also show (but not focus) the window if it isn't being displayed already.” */
  maximize(): void {
    this.calls.push('maximize')
    this.#appear()
  }

  isMinimized(): boolean {
    return this.isMinimizedNow
  }

  isMaximized(): boolean {
    return this.calls.includes('maximize')
  }

  getNormalBounds(): Required<WindowBounds> {
    return this.bounds
  }

  /**
   * The user or the host closes the window. A page that wants to stay does, unless the host prevents that.
   * @see https://www.electronjs.org/docs/latest/api/web-contents#event-will-prevent-unload
   */
  close(): void {
    const event = new FakeEvent()
    this.emit('close', event)
    if (event.defaultPrevented) return
    if (this.wantsToStay && !this.webContents.isLetGo()) return
    this.emit('closed')
  }

  /** #event-show */
  #appear(): void {
    if (this.isShownNow) return
    this.isShownNow = true
    this.emit('show')
  }

  /** #event-query-session-end: Windows is about to end the session. Returns whether it waits. */
  querySessionEnd(): boolean {
    const event = new FakeEvent()
    this.emit('query-session-end', event)
    return event.defaultPrevented
  }
}
