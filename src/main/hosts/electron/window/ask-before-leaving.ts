import type { HostWindow } from '../system/electron-modules'

/**
 * Asks the user when a page's `beforeunload` prevents leaving because answers would end with it. Without this, Electron
 * silently keeps the page unless `will-prevent-unload` is prevented, and a closed window stays open.
 * @see https://www.electronjs.org/docs/latest/api/web-contents#event-will-prevent-unload
 */
export function askBeforeLeaving(
  window: HostWindow,
  options: {
    /** Whether the user agrees to end those answers. */
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
