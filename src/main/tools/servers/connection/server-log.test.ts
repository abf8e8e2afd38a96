import { expect, test } from 'vitest'

import { ServerLog } from './server-log'

test('shows the last lines, however many and however long they were', () => {
  const log = new ServerLog()
  for (let at = 0; at < 1_000; at += 1) log.add(`one ${at}\n\ntwo ${at}`)
  expect(log.lines()).toHaveLength(200)
  expect([log.lines()[0], log.lines().at(-1)]).toEqual(['one 900', 'two 999'])
  for (let at = 0; at < 5; at += 1) log.add(`${'x'.repeat(300_000)}\n${'long '.repeat(20_000)}\nend ${at}`)
  expect(log.lines()).toHaveLength(200)
  expect(log.lines().at(-1)).toBe('end 4')
  expect(Math.max(...log.lines().map((line) => line.length))).toBe(1_000)
  expect(log.lines()[0]).toBe('two 907')
})
