import { setTimeout as sleep } from 'node:timers/promises'

import { recordRefusals, recordStart } from './agent-home.ts'
import { knownNumber, knownWord } from './known-words.ts'
import { endWithReader } from './print.ts'
import { listenForSignals } from './signals.ts'

/** A fake that a test forgot exits after this time. */
const lifetimeMs = 600_000

/** The first steps of every fake agent. Handles `--version` itself. */
export async function begin(program: string, version: string): Promise<string[]> {
  endWithReader()
  recordRefusals(program)
  const startDelayMs = readStartDelay(process.env)
  setTimeout(() => process.exit(99), lifetimeMs).unref()
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

/** Reads the environment variables that begin with `FAKE_AGENT_`; README.md describes them. @throws UnknownWordError */
export function readStartDelay(environment: NodeJS.ProcessEnv): number {
  const delay = 'FAKE_AGENT_START_DELAY_MS'
  for (const name of Object.keys(environment))
    if (name.startsWith('FAKE_AGENT_'))
      knownWord(name, 'the environment of a fake', [delay, 'FAKE_AGENT_HOME'])
  return knownNumber(environment[delay] ?? '0', delay)
}
