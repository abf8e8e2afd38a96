// A program that prints JSON lines and misbehaves on request. README.md lists its switches.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { recordRefusals } from './parts/agent-home.ts'
import { optionOf, readCommandLine, refuseWords } from './parts/command-line.ts'
import { endWhenForgotten, endWithCode, forever } from './parts/ending.ts'
import { readAll } from './parts/input.ts'
import { leaveBehind, parseLeftBehind } from './parts/left-behind.ts'
import { knownNumber } from './parts/known-words.ts'
import { endWithReader, print, printLine } from './parts/print.ts'
import type { AskedToEnd } from './parts/signals.ts'
import { ignoreSignals, listenForSignals, onSignals, parseSignals } from './parts/signals.ts'
import { readSwitches } from './parts/switches.ts'

const numbers = [
  '--duration',
  '--interval',
  '--flood-stderr',
  '--big-line',
  '--slow-start',
  '--exit-code',
] as const
const exitCodes: Record<AskedToEnd, number> = { SIGINT: 130, SIGTERM: 143 }

recordRefusals('fake-cli')
const line = readCommandLine(process.argv.slice(2), {
  valued: [...numbers, '--ignore', '--leave'],
  flags: ['--half-line', '--invalid-json', '--no-result', '--hang', '--version'],
})
refuseWords(line.rest, 'the command line of fake-cli')
if (line.options.has('--version')) {
  console.log('1.0.0')
  process.exit(0)
}

/** The value of a numeric switch; null if it is absent. */
function numberOf(name: (typeof numbers)[number]): number | null {
  const value = optionOf(line, name)
  return value === null ? null : knownNumber(value, name)
}

const [durationMs, intervalMs] = [numberOf('--duration') ?? 200, numberOf('--interval') ?? 20]
const [floodKb, lineMb] = [numberOf('--flood-stderr'), numberOf('--big-line')]
const startMs = numberOf('--slow-start')
const exitCode = numberOf('--exit-code') ?? 0
const ignored = optionOf(line, '--ignore')
const left = (line.options.get('--leave') ?? []).map((what) => ({ what, traits: parseLeftBehind(what) }))

endWithReader()
endWhenForgotten(readSwitches(process.env).lifetimeMs)
onSignals((signal) => {
  printLine({ type: 'cancelled', signal })
  void endWithCode(exitCodes[signal])
})
if (ignored !== null) ignoreSignals(parseSignals(ignored))
listenForSignals()
if (startMs !== null) await sleep(startMs)

const prompt = await readAll()
printLine({ type: 'session', id: randomUUID(), pid: process.pid, prompt })
for (const { what, traits } of left) printLine({ type: 'left', what, pid: await leaveBehind(traits) })
if (floodKb !== null) await flood(floodKb * 1_024)
if (lineMb !== null) printLine({ type: 'message', text: 'x'.repeat(lineMb * 1_048_576) })
if (line.options.has('--invalid-json')) print('{"type": no json at all}\n')

const endsAtMs = performance.now() + durationMs
for (let index = 0; performance.now() < endsAtMs; index += 1) {
  printLine({ type: 'message', index, text: `w${index} ` })
  await sleep(intervalMs)
}
if (line.options.has('--half-line')) print('{"type":"mess')
else if (!line.options.has('--no-result')) printLine({ type: 'result', isError: false })
if (line.options.has('--hang')) await forever()
await endWithCode(exitCode)

/** Waits for its reader, so that signals are handled in between. */
async function flood(sizeBytes: number): Promise<void> {
  for (let size = 0; size < sizeBytes; size += 1_020) {
    if (!process.stderr.write(`${'noise '.repeat(170)}\n`)) await sleep(0)
  }
}
