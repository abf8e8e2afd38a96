import type { Clock } from '../../base/clock'
import type { App } from '../../composition/create-app'
import type { ElectronModules } from './system/electron-modules'
import type { Relaunching } from './relaunch'
import type { StartReport } from './start-report'
import type { Updater } from './updates'
import type { Platform } from '../../platform/platform'

/** The part of the app that this host uses. */
export type HostedApp = Pick<
  App,
  | 'activity'
  | 'onActivity'
  | 'paneRunCount'
  | 'connect'
  | 'sendCommand'
  | 'openDeepLink'
  | 'settings'
  | 'onSettings'
  | 'reportFatal'
  | 'reportProblem'
  | 'reportWindowProblem'
  | 'close'
>

export interface ElectronHostOptions {
  modules: ElectronModules
  version: string
  /** The folder of the built main process. */
  mainFolder: string
  dataFolder: string
  /** In development, the address that serves the renderer in place of its built files. */
  developmentAddress: string | undefined
  system: NodeJS.Platform
  clock: Clock
  report: StartReport
  relaunching: Relaunching
  /** Loads the updater; null when updates are not supported. */
  loadUpdater: (() => Promise<Updater>) | null
  /** Registers a listener for every uncaught error. */
  onUncaught(listener: (source: string, error: unknown) => void): void
  /** Registers a listener for the termination of this process by the system. Must be called after Electron is ready. */
  onTerminated(listener: () => void): void
  createApp(platform: Platform): Promise<HostedApp>
}
