import type { QuickKeysProblem } from '../../../../shared/app/host-notice'
import type { AppSettings } from '../../../../shared/app/schema'
import { isBindable } from '../../../../shared/app/shortcuts'
import { acceleratorOf } from '../system/accelerators'
import type { ElectronModules, HostWindow } from '../system/electron-modules'
import { openElectronWindow, type ElectronWindowOptions } from './main-window'
import { storedPlace } from './window-state'

/** The hash of the page that is a quick window. */
const quickPlace = '#/quick'

const bounds = { width: 620, height: 480 } as const
const smallest = { minWidth: 420, minHeight: 320 } as const

type Modules = Pick<
  ElectronModules,
  'BrowserWindow' | 'Menu' | 'MessageChannelMain' | 'clipboard' | 'globalShortcut' | 'screen'
>

type Shared = Omit<
  ElectronWindowOptions,
  'state' | 'shape' | 'openWindow' | 'onFailure' | 'onFocus' | 'onClosing' | 'onClosed' | 'onShown'
>

interface QuickWindowOptions extends Shared {
  /** The app is quitting: the window really closes. */
  isEnding: () => boolean
  /** Shows this place in a main window. */
  openInMain: (place: string) => void
  /** The desktop accepts any keys and does not report whether it passes them on. */
  decidesKeysSilently: boolean
  /** Why the keys may not work; null once they have worked, or are off. */
  onKeys: (problem: Omit<QuickKeysProblem, 'kind'> | null) => void
}

/**
 * A small window that stays on top, opened and hidden by keys that work in every program. It stays loaded, so that it
 * opens at once.
 */
export class QuickWindow {
  readonly #modules: Modules
  readonly #options: QuickWindowOptions
  #window: HostWindow | null = null
  #isVisible = false
  #isLettingGo = false
  /** The keys that were asked for, whether or not the system gave them. */
  #keys = ''
  #accelerator: string | null = null

  constructor(modules: Modules, options: QuickWindowOptions) {
    this.#modules = modules
    this.#options = options
  }

  /** Asks the system for the keys in the settings, if they have changed. */
  useKeys({ quickWindowKeys }: Pick<AppSettings, 'quickWindowKeys'>): void {
    if (quickWindowKeys === this.#keys) return
    this.releaseKeys()
    this.#keys = quickWindowKeys
    const accelerator = isBindable(quickWindowKeys) ? acceleratorOf(quickWindowKeys) : undefined
    const isTaken = quickWindowKeys !== '' && (accelerator === undefined || !this.#register(accelerator))
    const isUnconfirmed = quickWindowKeys !== '' && this.#options.decidesKeysSilently
    const problem = isTaken ? 'taken' : isUnconfirmed ? 'unconfirmed' : null
    this.#options.onKeys(problem === null ? null : { keys: quickWindowKeys, problem })
  }

  /** Gives the keys back to other programs. */
  releaseKeys(): void {
    if (this.#accelerator !== null) this.#modules.globalShortcut.unregister(this.#accelerator)
    this.#accelerator = null
    this.#keys = ''
  }

  /** Shows the window, or hides it. */
  toggle(): void {
    if (this.#options.isEnding()) return
    if (this.#isVisible) this.hide()
    else this.show()
  }

  show(): void {
    if (this.#window === null) {
      this.#window = this.#open()
      return
    }
    this.#isVisible = true
    this.#window.show()
    this.#window.focus()
  }

  hide(): void {
    this.#isVisible = false
    this.#window?.hide()
  }

  /** The text of the clipboard, only while the user looks at this window; null otherwise. */
  async readClipboard(): Promise<string | null> {
    return this.#isVisible ? this.#modules.clipboard.readText() : null
  }

  /** Closes the window, because no other is left. */
  close(): void {
    this.#isLettingGo = true
    this.#window?.close()
    this.#isLettingGo = false
  }

  /** The keys were pressed. On Wayland, Electron cannot unregister keys, and still calls back for earlier ones. */
  #press(accelerator: string): void {
    if (accelerator !== this.#accelerator) return
    this.#options.onKeys(null)
    this.toggle()
  }

  /** False when another program has the keys, or the system knows no such key. */
  #register(accelerator: string): boolean {
    try {
      if (!this.#modules.globalShortcut.register(accelerator, () => this.#press(accelerator))) return false
    } catch (error) {
      this.#options.reportWarning('quick-window', error)
      return false
    }
    this.#accelerator = accelerator
    return true
  }

  #open(): HostWindow {
    const { isEnding, openInMain, onKeys: _onKeys, decidesKeysSilently: _decides, ...shared } = this.#options
    return openElectronWindow(this.#modules, {
      ...shared,
      state: { bounds, isMaximized: false, place: quickPlace },
      shape: {
        ...smallest,
        alwaysOnTop: true,
        autoHideMenuBar: true,
        skipTaskbar: true,
        maximizable: false,
        fullscreenable: false,
      },
      openWindow: (address) => {
        openInMain(storedPlace(address))
        this.hide()
      },
      onShown: () => {
        this.#isVisible = true
      },
      // The next use opens a new one.
      onFailure: () => this.close(),
      onFocus: () => {},
      onClosing: (event) => {
        if (isEnding() || this.#isLettingGo) return
        event.preventDefault()
        this.hide()
      },
      onClosed: () => {
        this.#window = null
        this.#isVisible = false
      },
    })
  }
}
