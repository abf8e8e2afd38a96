import type { ErrorData } from '../../../shared/errors'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { Message, Part, Receipt, Usage } from '../../../shared/sessions/messages'
import type { RunStatus } from '../../../shared/runs/events'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { RunRequest, RunSource } from '../../run-source/run-source'
import type { SaveFile } from '../guarded-source/guard-source'
import type { CostOf } from '../../run-source/cost'
import type { RunStore } from '../log/run-recorder'
import type { LookUpConsent } from './pending-approvals'
import type { RunTimeouts } from './run-watchdog'

/** Everything about a run that is decided when it starts. */
export interface RunSpec extends RunIdentity {
  /** The message being answered. */
  parent: Message | null
  request: RunRequest
  source: RunSource
  /** What a continued answer had before. */
  continued?: { parts: Part[]; usage: Usage | undefined } | undefined
  timeouts: RunTimeouts
  graceMs?: number | undefined
  costOf?: CostOf | undefined
  /** The answer costs nothing, even if the source does not report what it used. */
  isFree?: boolean | undefined
  /** Absent where files in an answer cannot be stored. */
  saveFile?: SaveFile | undefined
  /** The maximum size of the answer in UTF-16 units. Absent: the default of the setting. */
  maxChars?: number | undefined
  /** Parley executes the calls of the answer, so that their results are kept even after a stop. */
  keepsResults?: boolean | undefined
  /** Finds stored consent; absent where consents are not stored. */
  lookUpConsent?: LookUpConsent | undefined
}

export interface RunDeps {
  store: RunStore
  clock: Clock
  errors: ErrorSink
  /** Called when a run starts or stops waiting for the user. */
  onWaiting: (sessionId: SessionId) => void
  /** Called when something was added to the answer after its end. */
  onLate: (sessionId: SessionId) => void
  /** Resolves when this run, stopped or not, may block the event loop to save its answer. */
  saveTurn: (isStopped: boolean) => Promise<void>
}

/** How a run ended. */
export interface RunOutcome {
  status: RunStatus
  message: Message
  /**
   * The id of the stored answer: that of the answer it continues if it adds nothing. Null if the disk refused the
   * message, which is then only in memory.
   */
  savedId: MessageId | null
  receipt: Receipt | null
  error: ErrorData | null
  /** The provider may charge for it, even if nothing arrived. */
  mayBeCharged: boolean
}
