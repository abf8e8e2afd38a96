import type { TFunction } from 'i18next'

import { failure } from '../../../shared/failures/failure'
import { visibleText } from '../../../shared/text/visible-text'
import type { Clock } from '../../base/clock'
import { timedOut } from '../../base/deadline'
import { confirmationTexts } from '../confirmation-texts'
import type { DialogFolders } from './window/dialog-folders'
import { askInWindow, whileOpen } from './window/dialogs'
import type { ElectronModules, HostWindow } from './system/electron-modules'
import { createElectronCipher } from './system/safe-storage-cipher'
import type { HostNotices } from '../../platform/host-notices'
import type { Confirmation, FolderUse, Platform, ServerLink } from '../../platform/platform'
import { queuedConfirm } from '../queued-confirm'

/** A key store that has not answered by then may be waiting for a password. */
const silenceMs = 3_000
const openableProtocols = ['http:', 'https:', 'mailto:']

type Modules = Pick<ElectronModules, 'app' | 'dialog' | 'safeStorage' | 'session' | 'shell'>

interface Asking {
  /** The texts in the current language. */
  texts: () => TFunction
  /** The window for questions, brought to the front if necessary; null while the app quits. */
  window: () => HostWindow | null
}

/** The platform of the Electron host. Must be called after the app is ready. */
export async function createElectronPlatform(
  modules: Modules,
  options: Asking & {
    version: string
    dataFolder: string
    system: NodeJS.Platform
    clock: Clock
    notices: HostNotices
    folders: DialogFolders
    restart: Platform['restart']
    readClipboard: () => Promise<string | null>
    installUpdate: () => void
    onProblem: (source: string, error: unknown) => void
  },
): Promise<Platform> {
  const { version, dataFolder, system, clock, notices } = options
  const onProblem = (error: unknown) => options.onProblem('key-store', error)
  const { givenUp, stopAsking } = askIfSilent(modules, options, clock, onProblem)
  const cipherOptions = { dataFolder, system, clock, givenUp, onProblem }
  const { hasLockedKeys, ...secrets } = await createElectronCipher(
    modules.safeStorage,
    cipherOptions,
  ).finally(stopAsking)
  if (hasLockedKeys) notices.add({ kind: 'keys-locked' })
  return {
    host: 'electron',
    version,
    dataFolder,
    secrets,
    openLink: (url, byServer) => openLink(modules, options, { address: url, byServer }),
    async openFile(path) {
      const problem = await modules.shell.openPath(path)
      if (problem !== '') throw new Error(problem)
    },
    confirm: queuedConfirm((question, signal) => ask(modules, options, question, signal), clock),
    chooseFolder: (use, current) => chooseFolder(modules, options, { use, current }),
    // A session that is gone throws.
    resolveProxy: async (url) => await modules.session.defaultSession.resolveProxy(url),
    notices,
    readClipboard: options.readClipboard,
    installUpdate: options.installUpdate,
    quit: () => modules.app.quit(),
    restart: options.restart,
  }
}

/** If the key store is silent, says so in the window, where the user may decide not to wait for it. */
function askIfSilent(
  { dialog }: Modules,
  asking: Asking,
  clock: Clock,
  onProblem: (error: unknown) => void,
): { givenUp: Promise<typeof timedOut>; stopAsking: () => void } {
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<typeof timedOut>()
  const opened = new AbortController()
  const askToWait = async () => {
    const t = asking.texts()
    const pressed = await askInWindow(dialog, asking.window(), {
      type: 'info',
      message: t('host.keyStore.waiting'),
      detail: t('host.keyStore.detail'),
      buttons: [t('host.keyStore.startWithout'), t('host.keyStore.wait')],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
      signal: opened.signal,
    })
    if (pressed === 0) giveUp(timedOut)
  }
  const cancel = clock.after(silenceMs, () => void askToWait().catch(onProblem))
  return {
    givenUp,
    stopAsking() {
      cancel()
      opened.abort()
    },
  }
}

function serverLinkDetail(t: TFunction, url: URL, { tokenHost }: ServerLink): string {
  const completed = tokenHost === null ? [] : [`${t('host.confirm.tokenHost')}: ${visibleText(tokenHost)}`]
  return [url.href, ...completed, '', t('host.confirm.pageConsequence')].join('\n')
}

/** Opens exactly what was shown: the URL as the browser would write it, with host names in ASCII. */
async function openLink(
  { dialog, shell }: Modules,
  asking: Asking,
  { address, byServer }: { address: string; byServer: ServerLink | undefined },
): Promise<boolean> {
  const url = URL.parse(address)
  if (url === null || !openableProtocols.includes(url.protocol)) return false
  const t = asking.texts()
  const pressed = await askInWindow(dialog, asking.window(), {
    type: 'question',
    message: t(byServer === undefined ? 'host.link.question' : 'host.confirm.pageQuestion'),
    detail: byServer === undefined ? url.href : serverLinkDetail(t, url, byServer),
    buttons: [t('common.open'), t('common.cancel')],
    // A server asks at any moment, maybe while the user is typing.
    defaultId: byServer === undefined ? 0 : 1,
    cancelId: 1,
    noLink: true,
    ...(byServer === undefined ? {} : { signal: byServer.signal }),
  })
  if (pressed !== 0) return false
  try {
    await shell.openExternal(url.href)
    return true
  } catch (cause) {
    throw failure('INTERNAL', 'link-not-opened', { address: url.href }, cause)
  }
}

/** Enter alone never accepts. */
async function ask(
  { dialog }: Modules,
  asking: Asking,
  question: Confirmation,
  signal: AbortSignal,
): Promise<boolean> {
  const texts = confirmationTexts(asking.texts(), question)
  const pressed = await askInWindow(dialog, asking.window(), {
    type: 'question',
    message: texts.question,
    detail: [...texts.lines.map(({ label, value }) => `${label}: ${value}`), '', texts.consequence]
      .join('\n')
      .trimStart(),
    buttons: [texts.allow, texts.refuse],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
    signal,
  })
  return pressed === 0
}

async function chooseFolder(
  { dialog }: Modules,
  { window: windowToAskIn, texts, folders }: Asking & { folders: DialogFolders },
  { use, current }: { use: FolderUse; current: string | null | undefined },
): Promise<string | null> {
  const window = windowToAskIn()
  if (window === null) return null
  const defaultPath = folders.startIn(use, current)
  const chosen = dialog.showOpenDialog(window, {
    title: texts()('common.chooseFolder'),
    ...(defaultPath === undefined ? {} : { defaultPath }),
    properties: ['openDirectory', 'createDirectory'],
  })
  const { canceled, filePaths } = await whileOpen(window, chosen, { canceled: true, filePaths: [] })
  const [folder = null] = canceled ? [] : filePaths
  if (folder !== null) folders.remember(use, folder)
  return folder
}
