import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { explainStartFailure } from './start-failure.ts'

const said = (error: object) => `${JSON.stringify({ error })}\n`

test('the error is found under warnings of Node, and above them, the last one of several', () => {
  const stderr = [
    '(node:1) Warning: something is experimental',
    said({ code: 'INTERNAL', message: 'an earlier one' }),
    said({ code: 'STORE_DAMAGED', message: 'The file is damaged.' }),
    '"a text"\nnull\n{"level":"warn"}\n(node:1) Warning: another\n',
  ].join('\n')
  expect(explainStartFailure(stderr)).toBe('STORE_DAMAGED: The file is damaged.')
})

test('what is no word of the host’s is given as it is, and silence is called that', () => {
  expect(explainStartFailure('  Segmentation fault\n')).toBe('Segmentation fault')
  expect(explainStartFailure('\n')).toBe('(it said nothing)')
})

test('who holds the port is named', async () => {
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
  expect(explainStartFailure(stderr)).toContain(`Who holds port ${port} cannot be seen from here.`)
})

test('who holds the data folder is named, if the host could tell', () => {
  const error = { code: 'DATA_FOLDER_IN_USE', message: 'It is in use.' }
  expect(explainStartFailure(said({ ...error, data: { pid: process.pid } }))).toContain(
    `\nThe data folder is held by process ${process.pid}: `,
  )
  expect(explainStartFailure(said({ ...error, data: { pid: null } }))).toBe(
    'DATA_FOLDER_IN_USE: It is in use.',
  )
})

test('a start that a bug ended keeps its trace', () => {
  const stack = 'TypeError: x is undefined\n    at start (serve.js:1:2)'
  expect(explainStartFailure(said({ code: 'INTERNAL', message: 'A bug.', data: { stack } }))).toBe(
    `INTERNAL: A bug.\n${stack}`,
  )
})
