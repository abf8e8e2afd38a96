import { expect, it } from 'vitest'

import { parseServeArguments } from './serve-arguments'

it('reads its options, and opens a window unless told not to', () => {
  expect(parseServeArguments([])).toEqual({
    port: 0,
    userData: undefined,
    isOpening: true,
    isKeptAlive: false,
    deepLink: null,
  })
  expect(
    parseServeArguments(['--port', '8080', '--user-data', '/data', '--no-open', '--keep-alive']),
  ).toEqual({ port: 8080, userData: '/data', isOpening: false, isKeptAlive: true, deepLink: null })
  expect(parseServeArguments(['parley://settings']).deepLink).toEqual({ to: 'settings' })
})

it.each([
  ['--port', 'http'],
  ['--port', '65536'],
  ['--port=-1'],
  ['--prot', '0'],
  ['extra'],
  ['https://example.org'],
  ['parley://settings', 'parley://new'],
])('refuses %s %s with a sentence that helps', (...args) => {
  expect(() => parseServeArguments(args)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})
