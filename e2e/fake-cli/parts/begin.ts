import { setTimeout as sleep } from 'node:timers/promises'

import { recordStart } from './agent-home.ts'
import { endWhenForgotten } from './ending.ts'
import { endWithReader } from './print.ts'
import { listenForSignals } from './signals.ts'

/** What every fake of an agent does first. Answers `--version` itself. */
export async function begin(program: string, version: string): Promise<string[]> {
  endWithReader()
  endWhenForgotten()
  // It is about how the fake is run, and none of what it was given.
  delete process.env['NODE_COMPILE_CACHE']
  const args = process.argv.slice(2)
  if (args[0] === '--version' || args[0] === '-v') {
    console.log(version)
    process.exit(0)
  }
  recordStart(program)
  const delayMs = Number(process.env['FAKE_AGENT_START_DELAY_MS'] ?? 0)
  if (delayMs > 0) await sleep(delayMs)
  listenForSignals()
  return args
}
