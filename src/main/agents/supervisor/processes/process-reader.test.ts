import { expect, test } from 'vitest'

import { linuxProcesses } from './linux-processes'
import { ProcessReader, type ProcessRow } from './process-table'

function row(pid: number): ProcessRow {
  return { pid, parentPid: 1, groupId: pid, sessionId: pid, startedAt: '1' }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A reader of a table whose reads the test completes one by one. */
function openReader() {
  const readings: PromiseWithResolvers<ProcessRow[] | null>[] = []
  const warnings: unknown[] = []
  const reader = new ProcessReader(
    {
      ...linuxProcesses,
      read() {
        const reading = Promise.withResolvers<ProcessRow[] | null>()
        readings.push(reading)
        return reading.promise
      },
    },
    {
      fatal: (_source, error) => expect.unreachable(String(error)),
      warning: (source, error) => warnings.push([source, error]),
    },
  )
  return { reader, readings, warnings }
}

test('a request during a read gets the next read, shared with all others made during it', async () => {
  const { reader, readings } = openReader()
  const first = [reader.read(), reader.read()]
  await turn()
  const second = [reader.read(), reader.read()]
  await turn()
  expect(readings).toHaveLength(1)
  readings[0]?.resolve([row(1)])
  expect(await Promise.all(first)).toEqual([[row(1)], [row(1)]])
  await turn()
  // The first read may predate the request.
  readings[1]?.resolve([row(2)])
  expect(await Promise.all(second)).toEqual([[row(2)], [row(2)]])
  expect(readings).toHaveLength(2)
})

test('a table that cannot be read is reported once, and read again', async () => {
  const { reader, readings, warnings } = openReader()
  const error = new Error('no /proc')
  for (const reading of [0, 1]) {
    const asked = reader.read()
    await turn()
    readings[reading]?.reject(error)
    expect(await asked).toBeNull()
    expect(warnings).toEqual([['agents', error]])
  }
  const asked = reader.read()
  await turn()
  readings[2]?.resolve([row(1)])
  expect(await asked).toEqual([row(1)])
})
