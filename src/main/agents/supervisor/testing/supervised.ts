import { readFileSync } from 'node:fs'

import { onTestFinished } from 'vitest'

import { systemClock } from '../../../base/clock'
import type { ErrorSink } from '../../../errors/error-sink'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import type { AgentProcess, AgentSupervisor } from '../../agent-process'
import { readLines } from '../../../base/read-lines'
import { createAgentSupervisor, type SupervisorOptions } from '../supervisor'

/** A supervisor of real processes, and the errors that it reported. */
export interface Supervised {
  supervisor: AgentSupervisor
  complaints: unknown[]
  dataFolder: string
  /** Starts Node with this source text. */
  startNode: (
    code: string,
    given?: { environment?: Record<string, string>; runId?: string },
  ) => Promise<AgentProcess>
}

/** Short delays for fast tests; a test that must not depend on them passes its own. */
const shortWaits = { askedMs: 150, terminatedMs: 150, killTreeMs: 3_000 }

/** Opens a supervisor that is closed, with all its agents, at the end of the running test. */
export function openSupervised(options: Partial<SupervisorOptions> = {}): Supervised {
  const dataFolder = temporaryFolder()
  const complaints: unknown[] = []
  const complain = (_source: string, error: unknown) => void complaints.push(error)
  const errors: ErrorSink = { fatal: complain, warning: complain }
  const supervisor = createAgentSupervisor({
    clock: systemClock,
    bootId: crypto.randomUUID(),
    dataFolder,
    environment: process.env,
    errors,
    timeouts: shortWaits,
    ...options,
  })
  onTestFinished(() => supervisor.close())
  return {
    supervisor,
    complaints,
    dataFolder,
    startNode: (code, { environment = {}, runId = 'run' } = {}) =>
      supervisor.start({
        command: { executable: process.execPath, args: ['-e', code], environment },
        folder: dataFolder,
        runId,
      }),
  }
}

/** The lines of an agent, one at a time. */
export function linesOf(agent: AgentProcess): () => Promise<string> {
  const lines = readLines(agent.stdout)
  return async () => {
    const line = await lines.next()
    return line.done === true ? '' : line.value
  }
}

/** True if the process exists and has not exited; a zombie has. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z'
  } catch {
    return false
  }
}
