import { expect, test } from 'vitest'

import { fetchHostOf } from './search'

test.each([
  [' LOCALHOST:3000 ', 'localhost:3000'],
  ['http://intranet.example/wiki?x#y', 'intranet.example'],
  ['https://[fd00::1]:8080/', '[fd00::1]:8080'],
  ['192.168.1.1', '192.168.1.1'],
])('takes %s as the host %s', (typed, host) => {
  expect(fetchHostOf(typed)).toBe(host)
})

test.each(['', '*', '*.example', 'user@host', 'a b', 'ftp://host', '/etc', 'a'.repeat(300)])(
  'does not accept %j as a host, so that no more than one host is allowed',
  (typed) => {
    expect(fetchHostOf(typed)).toBeNull()
  },
)
