// A program that answers in lines of JSON, and misbehaves as it is told. README.md has its switches.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { endWhenForgotten, endWithCode, forever } from './parts/ending.ts'
import { readAll } from './parts/input.ts'
import { leaveBehind, parseLeftBehind } from './parts/left-behind.ts'
import { endWithReader, print, printLine } from './parts/print.ts'
import type { AskedToEnd } from './parts/signals.ts'
import { ignoreSignals, listenForSignals, onSignals, parseSignals } from './parts/signals.ts'

const exitCodes: Record<AskedToEnd, number> = { SIGINT: 130, SIGTERM: 143 }

const { values } = parseArgs({
  options: {
    duration: { type: 'string', default: '200' },
    interval: { type: 'string', default: '20' },
    ignore: { type: 'string' },
    leave: { type: 'string', multiple: true, default: [] },
    'flood-stderr': { type: 'string' },
    'half-line': { type: 'boolean', default: false },
    'big-line': { type: 'string' },
    'invalid-json': { type: 'boolean', default: false },
    'no-result': { type: 'boolean', default: false },
    hang: { type: 'boolean', default: false },
    'slow-start': { type: 'string' },
    'exit-code': { type: 'string', default: '0' },
  },
})

endWithReader()
endWhenForgotten()
onSignals((signal) => {
  printLine({ type: 'cancelled', signal })
  void endWithCode(exitCodes[signal])
})
if (values.ignore !== undefined) ignoreSignals(parseSignals(values.ignore))
listenForSignals()
if (values['slow-start'] !== undefined) await sleep(Number(values['slow-start']))

const prompt = await readAll()
printLine({ type: 'session', id: randomUUID(), pid: process.pid, prompt })
for (const what of values.leave)
  printLine({ type: 'left', what, pid: await leaveBehind(parseLeftBehind(what)) })
if (values['flood-stderr'] !== undefined) await flood(Number(values['flood-stderr']) * 1_024)
if (values['big-line'] !== undefined) {
  printLine({ type: 'message', text: 'x'.repeat(Number(values['big-line']) * 1_048_576) })
}
if (values['invalid-json']) print('{"type": no json at all}\n')

const endsAtMs = performance.now() + Number(values.duration)
for (let index = 0; performance.now() < endsAtMs; index += 1) {
  printLine({ type: 'message', index, text: `w${index} ` })
  await sleep(Number(values.interval))
}
if (values['half-line']) print('{"type":"mess')
else if (!values['no-result']) printLine({ type: 'result', isError: false })
if (values.hang) await forever()
await endWithCode(Number(values['exit-code']))

/** Waits for its reader, so that it can be ended meanwhile. */
async function flood(sizeBytes: number): Promise<void> {
  for (let size = 0; size < sizeBytes; size += 1_020) {
    if (!process.stderr.write(`${'noise '.repeat(170)}\n`)) await sleep(0)
  }
}
