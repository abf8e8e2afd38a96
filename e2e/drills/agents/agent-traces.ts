import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

import {
  commandLineOf,
  environmentOf,
  isLiving,
  livingStatusOf,
  processIds,
} from '../../helpers/processes/linux-processes.ts'

/** A live process that some agent started. */
export interface AgentTrace {
  pid: number
  /** The run in its mark; null without a mark. */
  runId: string | null
  /** Its working directory. */
  folder: string
  /** Its command line, truncated. */
  command: string
}

/**
 * The live processes of agents below `root`: those marked with a home there, and any that work there,
 * whatever happened to their parent, session and environment. Linux only.
 */
export function agentTraces(root: string): AgentTrace[] {
  return processIds().flatMap((pid) => traceOf(pid, root) ?? [])
}

/** The live descendants of a process and the watchdog that outlives it, as `PID COMMAND`. */
export function processesOf(hostPid: number): string[] {
  const ours = new Set([hostPid])
  const parents = new Map(processIds().flatMap((pid) => parentEntry(pid)))
  for (let size = 0; size !== ours.size;) {
    size = ours.size
    for (const [pid, parent] of parents) if (ours.has(parent)) ours.add(pid)
  }
  for (const pid of parents.keys()) if (isWatchdogOf(hostPid, commandLineOf(pid))) ours.add(pid)
  ours.delete(hostPid)
  return Array.from(ours, (pid) => `${pid} ${commandLineOf(pid)}`)
}

/**
 * The file descriptors of a process, except for files in its data folder, which it opens on demand, and the
 * memory that it uses.
 */
export function footprintOf(
  pid: number,
  dataFolder: string,
): { descriptors: number; threads: number; residentMb: number } {
  const [, residentPages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return {
    descriptors: openOnes(pid).filter((target) => !target.startsWith(dataFolder)).length,
    threads: readdirSync(`/proc/${pid}/task`).length,
    residentMb: (Number(residentPages) * 4_096) / 1_048_576,
  }
}

function openOnes(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${descriptor}`)
    } catch {
      // Closed since the directory was listed.
      return []
    }
  })
}

/**
 * @see src/main/agents/supervisor/agent-mark.ts for the prefix of a mark, which is an argument of the
 * watchdog
 */
function isWatchdogOf(hostPid: number, command: string): boolean {
  return command.includes(`parley-watchdog PARLEY_AGENT_MARK `) && command.includes(`.${hostPid}.`)
}

function traceOf(pid: number, root: string): AgentTrace | null {
  try {
    const environment = environmentOf(pid)
    const folder = readlinkSync(`/proc/${pid}/cwd`)
    const runId = valueOf(environment, 'PARLEY_RUN_ID')
    const isMarked = runId !== null && valueOf(environment, 'HOME')?.startsWith(root) === true
    if (!isMarked && !folder.startsWith(root)) return null
    return isLiving(pid) ? { pid, runId, folder, command: commandLineOf(pid).slice(0, 120) } : null
  } catch {
    // It ended during the scan.
    return null
  }
}

function valueOf(environment: readonly string[], name: string): string | null {
  return environment.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}

function parentEntry(pid: number): [number, number][] {
  const status = livingStatusOf(pid)
  return status === null ? [] : [[pid, status.parent]]
}
