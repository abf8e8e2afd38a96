import type { DeepLink } from '../../shared/app/deep-link'
import type { Health } from '../../shared/app/health'
import type { WindowCommand } from '../../shared/rpc/window-events'
import type { AppSettings } from '../../shared/app/schema'
import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'
import type { WindowProblem } from '../health/window-problem'
import type { WorkerProgram } from '../base/threads/worker-thread'
import type { Platform } from '../platform/platform'
import type { Transport } from '../rpc/transport/transport'
import type { PromptSets } from '../sets/prompt-sets'

/** Attached windows, active runs, and whether a window was ever attached. */
export interface Activity {
  windows: number
  runs: number
  hadWindow: boolean
}

/** The running app, as its host sees it. */
export interface App {
  readonly bootId: string
  /** Prompt sets, for a host that runs them without a window. */
  readonly sets: PromptSets
  /** Asks every provider for its models, after which those of servers on this machine can be used. */
  findModels(): Promise<void>
  /** Serves one peer until either side closes. */
  connect(transport: Transport): void
  /** The current health, without waiting; works even when everything else is broken. */
  health(): Health
  /** Runs every check first, each up to its short deadline. Never rejects. */
  refreshHealth(): Promise<Health>
  /** Latches `degraded`: for uncaught errors. */
  reportFatal(source: string, error: unknown): void
  /** Logs a harmless problem in the host. */
  reportProblem(source: string, error: unknown): void
  /** Reports what a host sees of its window that no ping can reveal; null when the window has recovered. */
  reportWindowProblem(problem: WindowProblem | null): void
  /** Attached windows, active runs, and whether a window was ever attached. */
  activity(): Activity
  onActivity(listener: () => void): Dispose
  /** Panes that are answering: quitting would cut their answers short. */
  paneRunCount(): number
  /** Sends a command, as from a menu, to the newest window, or to the first one that attaches. */
  sendCommand(command: WindowCommand): void
  /** Opens the target of a link in the newest window, or in the first one that attaches. */
  openDeepLink(link: DeepLink): void
  settings(): AppSettings
  onSettings(listener: () => void): Dispose
  /**
   * Ends every run and saves its answer, then closes connections and releases the data folder. Takes at most five
   * seconds.
   */
  close(): Promise<void>
}

export interface AppOptions {
  platform: Platform
  environment: NodeJS.ProcessEnv
  /** The program of the threads that work on the store. */
  storeWorker: WorkerProgram
  /** The program of the threads in which tools of models work. */
  toolWorker: WorkerProgram
  /** Paces the answers of the demo models; the system clock by default. */
  demoClock?: Clock
}
