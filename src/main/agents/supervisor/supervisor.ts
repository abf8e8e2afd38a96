import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import { registerSecret } from '../../base/redaction/redaction'
import type { AgentProcess, AgentStart, AgentSupervisor } from '../agent-process'
import { agentEnvironment, secretsIn } from './agent-environment'
import { filesPrefix, type WrittenFiles, writeAgentFiles } from './agent-files'
import { folderKey, markPrefix } from './processes/agent-mark'
import { ProcessReader, type ProcessTable } from './processes/process-table'
import { type EndingTimeouts, RunningAgent } from './running-agent'
import { startProgram } from './start-program'
import { systemProcesses } from './processes/system-processes'
import { Watchdog } from './watchdog'

/** The environment in which agents are started and ended. */
export interface SupervisorOptions {
  clock: Clock
  /** Identifies this boot of Parley, to tell its agents from all others. */
  bootId: string
  /** Agents' files are written below this folder. */
  dataFolder: string
  /** Parley's own environment. Agents get the allowed part of it. */
  environment: NodeJS.ProcessEnv
  errors: ErrorSink
  timeouts?: EndingTimeouts
  table?: ProcessTable
}

const usualTimeouts: EndingTimeouts = { askedMs: 2_000, terminatedMs: 2_000, killTreeMs: 3_000 }

/** Parley quits within 5 s, and has more to do than this. */
const closingTimeouts: EndingTimeouts = { askedMs: 1_500, terminatedMs: 1_000, killTreeMs: 1_500 }

/** The interval between scans for new processes: one that leaves its parent, session and mark sooner is lost. */
const scanEveryMs = 1_000
const firstScanAfterMs = 150

/** Starts agents, and ensures that nothing of them is left, however they, or Parley, end. */
export function createAgentSupervisor(options: SupervisorOptions): AgentSupervisor {
  return new Supervisor(options)
}

class Supervisor implements AgentSupervisor {
  readonly #options: SupervisorOptions
  readonly #table: ProcessTable
  readonly #reader: ProcessReader
  readonly #agents = new Set<RunningAgent>()
  readonly #fingerprints = new Set<string>()
  readonly #starting = new Set<Promise<AgentProcess>>()
  #own: Promise<{ prefix: string; watchdog: Watchdog }> | null = null
  #startCount = 0
  #cancelScan: (() => void) | null = null
  #closing: Promise<void> | null = null

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#table = options.table ?? systemProcesses()
    this.#reader = new ProcessReader(this.#table, options.errors)
  }

  start(start: AgentStart): Promise<AgentProcess> {
    const starting = this.#start(start).finally(() => this.#starting.delete(starting))
    this.#starting.add(starting)
    return starting
  }

  count(): number {
    let count = 0
    for (const agent of this.#agents) count += agent.count
    return count
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    this.#cancelScan?.()
    await Promise.all([
      ...Array.from(this.#agents, (agent) => agent.end()),
      Promise.allSettled(Array.from(this.#starting)),
    ])
    this.#cancelScan?.()
    if (this.#own !== null) (await this.#own).watchdog.quit()
  }

  async #start(start: AgentStart): Promise<AgentProcess> {
    this.#checkOpen()
    const { clock, dataFolder, environment, errors } = this.#options
    const { command, runId } = start
    const own = await (this.#own ??= this.#findOwn())
    const mark = `${own.prefix}${++this.#startCount}`
    const files = await writeFiles(dataFolder, mark, command.files ?? [])
    let fingerprint: string | null = null
    try {
      this.#checkOpen()
      for (const secret of secretsIn(command.environment)) registerSecret(secret)
      this.#updateWatchdog(own.watchdog)
      const given = { ...command.environment, ...files.variables }
      const program = await startProgram(
        start,
        command.args.map((argument) => files.argument(argument)),
        agentEnvironment(environment, given, { runId, mark }),
        (spawn) => {
          const spawned = this.#table.startWithFingerprint(this.#fingerprints, spawn)
          fingerprint = spawned.fingerprint
          if (fingerprint !== null) this.#fingerprints.add(fingerprint)
          return spawned.started
        },
      )
      const agent: RunningAgent = new RunningAgent(program, {
        clock,
        errors,
        mark,
        fingerprint,
        table: this.#table,
        reader: this.#reader,
        timeouts: () =>
          this.#closing === null ? (this.#options.timeouts ?? usualTimeouts) : closingTimeouts,
        onGone: () => {
          this.#agents.delete(agent)
          return this.#tidy(files, fingerprint)
        },
      })
      this.#agents.add(agent)
      this.#updateWatchdog(own.watchdog)
      this.#scanLater(firstScanAfterMs, own.watchdog)
      if (this.#closing === null) return agent
      await agent.end()
      throw failure('CANCELLED', 'quitting')
    } catch (error) {
      await this.#tidy(files, fingerprint)
      throw error
    }
  }

  #checkOpen(): void {
    if (this.#closing !== null) throw failure('CANCELLED', 'quitting')
  }

  async #findOwn(): Promise<{ prefix: string; watchdog: Watchdog }> {
    const { bootId, dataFolder, errors } = this.#options
    const rows = await this.#reader.read()
    const startedAt = rows?.find((row) => row.pid === process.pid)?.startedAt ?? '0'
    const prefix = markPrefix({ folderKey: folderKey(dataFolder), pid: process.pid, startedAt }, bootId)
    return {
      prefix,
      watchdog: new Watchdog(
        { prefix, ownStart: startedAt, filesPrefix: filesPrefix(dataFolder, prefix) },
        errors,
      ),
    }
  }

  async #tidy(files: WrittenFiles, fingerprint: string | null): Promise<void> {
    if (fingerprint !== null) this.#fingerprints.delete(fingerprint)
    try {
      await files.remove()
    } catch (error) {
      this.#options.errors.warning('agents', error)
    }
  }

  #updateWatchdog(watchdog: Watchdog): void {
    const rows = Array.from(this.#agents).flatMap((agent) => agent.tree.alive)
    watchdog.update(rows, Array.from(this.#fingerprints))
  }

  #scanLater(delayMs: number, watchdog: Watchdog): void {
    if (this.#cancelScan !== null) return
    this.#cancelScan = this.#options.clock.after(delayMs, () => void this.#scan(watchdog))
  }

  /** Scans for the processes of all agents together, and informs the watchdog. */
  async #scan(watchdog: Watchdog): Promise<void> {
    const rows = await this.#reader.read()
    this.#cancelScan = null
    // An update would restart a watchdog that was asked to quit.
    if (this.#closing !== null) return
    if (rows !== null) for (const agent of this.#agents) agent.tree.update(rows, { byMark: false })
    this.#updateWatchdog(watchdog)
    if (this.#agents.size > 0) this.#scanLater(scanEveryMs, watchdog)
  }
}

async function writeFiles(
  ...[dataFolder, mark, files]: Parameters<typeof writeAgentFiles>
): Promise<WrittenFiles> {
  try {
    return await writeAgentFiles(dataFolder, mark, files)
  } catch (cause) {
    throw failure('AGENT_FAILED', 'files', {}, cause)
  }
}
