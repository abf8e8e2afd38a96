import { statfsSync } from 'node:fs'

import type { ParleyError } from '../../shared/errors'
import type { Emitter } from '../base/emitter'
import { type CheckDefinition, type CheckOutcome, failingOutcome } from '../health/check-runner'
import type { RunStarter } from '../runs/starting/run-starter'
import type { ActiveRuns } from '../runs/run/active-runs'
import type { SessionStore } from '../store/sessions/session-store'

/** Less room than this on the disk is a failing check. */
const minFreeBytes = 50 * 1024 * 1024

/** A failure counts at once, whoever met it; that the store is well again is found by asking it. */
export function storeCheck(store: SessionStore, failed: Emitter<ParleyError>): CheckDefinition {
  return {
    id: 'store',
    run() {
      store.assertAnswers()
      return { status: 'ok', detail: 'answers' }
    },
    onOutcome: (listener) => failed.on((error) => listener(failingOutcome(error))),
  }
}

/** Whether a run could begin now. */
export function runsCheck(starter: RunStarter, active: ActiveRuns): CheckOutcome {
  starter.assertAccepts()
  return { status: 'ok', detail: `accepts runs, ${active.list().length} active` }
}

/** Asked in this thread: the pool that asks for others may be full of host names that are looked up for seconds. */
export function diskCheck(folder: string): CheckOutcome {
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const detail = `${Math.round(freeBytes / 1024 / 1024)} MiB free`
  return { status: freeBytes < minFreeBytes ? 'failing' : 'ok', detail }
}

/** No fault, but to be seen: how many processes of agents are alive. */
export function agentsCheck(count: number): CheckOutcome {
  return { status: 'ok', detail: `${count} agent ${count === 1 ? 'process' : 'processes'}` }
}
