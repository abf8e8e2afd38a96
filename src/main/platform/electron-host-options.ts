import type { DeepLink } from '../../shared/deep-link'
import type { WindowCommand } from '../../shared/rpc/window-events'
import type { AppSettings } from '../../shared/settings'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import type { WindowProblem } from '../base/window-problem'
import type { ElectronModules, HostPort } from './electron-modules'
import type { Relaunching } from './electron-relaunch'
import type { Updater } from './electron-updates'
import type { Activity } from './end-when-idle'
import type { Platform } from './platform'

/** The app as this host needs it. */
export interface HostedApp {
  activity(): Activity
  onActivity(listener: () => void): Dispose
  /** Whether answers are under way that belong to a window. */
  hasPaneRuns(): boolean
  /** Tells the window, or the first that comes. */
  sendCommand(command: WindowCommand): void
  openDeepLink(link: DeepLink): void
  settings(): Pick<AppSettings, 'keepRunning' | 'language' | 'spellCheck'>
  onSettings(listener: () => void): Dispose
  /** The returned function ends the connection. */
  connectPort(port: HostPort): Dispose
  reportFatal(source: string, error: unknown): void
  /** What went wrong and harms nothing; for the log. */
  reportProblem(source: string, error: unknown): void
  reportWindowProblem(problem: WindowProblem | null): void
  close(): Promise<void>
}

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
