import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'

import type { ToolResult } from '../script/voice.ts'
import { Interrupted } from './wait.ts'

/** The processes of a running command that a fake ends: its group, its first process, or none. */
export type Reach = 'group' | 'child' | 'none'

const running = new Set<ChildProcess>()

/**
 * Runs a command in a separate session and process group, as all four agents do, with the fake's environment.
 * @param reach what is ended when the signal aborts. A command that continues nevertheless is reported to
 * `onLateEnd` when it ends.
 * @throws Interrupted as soon as the signal aborts, whatever is still running
 */
export function runCommand(
  command: string,
  ways: {
    cwd: string
    signal: AbortSignal
    reach: Reach
    onOutput: (soFar: string) => void
    onLateEnd: (result: ToolResult) => void
  },
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: ways.cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    const add = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (!ways.signal.aborted) ways.onOutput(output)
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    const interrupt = () => {
      endCommand(child, ways.reach)
      reject(new Interrupted())
    }
    ways.signal.addEventListener('abort', interrupt, { once: true })
    child.on('error', reject)
    // Not 'close', because a process that the command left behind may hold the pipes open.
    child.on('exit', (exitCode) => {
      running.delete(child)
      ways.signal.removeEventListener('abort', interrupt)
      setImmediate(() => {
        resolve({ output, exitCode })
        if (ways.signal.aborted && ways.reach === 'none') ways.onLateEnd({ output, exitCode })
      })
    })
  })
}

/** Ends the commands that are still running. */
export function endCommands(reach: Reach): void {
  for (const child of running) endCommand(child, reach)
}

function endCommand(child: ChildProcess, reach: Reach): void {
  if (child.pid === undefined || reach === 'none') return
  try {
    process.kill(reach === 'group' ? -child.pid : child.pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
