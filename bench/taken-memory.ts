import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { type Figure, ratioFigure } from './figure.ts'
import type { BenchStage } from './stage.ts'

/** How much more may be in use afterwards. */
const share = 0.2

/** The memory of a window after garbage collection, and of main. */
export interface Memory {
  heapBytes: number
  nodes: number
  /** Null if the system does not report it. */
  mainBytes: number | null
}

/** Measures the memory of `page` and of main. */
export async function takeMemory({ hostPid }: BenchStage, page: Page): Promise<Memory> {
  const devTools = await page.context().newCDPSession(page)
  try {
    await devTools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devTools.send('Runtime.getHeapUsage')
    const { nodes } = await devTools.send('Memory.getDOMCounters')
    return { heapBytes: usedSize, nodes, mainBytes: residentBytes(hostPid) }
  } finally {
    await devTools.detach()
  }
}

/** The resident memory of a process. @see proc_pid_status(5) */
function residentBytes(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    // Not Linux.
    return null
  }
}

/** A measurement that may grow by a fifth. */
export function growthFigure(
  what: string,
  before: number,
  after: number,
  show: (value: number) => string,
): Figure {
  return {
    what,
    measured: `${show(after)}, ${show(before)} before`,
    budget: `within ${share * 100} %`,
    isMet: after <= before * (1 + share),
    values: { before, after, ratio: after / before },
  }
}

/** The heap of a window beside that of a yardstick, with a budget in megabytes. */
export function heapFigure(
  what: string,
  { heapBytes }: Memory,
  yardstick: { memory: Memory; name: string },
  budgetMb: number,
): Figure {
  const { memory, name } = yardstick
  return {
    ...ratioFigure(what, heapBytes, { value: memory.heapBytes, name }, null, inMegabytes),
    budget: `${budgetMb.toFixed(1)} MB`,
    isMet: heapBytes <= budgetMb * 1024 * 1024,
  }
}

/** `12.3 MB`; `-` for null. */
export function inMegabytes(bytes: number | null): string {
  return bytes === null ? '-' : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
