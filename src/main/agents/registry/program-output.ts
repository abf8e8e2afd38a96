import { type ChildProcess, spawn } from 'node:child_process'

import type { Clock } from '../../base/clock'
import { systemProcesses } from '../supervisor/processes/system-processes'
import { spawnArguments } from '../supervisor/start-program'

/** The longest output that is read. */
const maxOutputChars = 1_000_000

/** A program that only prints something, and how long it may take. */
interface PrintingProgram {
  executable: string
  args: readonly string[]
  environment: Record<string, string>
  folder: string
  clock: Clock
  timeoutMs: number
  signal: AbortSignal
  /** True if the rest of the output does not matter. */
  isEnough?: (output: string) => boolean
}

/**
 * Runs a program without input, and returns what it printed, or its beginning. `isSuccess`: it exited with code 0. Nothing
 * of its process tree is left when this resolves. Never rejects.
 */
export async function programOutput(
  program: PrintingProgram,
): Promise<{ output: string; isSuccess: boolean }> {
  const { executable, args, environment, folder, clock, timeoutMs, signal, isEnough = () => false } = program
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let output = ''
  try {
    const start = await spawnArguments(executable, args, environment)
    if (signal.aborted) return { output, isSuccess: false }
    const child = spawn(start.file, start.args, {
      ...start.options,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const giveUp = () => {
      endTree(child)
      // A process that left the group may keep the other end open.
      child.stdout.destroy()
      resolve()
    }
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (chunk: string) => {
      if (output.length >= maxOutputChars) return
      output += chunk
      if (isEnough(output)) giveUp()
    })
    const cancelTimer = clock.after(timeoutMs, giveUp)
    signal.addEventListener('abort', giveUp, { once: true })
    child.on('error', () => resolve())
    // It may have left processes behind.
    child.on('exit', () => endTree(child))
    child.on('close', () => resolve())
    await ended
    cancelTimer()
    signal.removeEventListener('abort', giveUp)
    return { output, isSuccess: child.exitCode === 0 }
  } catch {
    // It cannot be started.
    return { output, isSuccess: false }
  }
}

function endTree({ pid, exitCode, signalCode }: ChildProcess): void {
  const table = systemProcesses()
  const hasExited = exitCode !== null || signalCode !== null
  if (pid !== undefined && !(hasExited && table.forgetsExited === true)) table.signalGroup(pid, 'SIGKILL')
}
