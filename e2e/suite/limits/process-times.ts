import type { ProcessTimes } from '../../../src/main/base/granted-time.ts'
import { commandLineOf, processIds, readProcess, statusOf } from '../../helpers/processes/linux-processes.ts'

/**
 * The CPU and wait times of the main threads of these processes so far: in a host and in a window, those
 * threads do all the answering. Skips processes that have ended; empty on a system without `/proc`.
 * @see proc_pid_schedstat(5): nanoseconds on a CPU, then nanoseconds on a run queue
 */
export function timesOf(pids: readonly number[]): ProcessTimes[] {
  return pids.flatMap((pid) => {
    const [ranNs, waitedNs] = readProcess(pid, 'schedstat')?.split(' ') ?? []
    const state = statusOf(pid)?.state
    if (ranNs === undefined || waitedNs === undefined || state === undefined) return []
    const isHeldUp = state === 'R' || state === 'D'
    return [{ pid, ranMs: Number(ranNs) / 1e6, waitedMs: Number(waitedNs) / 1e6, isHeldUp }]
  })
}

/**
 * The children of this process whose programs have not begun: it waits for them in `spawn`, and they for a CPU. None on a
 * system without `/proc`.
 */
export function startingChildrenOf(pid: number): number[] {
  const children = readProcess(pid, `task/${pid}/children`)?.match(/\d+/g) ?? []
  const program = commandLineOf(pid)
  return children.map(Number).filter((child) => commandLineOf(child) === program)
}

/** All descendants of `pid`; none on a system without `/proc`. */
export function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const child of processIds()) {
    const parent = statusOf(child)?.parent
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), child])
  }
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap((child) => [child, ...below(child)])
  return below(pid)
}

/**
 * Observes the descendants that this process has at the first call, except Chromium's GPU processes: they draw, and
 * relay no answer, so it does not matter how long they run or wait.
 */
export function observeDescendants(): () => ProcessTimes[] {
  let pids: number[] | null = null
  return () => timesOf((pids ??= descendantsOf(process.pid).filter((pid) => !drawsOnly(pid))))
}

/** @see --type=gpu-process, which Chromium passes to it */
function drawsOnly(pid: number): boolean {
  return commandLineOf(pid).includes('--type=gpu-process')
}
