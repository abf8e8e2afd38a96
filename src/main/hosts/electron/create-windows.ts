import type { TFunction } from 'i18next'

import type { DeepLink } from '../../../shared/app/deep-link'
import type { HostNotices } from '../../platform/host-notices'
import { appAddress } from './app-protocol'
import type { ElectronHostOptions } from './electron-host-options'
import type { HostQuestions } from './host-questions'
import type { PendingApp } from './pending-app'
import type { HostWindow } from './system/electron-modules'
import { HostWindows } from './window/host-windows'
import { builtPaths } from './window/main-window'
import { QuickWindow } from './window/quick-window'
import { linkOfPlace } from './window/window-state'

interface WindowsDeps {
  pending: PendingApp
  questions: HostQuestions
  notices: HostNotices
  texts: () => TFunction
  /** The app is quitting. */
  isEnding: () => boolean
  openLink: (url: string) => void
  onShown: () => void
  onSessionEnd: (hold: (() => void) | null) => void
  staysWhenClosed: (window: HostWindow) => boolean
  /** Brings a main window to the front, and follows the link there. */
  showInMain: (link: DeepLink | null) => void
}

/** The main windows and the quick window, with what they need of the host. */
export function createWindows(
  { modules, mainFolder, developmentAddress, dataFolder, clock, system, relaunching }: ElectronHostOptions,
  deps: WindowsDeps,
): { windows: HostWindows; quick: QuickWindow } {
  const { pending, questions, notices, texts, isEnding, openLink, onSessionEnd } = deps
  const paths = builtPaths(mainFolder)
  const shared = {
    address: developmentAddress ?? appAddress,
    preloadPath: paths.preload,
    iconPath: paths.icon,
    clock,
    connectPort: (port: Parameters<PendingApp['connect']>[0]) => pending.connect(port),
    openLink,
    texts,
    reportWarning: (source: string, error: unknown) => pending.reportProblem(source, error),
    onSessionEnd,
    isEnding,
  }
  const quick = new QuickWindow(modules, {
    ...shared,
    // Its next use opens a new one.
    reportProblem: () => {},
    openInMain: (place) => deps.showInMain(linkOfPlace(place)),
    decidesKeysSilently: isWayland(system, relaunching.environment),
    onKeys: (problem) => {
      if (problem === null) notices.dismiss('quick-keys')
      else notices.add({ kind: 'quick-keys', ...problem })
      if (problem?.problem === 'taken') notices.add({ kind: 'quick-keys-taken', keys: problem.keys })
      else notices.dismiss('quick-keys-taken')
    },
  })
  const windows = new HostWindows(modules, {
    ...shared,
    dataFolder,
    reportProblem: (problem) => pending.tell((app) => app.reportWindowProblem(problem)),
    onShown: deps.onShown,
    onFailure: (window, failure) => void questions.askAboutWindow(window, failure),
    staysWhenClosed: deps.staysWhenClosed,
    onOpened: (window) =>
      askBeforeLeaving(window, {
        mayLeave: () => questions.mayLeave(window),
        isEnding,
        onProblem: (error) => pending.reportProblem('window', error),
      }),
    onNoneLeft: () => quick.close(),
  })
  return { windows, quick }
}

function isWayland(system: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  const { XDG_SESSION_TYPE, WAYLAND_DISPLAY = '' } = environment
  return system === 'linux' && (XDG_SESSION_TYPE === 'wayland' || WAYLAND_DISPLAY !== '')
}

/**
 * Asks the user when a page's `beforeunload` prevents leaving because answers would end with it. Without this, Electron
 * silently keeps the page unless `will-prevent-unload` is prevented, and a closed window stays open.
 * @see https://www.electronjs.org/docs/latest/api/web-contents#event-will-prevent-unload
 */
function askBeforeLeaving(
  window: HostWindow,
  options: {
    /** Resolves to true if the user agrees to end those answers. */
    mayLeave: () => Promise<boolean>
    /** The app is quitting: everything is saved, and nobody is asked any more. */
    isEnding: () => boolean
    onProblem: (error: unknown) => void
  },
): void {
  let leavesBy: 'close' | 'reload' = 'reload'
  let isAsking = false
  let isAgreed = false
  const ask = async () => {
    isAsking = true
    const leave = leavesBy
    try {
      if (!(await options.mayLeave())) return
      isAgreed = true
      if (leave === 'close') window.close()
      else window.webContents.reload()
    } finally {
      isAsking = false
    }
  }
  // Emitted before the page is asked; a reload has no event of its own.
  window.on('close', (event) => {
    if (!event.defaultPrevented) leavesBy = 'close'
  })
  window.webContents.on('dom-ready', () => {
    isAgreed = false
  })
  window.webContents.on('will-prevent-unload', (event) => {
    if (isAgreed || options.isEnding()) event.preventDefault()
    else if (!isAsking) void ask().catch(options.onProblem)
    leavesBy = 'reload'
  })
}
