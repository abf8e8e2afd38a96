import { expect, it } from 'vitest'

import { parseServeArguments } from './serve-arguments'

it('reads its options, and opens a window by default', () => {
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
  expect(parseServeArguments(['parley://settings'])?.deepLink).toEqual({ to: 'settings' })
})

it('shows its help whatever else is asked for', () => {
  expect(parseServeArguments(['--port', 'http', '--help'])).toBeNull()
})

it.each([
  [['--port', 'http'], '--port takes a number from 0 to 65535, not “http”.'],
  [['--port', '65536'], '--port takes a number from 0 to 65535, not “65536”.'],
  [['--port=-1'], '--port takes a number from 0 to 65535, not “-1”.'],
  [
    ['--prot', '0'],
    /--prot.* The options are --port N, .*--keep-alive, --user-data FOLDER, --help and one parley:\/\/ address\.$/s,
  ],
  [['extra'], '“extra” is not an address that starts with parley://.'],
  [['https://example.org'], '“https://example.org” is not an address that starts with parley://.'],
  [['parley://settings', 'parley://new'], '“parley://new” is not an address that starts with parley://.'],
])('rejects %j with a helpful message', (args, message) => {
  expect(() => parseServeArguments(args)).toThrow(
    expect.objectContaining({
      code: 'INVALID_INPUT',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    }),
  )
})
