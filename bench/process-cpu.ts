import { processStat } from '../src/main/base/process-stat.ts'

/** The unit of processor times in `/proc`: `USER_HZ`, which is 100 on every usual Linux. */
const tickMs = 10

/** The processor time that all threads of a process have used; NaN on a system without `/proc`. */
export function processCpuMs(pid: number): number {
  const stat = processStat(pid)
  return (Number(stat?.[11]) + Number(stat?.[12])) * tickMs
}
