import { expect, test } from 'vitest'

import { whyNoSandbox } from './electron-sandbox.mjs'

const apparmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

/** An ordinary user's Linux where user namespaces work, but for what is given. */
function ask(
  given: {
    platform?: NodeJS.Platform
    userId?: number
    kernel?: Record<string, string>
    helper?: { uid: number; mode: number }
    canUnshare?: boolean
  } = {},
) {
  const { kernel = {}, helper = { uid: 1_000, mode: 0o100_755 }, canUnshare = true } = given
  return whyNoSandbox('/dist/electron', {
    platform: given.platform ?? 'linux',
    userId: given.userId ?? 1_000,
    read: (path) => kernel[path] ?? null,
    stat: (path) => (path === '/dist/chrome-sandbox' ? helper : null),
    canUnshare: () => canUnshare,
  })
}

test('Electron starts where user namespaces work, whether or not the kernel has switches for them', () => {
  expect(ask()).toBeNull()
  expect(ask({ kernel: { [apparmor]: '0\n', '/proc/sys/user/max_user_namespaces': '63000\n' } })).toBeNull()
})

test.each([
  [apparmor, '1\n'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0\n'],
  ['/proc/sys/user/max_user_namespaces', '0\n'],
])('it would abort where %s is %j', (path, value) => {
  expect(ask({ kernel: { [path]: value } })).toContain(path)
})

test('it would abort where a namespace cannot be made, as in a container', () => {
  expect(ask({ canUnshare: false })).toBe('user namespaces do not work here')
})

test('a helper of root makes up for them; one that belongs to somebody else, or has no such right, does not', () => {
  const kernel = { [apparmor]: '1' }
  expect(ask({ kernel, helper: { uid: 0, mode: 0o104_755 } })).toBeNull()
  expect(ask({ kernel, helper: { uid: 0, mode: 0o100_755 } })).not.toBeNull()
  expect(ask({ kernel, helper: { uid: 1_000, mode: 0o104_755 } })).not.toBeNull()
})

test('root and other systems are not asked', () => {
  const kernel = { [apparmor]: '1' }
  expect(ask({ kernel, userId: 0 })).toBeNull()
  expect(ask({ kernel, platform: 'darwin' })).toBeNull()
})
