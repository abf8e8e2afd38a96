import { expect, test } from 'vitest'

import { isLocalAddress } from './local-address'

test('distinguishes servers on this machine or network from remote ones', () => {
  const own = [
    'localhost:11434',
    'fake.localhost:80',
    '127.0.0.1:1234',
    '[::1]:8080',
    '10.0.0.7:8000',
    '172.16.4.1:8000',
    '192.168.1.20:11434',
    '[fd00::1]:8000',
    'workstation:11434',
    'box.local:11434',
  ]
  const ofOthers = [
    'api.anthropic.com:443',
    'local.example.com:443',
    '172.32.0.1:443',
    '8.8.8.8:443',
    '[2001:db8::1]:443',
    '1.10.0.0:80',
  ]
  expect(own.filter((address) => !isLocalAddress(address))).toEqual([])
  expect(ofOthers.filter(isLocalAddress)).toEqual([])
})
