import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Ubuntu 23.10 and later: namespaces can be created, but have no privileges unless a profile of the program allows it. */
const appArmorSwitch = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'
const profileFolder = '/etc/apparmor.d'
/** Kernel settings for user namespaces, with the value that forbids them to ordinary users. */
const switches = [
  [appArmorSwitch, '1'],
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
  if (forbids?.[0] === appArmorSwitch && system.profiles().includes(inProfile(electronPath))) return null
  if (forbids !== undefined)
    return `this system does not allow user namespaces for ordinary users (${forbids[0]})`
  return system.canUnshare() ? null : 'user namespaces do not work here'
}

/**
 * How to let Electron use its sandbox, as commands to copy.
 * @param {string} electronPath
 * @param {string} reason what `whyNoSandbox` returned
 */
export function sandboxHelp(electronPath, reason) {
  if (reason.includes(appArmorSwitch)) {
    const file = `${profileFolder}/parley-electron`
    return `To use Electron, allow it to create user namespaces with this AppArmor profile, then start again:

sudo tee ${file} <<'END'
abi <abi/4.0>,
include <tunables/global>

profile parley-electron ${inProfile(electronPath)} flags=(unconfined) {
  userns,
}
END
sudo apparmor_parser -r ${file}
`
  }
  const helper = join(dirname(electronPath), 'chrome-sandbox')
  return `To use Electron, allow user namespaces, or, once it is installed, make its helper set-user-ID root: sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`
}

/**
 * The path as AppArmor writes it, which resolves links and has its own wildcards.
 * @param {string} path
 */
function inProfile(path) {
  return `"${realPath(path).replaceAll(/[\\"*?[\]{}^@]/g, String.raw`\$&`)}"`
}

/** @param {string} path */
function realPath(path) {
  try {
    return realpathSync(path)
  } catch {
    // Not installed yet; the project's own path contains no links.
    return path
  }
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
  /** The text of all AppArmor profiles. */
  profiles() {
    try {
      const files = readdirSync(profileFolder, { withFileTypes: true }).filter((entry) => entry.isFile())
      return files.map(({ name }) => this.read(join(profileFolder, name)) ?? '').join('\n')
    } catch {
      // There is no such folder.
      return ''
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
