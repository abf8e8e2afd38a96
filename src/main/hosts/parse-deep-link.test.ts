import { expect, test } from 'vitest'

import { findDeepLink, parseDeepLink } from './parse-deep-link'

test('an address leads where it says', () => {
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

test('an address that is none of these, or tries more, leads nowhere', () => {
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

test('it is found among the arguments of a program', () => {
  expect(findDeepLink(['/usr/bin/parley', '--user-data', '/x', 'parley://settings'])).toEqual({
    to: 'settings',
  })
  expect(findDeepLink(['/usr/bin/parley'])).toBeNull()
})
