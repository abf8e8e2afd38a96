import type { TFunction } from 'i18next'

import type { ElectronModules, HostMessageBox, HostWindow } from '../system/electron-modules'
import type { WindowFailure } from './main-window'

type DialogModule = ElectronModules['dialog']

/** The result of `answer`, or `otherwise` once the window is closed: a dialog without its window may never answer. */
export async function whileOpen<Answer>(
  window: HostWindow,
  answer: Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  const { promise: closed, resolve } = Promise.withResolvers<Answer>()
  const onClosed = () => resolve(otherwise)
  window.on('closed', onClosed)
  try {
    return await Promise.race([answer, closed])
  } finally {
    window.off('closed', onClosed)
  }
}

/**
 * Asks in a message box of `window`; returns the index of the button that was pressed. Without a window, macOS would
 * block the whole process until the answer. Returns `cancelId` when there is no window, or it is closed.
 */
export async function askInWindow(
  dialog: DialogModule,
  window: HostWindow | null,
  box: HostMessageBox,
): Promise<number> {
  if (window === null || box.signal?.aborted === true) return box.cancelId
  const { response } = await whileOpen(window, dialog.showMessageBox(window, box), { response: box.cancelId })
  return response
}

/**
 * Resolves to true if the user agrees that the panes' answers end. `answers` is their number; null for one of several
 * windows.
 */
export async function askToLeave(
  dialog: DialogModule,
  window: HostWindow | null,
  t: TFunction,
  answers: number | null,
): Promise<boolean> {
  const pressed = await askInWindow(dialog, window, {
    type: 'question',
    message: answers === null ? t('leaving.questionOfWindow') : t('leaving.question', { count: answers }),
    detail: t('leaving.detail'),
    buttons: [t('leaving.leave'), t('leaving.stay')],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return pressed === 0
}

/** Asks what to do with a window that shows nothing and so cannot ask itself. */
export async function askAboutFailure(
  dialog: DialogModule,
  window: HostWindow,
  t: TFunction,
  failure: WindowFailure,
): Promise<'reload' | 'quit' | 'close'> {
  const pressed = await askInWindow(dialog, window, {
    type: 'error',
    message: t(failure === 'crashed' ? 'host.window.crashed' : 'host.window.notLoaded'),
    detail: t('host.window.detail'),
    buttons: [t('common.reload'), t('host.window.quit'), t('host.menu.close')],
    defaultId: 0,
    // Closing the window does not end its answers.
    cancelId: 2,
    noLink: true,
  })
  return pressed === 0 ? 'reload' : pressed === 1 ? 'quit' : 'close'
}
