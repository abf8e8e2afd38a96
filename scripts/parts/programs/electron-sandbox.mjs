import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Kernel settings for user namespaces, with the value that forbids them to ordinary users. */
const switches = [
  // Ubuntu 23.10 and later: namespaces can be created, but have no privileges.
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  // Debian up to 10, and hardened kernels.
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/user/max_user_namespaces', '0'],
]
const setUidMode = 0o4755

/**
 * Why Chromium's sandbox cannot start here, so that Electron would abort; null if it can. The sandbox needs
 * user namespaces, or a helper that is owned by root and has the set-user-ID bit, which npm cannot install.
 * @param {string} electronPath
 * @param {Partial<typeof realSystem>} [known]
 * @returns {string | null}
 * @see https://chromium.googlesource.com/chromium/src/+/main/docs/security/apparmor-userns-restrictions.md
 */
export function whyNoSandbox(electronPath, known = {}) {
  const system = { ...realSystem, ...known }
  // Root starts it without a sandbox; other systems have their own sandboxes.
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
      // This kernel does not have the setting.
      return null
    }
  },
  /** @param {string} path @returns {{ uid: number, mode: number } | null} */
  stat(path) {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  },
  /**
   * Tests what the settings do not show, such as a container's rules. True if the `unshare` program is
   * missing.
   */
  canUnshare() {
    const { error, status } = spawnSync('unshare', ['--user', '--map-root-user', '--net', 'true'], {
      stdio: 'ignore',
      timeout: 5_000,
    })
    return error !== undefined && 'code' in error && error.code === 'ENOENT' ? true : status === 0
  },
}
