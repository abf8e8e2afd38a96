import type { LookupAddress } from 'node:dns'

import { expect, test } from 'vitest'

import { assertPublicHost, isPublicAddress, publicLookup } from './public-address'

test.each([
  ['loopback', '127.0.0.1 127.255.255.254 ::1'],
  ['unspecified', '0.0.0.0 0.1.2.3 ::'],
  ['private', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fd00:ec2::254'],
  ['link-local, with the metadata of clouds', '169.254.169.254 fe80::1 fe80::1%eth0 168.63.129.16'],
  ['shared by a provider', '100.64.0.1 100.100.100.200'],
  ['multicast, reserved or broadcast', '224.0.0.1 240.0.0.1 255.255.255.255 ff02::1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1'],
  ['6to4, Teredo, site-local', '2002:7f00:1::1 2001:0:4136:e378::1 fec0::1'],
  ['for documentation and tests', '192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 2001:db8::1 3fff::1'],
  ['no address', 'example.com 1.2.3 1.2.3.4.5 12345::'],
])('refuses addresses that are %s', (_kind, addresses) => {
  expect(addresses.split(' ').filter(isPublicAddress)).toEqual([])
})

test('accepts public addresses', () => {
  const addresses = [
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ]
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([])
})

test.each([
  'http://localhost/',
  'http://LOCALHOST./',
  'http://api.localhost:8080/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://２１３.0.0.1@127.0.0.1/',
])('refuses the private host of %s before it is looked up', (url) => {
  expect(() => assertPublicHost(new URL(url))).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})

function looked(found: LookupAddress[], all: boolean) {
  const lookup = publicLookup((_name, _options, done) => done(null, found))
  return new Promise((resolve) => {
    lookup('example.com', { all }, (error, address, family) => resolve(error ?? [address, family]))
  })
}

test('refuses a name with any private address, however many public ones it has', async () => {
  const found = [
    { address: '1.1.1.1', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  expect(await looked(found, true)).toMatchObject({ data: { reason: 'web-private', host: 'example.com' } })
  expect(await looked(found, false)).toMatchObject({ data: { reason: 'web-private' } })
  expect(await looked([], true)).toMatchObject({ data: { reason: 'web-private' } })
})

test('returns exactly the addresses that were checked', async () => {
  const found = [{ address: '1.1.1.1', family: 4 }]
  expect(await looked(found, true)).toEqual([found, undefined])
  expect(await looked(found, false)).toEqual(['1.1.1.1', 4])
})
