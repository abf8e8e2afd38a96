import type { Clock } from '../../base/clock'
import type { App } from '../../composition/app'
import type { ElectronModules } from './electron-modules'
import type { Relaunching } from './relaunch'
import type { Updater } from './updates'
import type { Platform } from '../../platform/platform'

/** The app as this host needs it. */
export type HostedApp = Pick<
  App,
  | 'activity'
  | 'onActivity'
  | 'hasPaneRuns'
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
  /** In development: where the renderer is served from instead of its built files. */
  developmentAddress: string | undefined
  system: NodeJS.Platform
  clock: Clock
  relaunching: Relaunching
  /** Brings new versions; null where there are none to be had. */
  loadUpdater: (() => Promise<Updater>) | null
  /** Calls back with every error that nothing caught, from now on. */
  onUncaught(listener: (source: string, error: unknown) => void): void
  /** Calls back when the system ends this process, from now on. To be called once Electron is ready. */
  onTerminated(listener: () => void): void
  createApp(platform: Platform): Promise<HostedApp>
}
