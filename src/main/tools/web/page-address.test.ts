import { expect, test } from 'vitest'

import { isNamedHost, isSamePlace, pageAddress } from './page-address'

test.each([
  'file:///etc/passwd',
  'ftp://example.com/',
  'javascript:alert(1)',
  'data:text/plain,hi',
  'example.com',
  '//example.com/',
  'http://user:secret@example.com/',
  'http://user@example.com/',
  'http://2130706433/',
  'http://0x08080808/',
  'http://8.8.2056/',
  'http://8.8.8.8.@１.1.1.1/',
  `https://example.com/${'x'.repeat(2_100)}`,
])('refuses %s', (text) => {
  expect(() => pageAddress(text)).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ reason: 'tool-input' }) }),
  )
})

test('writes an address as it will be fetched', () => {
  expect(pageAddress(' HTTPS://Example.com:443/a b?q=1#part ').href).toBe('https://example.com/a%20b?q=1')
  expect(pageAddress('http://8.8.8.8:81/').host).toBe('8.8.8.8:81')
})

test('a private host that the user named counts with exactly its port, or with all of them', () => {
  const url = new URL('http://127.0.0.1:8080/')
  expect(isNamedHost(url, ['127.0.0.1:8080'])).toBe(true)
  expect(isNamedHost(url, ['127.0.0.1'])).toBe(true)
  expect(isNamedHost(new URL('https://intranet.example/'), ['intranet.example:443'])).toBe(true)
  expect(isNamedHost(url, ['127.0.0.1:80', 'localhost', '7.0.0.1'])).toBe(false)
})

test('a redirect stays in its place only on the same host and port, and never loses its encryption', () => {
  const from = new URL('https://example.com/a')
  const stays = (to: string) => isSamePlace(from, new URL(to))
  expect(stays('https://example.com/b')).toBe(true)
  expect(isSamePlace(new URL('http://example.com/'), new URL('https://example.com/'))).toBe(true)
  expect(stays('http://example.com/a')).toBe(false)
  expect(stays('https://www.example.com/a')).toBe(false)
  expect(stays('https://example.com:8443/a')).toBe(false)
})
