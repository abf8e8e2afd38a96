import { expect, test } from 'vitest'

import { linkTarget } from './link-target'

test('only allowed addresses become links', () => {
  expect(linkTarget('javascript:alert(1)', 'x')).toBeNull()
  expect(linkTarget('data:text/html,x', 'x')).toBeNull()
  expect(linkTarget('file:///etc/passwd', 'x')).toBeNull()
  expect(linkTarget('/relative', 'x')).toBeNull()
  expect(linkTarget('https://example.com/a?b=c', 'text')).toEqual({
    url: 'https://example.com/a?b=c',
    host: 'example.com',
    isInternational: false,
    claimedHost: null,
  })
  expect(linkTarget('mailto:a@example.com', 'a@example.com')?.host).toBe('a@example.com')
})

test('detects a text that names a different host than the target', () => {
  expect(linkTarget('https://evil.example/', 'https://bank.example/login')?.claimedHost).toBe('bank.example')
  expect(linkTarget('https://www.bank.example/', 'bank.example')?.claimedHost).toBeNull()
  for (const disguised of [
    'bank.example\u200b',
    '**bank.example**',
    'bank&#46;example',
    '\u2060bank.\u00adexample',
  ]) {
    expect(linkTarget('https://evil.example/', disguised)?.claimedHost).toBe('bank.example')
  }
})

test('shows a host with letters of another script as Punycode', () => {
  const target = linkTarget('https://аррӏе.com/', 'Apple')
  expect(target?.isInternational).toBe(true)
  expect(target?.host).toMatch(/^xn--/)
})
