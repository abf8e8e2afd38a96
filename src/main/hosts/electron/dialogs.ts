import type { TFunction } from 'i18next'

import type { ElectronModules, HostMessageBox, HostWindow } from './electron-modules'
import type { WindowTrouble } from './main-window'

type DialogModule = ElectronModules['dialog']

/** What `answer` gives, or `otherwise` once the window is closed: a dialog may never answer without its window. */
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
 * Asks in a message box of `window`; answers with the index of the pressed button. Without a window macOS would block
 * the whole process until the answer. `cancelId` when the window is closed meanwhile, or when there is none.
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

/** What is to become of a window that shows nothing, which cannot ask by itself. */
export async function askAboutTrouble(
  dialog: DialogModule,
  window: HostWindow,
  t: TFunction,
  trouble: WindowTrouble,
): Promise<'reload' | 'quit' | 'close'> {
  const pressed = await askInWindow(dialog, window, {
    type: 'error',
    message: t(trouble === 'crashed' ? 'host.window.crashed' : 'host.window.notLoaded'),
    detail: t('host.window.detail'),
    buttons: [t('host.window.reload'), t('host.window.quit'), t('host.menu.close')],
    defaultId: 0,
    // The answers of a window that is closed go on.
    cancelId: 2,
    noLink: true,
  })
  return pressed === 0 ? 'reload' : pressed === 1 ? 'quit' : 'close'
}
