import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

import {
  commandLineOf,
  environmentOf,
  isLiving,
  livingStatusOf,
  processIds,
} from '../helpers/linux-processes.ts'

/** A live process that somebody's agent started. */
export interface AgentTrace {
  pid: number
  /** The run it was marked with; null without a mark. */
  runId: string | null
  /** The folder it works in. */
  folder: string
  /** Its command line, shortened. */
  command: string
}

/**
 * The live processes of agents that live in `root`: marked ones that have their home there, and any that work there,
 * whatever became of their parent, their session and their environment. Linux only.
 */
export function agentTraces(root: string): AgentTrace[] {
  return processIds().flatMap((pid) => traceOf(pid, root) ?? [])
}

/** The live descendants of a process, and the watchdog that outlives it, as `PID COMMAND`. */
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

/** What a process holds open beside files in its data folder, which it opens when it needs them, and what it takes of memory. */
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
      // Closed since the folder was listed.
      return []
    }
  })
}

/** @see src/main/agents/supervisor/agent-mark.ts for the prefix of a mark, which the watchdog is started with */
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
    // It ended while it was looked at.
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
