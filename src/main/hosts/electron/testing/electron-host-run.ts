import { join } from 'node:path'

import { Emitter } from '../../../base/emitter'
import { createManualClock } from '../../../base/testing/manual-clock'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { runElectronHost } from '../electron-host'
import type { ElectronHostOptions } from '../electron-host-options'
import type { HostMenuItem } from '../system/electron-modules'
import type { Platform } from '../../../platform/platform'
import { FakeElectron } from './fake-electron'
import type { FakeWindow } from './fake-window'
import { FakeHostedApp } from './fake-hosted-app'

/** The host options that a test may set. */
export interface Given extends Partial<ElectronHostOptions> {
  /** The folder for its files; by default a new one. */
  folder?: string
  /** The command-line arguments after the program. */
  args?: string[]
  /** The environment that the app was started with. */
  environment?: NodeJS.ProcessEnv
}

/** Begins a start; `running` settles when it is complete. */
export function begin(
  { args, environment = {}, folder = temporaryFolder(), ...options }: Given = {},
  electron = new FakeElectron(),
) {
  const app = new FakeHostedApp()
  const clock = createManualClock()
  const started: string[] = []
  const reports: string[] = []
  let platform: Platform | undefined
  const uncaught = new Emitter<unknown>()
  const terminated = new Emitter<void>()
  const running = runElectronHost({
    modules: electron.modules,
    version: '1.2.3',
    mainFolder: join(folder, 'out/main'),
    dataFolder: join(folder, 'data'),
    developmentAddress: undefined,
    system: 'linux',
    clock,
    report: (state, text = '') => reports.push(`${state} ${text}`.trim()),
    relaunching: {
      args: ['parley', ...(args ?? [])],
      environment,
      startProgram: (path, given) => started.push([path, ...given].join(' ')),
    },
    loadUpdater: null,
    onUncaught: (listener) => {
      uncaught.on((error) => listener('uncaughtException', error))
    },
    onTerminated: (listener) => {
      terminated.on(listener)
    },
    createApp: (made) => {
      platform = made
      return Promise.resolve(app)
    },
    ...options,
  })
  return {
    app,
    folder,
    clock,
    electron,
    running,
    started,
    reports,
    platform: () => platform,
    terminate: () => terminated.fire(),
    throwUncaught: (error: unknown) => uncaught.fire(error),
  }
}

/** Starts the host. @throws when it opens no window */
export async function start(given: Given = {}, electron = new FakeElectron()) {
  const begun = begin(given, electron)
  await begun.running
  const [window] = electron.windows
  if (window === undefined) throw new Error('no window was opened')
  return { ...begun, window, platform: begun.platform() }
}

/** Chooses the menu item named `label`. */
export function clickMenu(menu: HostMenuItem[], label: string): void {
  const item = menu.flatMap((entry) => entry.submenu ?? []).find((entry) => entry.label === label)
  if (item?.click === undefined) throw new Error(`no menu item ${label}`)
  item.click()
}

/** The roles of the menu items that Electron handles. */
export function roles(electron: FakeElectron): HostMenuItem['role'][] {
  return electron.menu.flatMap((entry) => entry.submenu ?? []).map((entry) => entry.role)
}

/** The titles of the menus. */
export function titles(electron: FakeElectron) {
  return electron.menu.map(({ label, role }) => label ?? role)
}

/** A system whose preferred languages have German as the first one that Parley supports. */
export function germanSystem(): FakeElectron {
  const electron = new FakeElectron()
  electron.app.systemLanguages = ['fr-FR', 'de-AT', 'en-GB']
  return electron
}

/** Crashes the window's page. */
export function crash({ webContents }: FakeWindow): void {
  webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 })
}

/** Makes the window's page fail to load. */
export function failToLoad({ webContents }: FakeWindow): void {
  webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'parley://app/', true)
}
