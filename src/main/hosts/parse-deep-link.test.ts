import { expect, test } from 'vitest'

import { findDeepLink, parseDeepLink } from './parse-deep-link'

test('parses links to chats, comparisons, new chats and settings', () => {
  const links = [
    'parley://chat/s-1',
    'parley:///compare/c_2/',
    'parley://new?text=Hello%20there&model=demo/brief',
    'parley://new',
    'parley://new-compare',
    'parley://settings/',
  ]
  expect(links.map((link) => parseDeepLink(link))).toEqual([
    { to: 'chat', sessionId: 's-1' },
    { to: 'comparison', comparisonId: 'c_2' },
    { to: 'new-chat', text: 'Hello there', model: 'demo/brief' },
    { to: 'new-chat', text: null, model: null },
    { to: 'new-comparison' },
    { to: 'settings' },
  ])
})

test('ignores any other link, and links with anything extra', () => {
  const links = [
    'https://chat/s-1',
    'parley://app/index.html',
    'parley://chat',
    'parley://chat/../settings/x',
    'parley://chat/a%2Fb',
    'parley://chat/a/b',
    `parley://chat/${'x'.repeat(129)}`,
    `parley://new?text=${'x'.repeat(32_000)}`,
    'parley:',
    '',
  ]
  expect(links.map((link) => parseDeepLink(link))).toEqual(links.map(() => null))
})

test("finds a link among a program's arguments", () => {
  expect(findDeepLink(['/usr/bin/parley', '--user-data', '/x', 'parley://settings'])).toEqual({
    to: 'settings',
  })
  expect(findDeepLink(['/usr/bin/parley'])).toBeNull()
})
