import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { needsProc } from '../../../src/main/base/testing/needs.ts'
import { explainStartFailure } from './start-failure.ts'

const said = (error: object) => `${JSON.stringify({ error })}\n`

test('finds the last of several errors, even with warnings from Node above or below it', () => {
  const stderr = [
    '(node:1) Warning: something is experimental',
    said({ code: 'INTERNAL', message: 'an earlier one' }),
    said({ code: 'STORE_DAMAGED', message: 'The file is damaged.' }),
    '"a text"\nnull\n{"level":"warn"}\n(node:1) Warning: another\n',
  ].join('\n')
  expect(explainStartFailure(stderr)).toBe('STORE_DAMAGED: The file is damaged.')
})

test('reports other output unchanged, and says if there was none', () => {
  expect(explainStartFailure('  Segmentation fault\n')).toBe('Segmentation fault')
  expect(explainStartFailure('\n')).toBe('(no output)')
})

test('names the program that holds the port', async (context) => {
  needsProc(context)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const stderr = said({ code: 'INVALID_INPUT', message: 'The port is taken.', data: { port } })
  expect(explainStartFailure(stderr)).toContain(
    `INVALID_INPUT: The port is taken.\nPort ${port} is held by process ${process.pid}: `,
  )
  server.close()
  await once(server, 'close')
  expect(explainStartFailure(stderr)).toContain(
    `The process that holds port ${port} could not be determined.`,
  )
})

test('names the program that holds the data folder, if the host reported it', () => {
  const error = { code: 'DATA_FOLDER_IN_USE', message: 'It is in use.' }
  expect(explainStartFailure(said({ ...error, data: { pid: process.pid } }))).toContain(
    `\nThe data folder is held by process ${process.pid}: `,
  )
  expect(explainStartFailure(said({ ...error, data: { pid: null } }))).toBe(
    'DATA_FOLDER_IN_USE: It is in use.',
  )
})

test('keeps the trace if a bug prevented the start', () => {
  const stack = 'TypeError: x is undefined\n    at start (serve.js:1:2)'
  expect(explainStartFailure(said({ code: 'INTERNAL', message: 'A bug.', data: { stack } }))).toBe(
    `INTERNAL: A bug.\n${stack}`,
  )
})
