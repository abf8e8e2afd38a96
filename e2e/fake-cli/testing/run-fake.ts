import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

import { pidOf } from '../../../src/main/base/testing/pid-of.ts'

/** A started fake. */
export interface FakeRun extends AsyncDisposable {
  pid: number
  stdin: ChildProcessWithoutNullStreams['stdin']
  /** The complete lines that it printed so far. */
  lines: () => string[]
  /** Waits for the first line that contains this text, including lines already printed. */
  line: (text: string) => Promise<string>
  kill: (signal: NodeJS.Signals) => void
  ended: Promise<FakeEnd>
}

export interface FakeEnd {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** Starts it in a separate process group, with this standard input; null leaves the input open. */
export function runFake(
  executable: string,
  args: readonly string[],
  input: string | null,
  environment: Record<string, string> = {},
): FakeRun {
  const child = spawn(executable, args, { detached: true, env: { ...process.env, ...environment } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  child.stdin.on('error', () => {
    // It ended without reading all of its input.
  })
  if (input !== null) child.stdin.end(input)
  const lines = () => stdout.split('\n').slice(0, -1)
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    stdout,
    stderr,
  }))
  return {
    pid: pidOf(child),
    stdin: child.stdin,
    lines,
    line: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines().find((line) => line.includes(text))
          if (found !== undefined) resolve(found)
          else if (child.exitCode !== null || child.signalCode !== null) {
            reject(new Error(`it ended without ${text}: ${stdout}${stderr}`))
          }
        }
        child.stdout.on('data', look)
        child.on('close', look)
        look()
      }),
    kill: (signal) => child.kill(signal),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** False for a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return process.platform !== 'linux' || !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}
