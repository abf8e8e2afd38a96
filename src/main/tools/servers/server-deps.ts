import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { JobRunner } from '../../base/threads/job'
import type { Confirmation } from '../../platform/platform'
import type { ServerSettings } from '../../settings/server-settings'
import type { Bundles } from './bundles/bundles'
import type { ResultJobs } from './calls/result-jobs'
import type { StartServerProgram } from './connection/server-process'
import type { RememberedServers } from './definitions/remembered-servers'

/** The parts of the app on which servers depend. */
export interface ServerDeps {
  settings: ServerSettings
  remembered: RememberedServers
  bundles: Bundles
  /** Checks structured results. */
  results: JobRunner<ResultJobs>
  clock: Clock
  newId: NewId
  /** Parley's version, which servers are told. */
  version: string
  /** The settings belong to another process: tokens are used, but neither refreshed nor stored. */
  isReader?: boolean
  startProgram: StartServerProgram
  /** The folder in which programs are started. */
  folder: string
  /** The private hosts that the user has named in Settings. */
  namedHosts: () => readonly string[]
  /** Asks the user outside the window. */
  confirm: (question: Confirmation, signal: AbortSignal) => Promise<boolean>
  /**
   * Shows an address in full and opens it if the user agrees. `signal` withdraws the question. `tokenHost`: the host that
   * completes a sign-in, if it has to be named.
   */
  openLink: (url: string, signal: AbortSignal, tokenHost?: string | null) => Promise<boolean>
  /** The text that a browser shows after a sign-in. */
  signInPage: () => string
  /** A server's state, or what it offers, has changed. */
  onChanged: () => void
  /** A server did not stop a cancelled call, and was restarted. */
  onRestarted: (serverId: string) => void
}
