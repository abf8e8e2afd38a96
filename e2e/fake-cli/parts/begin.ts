import { setTimeout as sleep } from 'node:timers/promises'

import { recordRefusals, recordStart } from './agent-home.ts'
import { endWhenForgotten } from './ending.ts'
import { endWithReader } from './print.ts'
import { listenForSignals } from './signals.ts'
import { readSwitches } from './switches.ts'

/** The first steps of every fake agent. Handles `--version` itself. */
export async function begin(program: string, version: string): Promise<string[]> {
  endWithReader()
  recordRefusals(program)
  const { startDelayMs, lifetimeMs } = readSwitches(process.env)
  endWhenForgotten(lifetimeMs)
  // This variable configures how the fake runs, and is not part of what it was given.
  delete process.env['NODE_COMPILE_CACHE']
  const args = process.argv.slice(2)
  if (args[0] === '--version' || args[0] === '-v') {
    console.log(version)
    process.exit(0)
  }
  recordStart(program)
  if (startDelayMs > 0) await sleep(startDelayMs)
  listenForSignals()
  return args
}
