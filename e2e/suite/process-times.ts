import type { ProcessTimes } from '../../src/main/base/granted-time.ts'
import { processIds, readProcess, statusOf } from '../helpers/linux-processes.ts'

/**
 * What the first threads of these processes have done until now: in a host and in a window, everything that could
 * answer runs there. A process that has ended is left out; so are all of them on a system without `/proc`.
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

/** The processes that `pid` started, and those that they started; none on a system without `/proc`. */
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

/** Observes this process's descendants, as they are when it is first asked. */
export function observeDescendants(): () => ProcessTimes[] {
  let pids: number[] | null = null
  return () => timesOf((pids ??= descendantsOf(process.pid)))
}
