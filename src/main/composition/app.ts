import type { DeepLink } from '../../shared/app/deep-link'
import type { Health } from '../../shared/app/health'
import type { WindowCommand } from '../../shared/rpc/window-events'
import type { AppSettings } from '../../shared/app/settings'
import type { Dispose } from '../base/dispose'
import type { WindowProblem } from '../health/window-problem'
import type { WorkerProgram } from '../base/threads/worker-thread'
import type { Platform } from '../platform/platform'
import type { Transport } from '../rpc/transport/transport'

/** What is going on in the app: windows attached and runs active now, and whether there ever was a window. */
export interface Activity {
  windows: number
  runs: number
  hadWindow: boolean
}

/** The running app, as its host sees it. */
export interface App {
  readonly bootId: string
  /** Serves one peer until either side is gone. */
  connect(transport: Transport): void
  /** What is known now, without waiting; answers also when everything else is broken. */
  health(): Health
  /** Asks every check first, each up to its short deadline. Never rejects. */
  refreshHealth(): Promise<Health>
  /** Latches `degraded`: for errors that nobody caught. */
  reportFatal(source: string, error: unknown): void
  /** What went wrong in the host and harms nothing; for the log. */
  reportProblem(source: string, error: unknown): void
  /** What a host sees of its window that no ping can say; null when it is well again. */
  reportWindowProblem(problem: WindowProblem | null): void
  /** Windows attached and runs active now, and whether there ever was a window. */
  activity(): Activity
  onActivity(listener: () => void): Dispose
  /** Whether a pane is answering: its answer would end with the app, and is not written to its end. */
  hasPaneRuns(): boolean
  /** Tells the newest window, as a menu does, or the first that comes. */
  sendCommand(command: WindowCommand): void
  /** Takes the user where the link leads, in the newest window or in the first that comes. */
  openDeepLink(link: DeepLink): void
  settings(): AppSettings
  onSettings(listener: () => void): Dispose
  /** Ends every run, saved, then every connection, and lets go of the data folder. Takes five seconds at most. */
  close(): Promise<void>
}

export interface AppOptions {
  platform: Platform
  environment: NodeJS.ProcessEnv
  /** The program of the threads that work on the store beside the main one. */
  storeWorker: WorkerProgram
}
