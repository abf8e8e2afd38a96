import type { WindowProblem } from '../../../health/window-problem'
import type { ElectronModules, HostWindow } from '../system/electron-modules'
import {
  bringToFront,
  openElectronWindow,
  type ElectronWindowOptions,
  type WindowFailure,
} from './main-window'
import {
  besideBounds,
  loadWindowStates,
  maxWindows,
  storedPlace,
  saveWindowStates,
  type WindowState,
} from './window-state'

type Shared = Omit<
  ElectronWindowOptions,
  'state' | 'openWindow' | 'reportProblem' | 'onFailure' | 'onFocus' | 'onClosing' | 'onClosed'
>

interface HostWindowsOptions extends Shared {
  dataFolder: string
  /** Null once no window has a problem. */
  reportProblem(problem: WindowProblem | null): void
  onFailure(window: HostWindow, failure: WindowFailure): void
  staysWhenClosed(window: HostWindow): boolean
  /** The app is quitting: the windows that were open then are restored at the next start. */
  isEnding: () => boolean
  onOpened: (window: HostWindow) => void
  /** The last window was closed. */
  onNoneLeft: () => void
}

interface OpenWindow {
  window: HostWindow
  /** Until it is shown, its own values mean nothing. */
  state: WindowState
  isShown: boolean
  problem: WindowProblem | null
}

/** The windows of the app. Those that are open when it quits are restored, with what each shows. */
export class HostWindows {
  readonly #modules: Pick<ElectronModules, 'BrowserWindow' | 'Menu' | 'MessageChannelMain' | 'screen'>
  readonly #options: HostWindowsOptions
  /** The one used last at the end. */
  #open: OpenWindow[] = []

  constructor(
    modules: Pick<ElectronModules, 'BrowserWindow' | 'Menu' | 'MessageChannelMain' | 'screen'>,
    options: HostWindowsOptions,
  ) {
    this.#modules = modules
    this.#options = options
  }

  /** The window used last. */
  get current(): HostWindow | null {
    return this.#open.at(-1)?.window ?? null
  }

  get count(): number {
    return this.#open.length
  }

  /** Opens the windows of the last time, at the start. */
  restore(): void {
    for (const state of loadWindowStates(this.#options.dataFolder)) this.#add(state)
  }

  /** Opens a window like the last one, because none is left. It shows a new chat. */
  openFirst(): void {
    const last = loadWindowStates(this.#options.dataFolder).at(-1)
    if (last !== undefined) this.#add({ ...last, place: '' })
  }

  /** Opens another window; beyond the limit, shows the current one. */
  openAnother(place: string): void {
    const current = this.#open.at(-1)
    if (current === undefined) this.openFirst()
    else if (this.#open.length >= maxWindows) current.window.focus()
    else {
      this.#add({ bounds: besideBounds(stateOf(current).bounds), isMaximized: false, place })
      this.#save(this.#open)
    }
  }

  /** Brings the window used last to the front. */
  raise(): void {
    if (this.current !== null) bringToFront(this.current)
  }

  hide(): void {
    for (const { window } of this.#open) window.hide()
  }

  /** Remembers the open windows, because the app quits. */
  save(): void {
    if (this.#open.length > 0) this.#save(this.#open)
  }

  #add(state: WindowState): void {
    const { dataFolder: _folder, isEnding, onOpened, onNoneLeft, ...shared } = this.#options
    const opened: Omit<OpenWindow, 'window'> = { state, isShown: false, problem: null }
    const window = openElectronWindow(this.#modules, {
      ...shared,
      state,
      openWindow: (address) => this.openAnother(storedPlace(address)),
      reportProblem: (problem) => {
        known.problem = problem
        this.#reportProblems()
      },
      onShown: () => {
        known.isShown = true
        shared.onShown()
      },
      onFailure: (failure) => shared.onFailure(window, failure),
      onFocus: () => {
        if (this.#open.includes(known)) this.#open = [...this.#open.filter((each) => each !== known), known]
      },
      onClosing: (event) => {
        // The last one is kept for the next start.
        if (this.#open.length === 1 && known.isShown && !isEnding()) this.#save([known])
        if (!shared.staysWhenClosed(window)) return
        event.preventDefault()
        window.minimize()
      },
      onClosed: () => {
        this.#open = this.#open.filter((each) => each !== known)
        this.#reportProblems()
        if (this.#open.length === 0) onNoneLeft()
        else if (!isEnding()) this.#save(this.#open)
      },
    })
    const known: OpenWindow = { window, ...opened }
    this.#open.push(known)
    onOpened(window)
  }

  #reportProblems(): void {
    this.#options.reportProblem(this.#open.find(({ problem }) => problem !== null)?.problem ?? null)
  }

  #save(windows: readonly OpenWindow[]): void {
    try {
      saveWindowStates(this.#options.dataFolder, windows.map(stateOf))
    } catch (error) {
      // Losing the positions of windows is not worth an error.
      this.#options.reportWarning('window-state', error)
    }
  }
}

function stateOf({ window, state, isShown }: OpenWindow): WindowState {
  if (!isShown) return state
  return {
    bounds: window.getNormalBounds(),
    isMaximized: window.isMaximized(),
    place: storedPlace(window.webContents.getURL()),
  }
}
