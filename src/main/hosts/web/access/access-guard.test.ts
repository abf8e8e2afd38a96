import { expect, test } from 'vitest'

import { isOwnHost, isOwnOrigin } from './access-guard'

test('on the default port, browsers omit the port from host and origin', () => {
  for (const host of ['127.0.0.1', 'localhost', '127.0.0.1:80']) expect(isOwnHost(host, 80)).toBe(true)
  expect(isOwnOrigin('http://127.0.0.1', '127.0.0.1', 80)).toBe(true)
})

test('on any other port, a name without the port is not this server', () => {
  for (const host of ['127.0.0.1', 'localhost', '127.0.0.1:80', 'evil.example:8080', '', undefined]) {
    expect(isOwnHost(host, 8080)).toBe(false)
  }
  expect(isOwnHost('evil.example', 80)).toBe(false)
  expect(isOwnHost('127.0.0.1:8080', 8080)).toBe(true)
  expect(isOwnOrigin('http://evil.example', '127.0.0.1', 80)).toBe(false)
})
