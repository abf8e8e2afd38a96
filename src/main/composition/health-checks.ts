import { statfsSync } from 'node:fs'

import type { ParleyError } from '../../shared/errors'
import type { Emitter } from '../base/emitter'
import { type CheckDefinition, type CheckOutcome, failingOutcome } from '../health/check-runner'
import type { RunStarter } from '../runs/starting/run-starter'
import type { SessionStore } from '../store/sessions/session-store'

/** The check fails with less free disk space than this. */
const minFreeBytes = 50 * 1024 * 1024

/** Any failed access fails the check at once; only asking the store again clears it. */
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

/** Fails if no run can start now. */
export function runsCheck(starter: RunStarter, activeCount: number): CheckOutcome {
  starter.assertAccepts()
  return { status: 'ok', detail: `accepts runs, ${activeCount} active` }
}

/** Synchronous, because the thread pool may be busy for seconds with DNS lookups. */
export function diskCheck(folder: string): CheckOutcome {
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const detail = `${Math.round(freeBytes / 1024 / 1024)} MiB free`
  return { status: freeBytes < minFreeBytes ? 'failing' : 'ok', detail }
}

/** Never fails: reports the number of live agent processes. */
export function agentsCheck(count: number): CheckOutcome {
  return { status: 'ok', detail: `${count} agent ${count === 1 ? 'process' : 'processes'}` }
}
