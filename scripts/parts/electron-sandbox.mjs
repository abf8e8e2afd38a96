import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the kernel says about user namespaces, and the value with which it forbids them to ordinary users. */
const switches = [
  // Ubuntu 23.10 and later: they can be made, and are good for nothing.
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  // Debian until 10, and hardened kernels.
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/user/max_user_namespaces', '0'],
]
const setUidMode = 0o4755

/**
 * Why Chromium's sandbox cannot start here, so that Electron would abort; null when it can. It takes either user
 * namespaces or a helper that belongs to root and has the set-user-ID bit, which npm cannot install.
 * @param {string} electronPath
 * @param {Partial<typeof realSystem>} [known]
 * @returns {string | null}
 * @see https://chromium.googlesource.com/chromium/src/+/main/docs/security/apparmor-userns-restrictions.md
 */
export function whyNoSandbox(electronPath, known = {}) {
  const system = { ...realSystem, ...known }
  // Root starts it without a sandbox; the other systems have sandboxes of their own.
  if (system.platform !== 'linux' || system.userId === 0) return null
  const helper = system.stat(join(dirname(electronPath), 'chrome-sandbox'))
  if (helper !== null && helper.uid === 0 && (helper.mode & 0o7777) === setUidMode) return null
  const forbids = switches.find(([path = '', value]) => system.read(path)?.trim() === value)
  if (forbids !== undefined)
    return `this system does not allow user namespaces for ordinary users (${forbids[0]})`
  return system.canUnshare() ? null : 'user namespaces do not work here'
}

const realSystem = {
  platform: process.platform,
  userId: process.getuid?.() ?? -1,
  /** @param {string} path @returns {string | null} */
  read(path) {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      // A kernel without this switch.
      return null
    }
  },
  /** @param {string} path @returns {{ uid: number, mode: number } | null} */
  stat(path) {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  },
  /** What the switches do not say, such as the rules of a container. Without the program it is not known. */
  canUnshare() {
    const { error, status } = spawnSync('unshare', ['--user', '--map-root-user', '--net', 'true'], {
      stdio: 'ignore',
      timeout: 5_000,
    })
    return error !== undefined && 'code' in error && error.code === 'ENOENT' ? true : status === 0
  },
}
