import { expect, test } from 'vitest'

import { isMetered } from './metered'

const says = (text: string) => () => Promise.resolve(text)

test.each([
  ['linux', 'u 1\n', true],
  ['linux', 'u 3\n', true],
  ['linux', 'u 4\n', false],
  ['linux', 'u 0\n', false],
  ['win32', 'Fixed\r\n', true],
  ['win32', 'Variable\r\n', true],
  ['win32', 'Unrestricted\r\n', false],
  ['darwin', 'u 1\n', false],
] as const)('on %s, "%s" means metered: %s', async (platform, text, expected) => {
  expect(await isMetered(platform, says(text))).toBe(expected)
})

test('a system without such a program counts as unmetered', async () => {
  expect(await isMetered('linux', () => Promise.reject(new Error('ENOENT')))).toBe(false)
})
