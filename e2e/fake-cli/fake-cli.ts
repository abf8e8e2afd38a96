// A program that answers in lines of JSON, and misbehaves as it is told. README.md has its switches.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { recordRefusals } from './parts/agent-home.ts'
import { endWhenForgotten, endWithCode, forever } from './parts/ending.ts'
import { readAll } from './parts/input.ts'
import { leaveBehind, parseLeftBehind } from './parts/left-behind.ts'
import { knownNumber } from './parts/known-words.ts'
import { endWithReader, print, printLine } from './parts/print.ts'
import type { AskedToEnd } from './parts/signals.ts'
import { ignoreSignals, listenForSignals, onSignals, parseSignals } from './parts/signals.ts'
import { readSwitches } from './parts/switches.ts'

const exitCodes: Record<AskedToEnd, number> = { SIGINT: 130, SIGTERM: 143 }

const { values } = parseArgs({
  options: {
    duration: { type: 'string' },
    interval: { type: 'string' },
    ignore: { type: 'string' },
    leave: { type: 'string', multiple: true, default: [] },
    'flood-stderr': { type: 'string' },
    'half-line': { type: 'boolean', default: false },
    'big-line': { type: 'string' },
    'invalid-json': { type: 'boolean', default: false },
    'no-result': { type: 'boolean', default: false },
    hang: { type: 'boolean', default: false },
    'slow-start': { type: 'string' },
    'exit-code': { type: 'string' },
  },
})

/** A switch that is a number, where it was given. */
function numberOf(name: 'duration' | 'interval' | 'flood-stderr' | 'big-line' | 'slow-start' | 'exit-code') {
  const value = values[name]
  return value === undefined ? null : knownNumber(value, `--${name}`)
}

recordRefusals('fake-cli')
const [durationMs, intervalMs] = [numberOf('duration') ?? 200, numberOf('interval') ?? 20]
const [floodKb, lineMb, startMs] = [numberOf('flood-stderr'), numberOf('big-line'), numberOf('slow-start')]
const exitCode = numberOf('exit-code') ?? 0
const left = values.leave.map((what) => ({ what, traits: parseLeftBehind(what) }))

endWithReader()
endWhenForgotten(readSwitches(process.env).lifetimeMs)
onSignals((signal) => {
  printLine({ type: 'cancelled', signal })
  void endWithCode(exitCodes[signal])
})
if (values.ignore !== undefined) ignoreSignals(parseSignals(values.ignore))
listenForSignals()
if (startMs !== null) await sleep(startMs)

const prompt = await readAll()
printLine({ type: 'session', id: randomUUID(), pid: process.pid, prompt })
for (const { what, traits } of left) printLine({ type: 'left', what, pid: await leaveBehind(traits) })
if (floodKb !== null) await flood(floodKb * 1_024)
if (lineMb !== null) printLine({ type: 'message', text: 'x'.repeat(lineMb * 1_048_576) })
if (values['invalid-json']) print('{"type": no json at all}\n')

const endsAtMs = performance.now() + durationMs
for (let index = 0; performance.now() < endsAtMs; index += 1) {
  printLine({ type: 'message', index, text: `w${index} ` })
  await sleep(intervalMs)
}
if (values['half-line']) print('{"type":"mess')
else if (!values['no-result']) printLine({ type: 'result', isError: false })
if (values.hang) await forever()
await endWithCode(exitCode)

/** Waits for its reader, so that it can be ended meanwhile. */
async function flood(sizeBytes: number): Promise<void> {
  for (let size = 0; size < sizeBytes; size += 1_020) {
    if (!process.stderr.write(`${'noise '.repeat(170)}\n`)) await sleep(0)
  }
}
