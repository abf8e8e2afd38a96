import { join } from 'node:path'

import { expect, test } from 'vitest'

import { sandboxHelp, whyNoSandbox } from './electron-sandbox.mjs'

const apparmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

/** An ordinary user on Linux with working user namespaces, except for the given differences. */
function ask(
  given: {
    platform?: NodeJS.Platform
    userId?: number
    kernel?: Record<string, string>
    helper?: { uid: number; mode: number }
    canUnshare?: boolean
    profiles?: string
  } = {},
) {
  const { kernel = {}, helper = { uid: 1_000, mode: 0o100_755 }, canUnshare = true } = given
  return whyNoSandbox('/dist/electron', {
    platform: given.platform ?? 'linux',
    userId: given.userId ?? 1_000,
    read: (path) => kernel[path] ?? null,
    stat: (path) => (path === join('/dist', 'chrome-sandbox') ? helper : null),
    canUnshare: () => canUnshare,
    profiles: () => given.profiles ?? '',
  })
}

test('Electron starts if user namespaces work, whether or not the kernel has settings for them', () => {
  expect(ask()).toBeNull()
  expect(ask({ kernel: { [apparmor]: '0\n', '/proc/sys/user/max_user_namespaces': '63000\n' } })).toBeNull()
})

test.each([
  [apparmor, '1\n'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0\n'],
  ['/proc/sys/user/max_user_namespaces', '0\n'],
])('Electron would abort if %s is %j', (path, value) => {
  expect(ask({ kernel: { [path]: value } })).toContain(path)
})

test('Electron would abort if a namespace cannot be created, as in a container', () => {
  expect(ask({ canUnshare: false })).toBe('user namespaces do not work here')
})

test('a helper of root makes up for missing namespaces; one with another owner or without the right does not', () => {
  const kernel = { [apparmor]: '1' }
  expect(ask({ kernel, helper: { uid: 0, mode: 0o104_755 } })).toBeNull()
  expect(ask({ kernel, helper: { uid: 0, mode: 0o100_755 } })).not.toBeNull()
  expect(ask({ kernel, helper: { uid: 1_000, mode: 0o104_755 } })).not.toBeNull()
})

test('root and other systems are not checked', () => {
  const kernel = { [apparmor]: '1' }
  expect(ask({ kernel, userId: 0 })).toBeNull()
  expect(ask({ kernel, platform: 'darwin' })).toBeNull()
})

test('Electron starts with the AppArmor profile that Parley prints, even from a folder with an odd name', () => {
  const path = '/home/jürgen/My "projects" [1]/*/electron'
  const reason = ask({ kernel: { [apparmor]: '1' } }) ?? ''
  const help = sandboxHelp(path, reason)
  const profile = help.slice(help.indexOf('abi'), help.indexOf('END\nsudo'))
  expect(profile.split('\n')).toContain(
    String.raw`profile parley-electron "/home/jürgen/My \"projects\" \[1\]/\*/electron" flags=(unconfined) {`,
  )
  const system = { platform: 'linux', userId: 1_000, stat: () => null, canUnshare: () => false } as const
  const restricted = { ...system, read: (file: string) => (file === apparmor ? '1' : null) }
  expect(whyNoSandbox(path, { ...restricted, profiles: () => profile })).toBeNull()
  expect(whyNoSandbox(`${path}2`, { ...restricted, profiles: () => profile })).not.toBeNull()
})

test('without AppArmor, the help is about the helper', () => {
  expect(sandboxHelp('/dist/electron', ask({ canUnshare: false }) ?? '')).toContain(
    `sudo chmod 4755 "${join('/dist', 'chrome-sandbox')}"`,
  )
})
