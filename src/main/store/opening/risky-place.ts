import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { realPath } from '../../base/files/full-path'

/**
 * The risk of a folder for a database: another computer has the disk, or a program copies the files while they change.
 */
export type RiskyPlace = 'network' | 'synced'

/** File systems whose locks and shared memory do not work as SQLite's write-ahead log needs them. */
const networkTypes = new Set([
  '9p',
  'afpfs',
  'afs',
  'beegfs',
  'ceph',
  'cifs',
  'davfs',
  'drvfs',
  'gfs2',
  'glusterfs',
  'lustre',
  'ncpfs',
  'nfs',
  'nfs4',
  'ocfs2',
  'prl_fs',
  'smb3',
  'smbfs',
  'vboxsf',
  'virtiofs',
  'vmhgfs',
  'webdav',
])
/** Programs that mount a remote disk through FUSE; others, such as ntfs-3g, have a local one. */
const remoteFuse =
  /^(?:fuse|osxfuse|macfuse)\.?(?:sshfs|rclone|s3fs|gcsfuse|goofys|davfs2?|gvfsd-fuse|glusterfs|ceph|curlftpfs|vmhgfs-fuse|kio-fuse|onedriver|google-drive-ocamlfuse|juicefs|cifs)/

/** Names of folders that programs keep in sync with other computers. */
const syncedFolder =
  /^(?:dropbox(?: \(.*\))?|onedrive(?: ?[-–] .*)?|google ?drive|my drive|icloud ?drive|mobile documents|com~apple~clouddocs|cloudstorage|nextcloud|owncloud|pcloud ?drive|mega(?:sync)?|seafile|yandex\.disk|syncthing|sync)$/i

/** Marks that such programs put into the folder that they keep in sync: Syncthing, Dropbox, ownCloud and Resilio. */
const syncMarks = ['.stfolder', '.dropbox.cache', '.owncloudsync.log', '.sync/ID']
/** The name of a copy that they make when two computers have changed the database, in some languages. */
const conflictCopy = /^parley.*(?:conflict|konflikt|conflit|conflicto|conflitto|競合|冲突|衝突)/i

/** The file systems of this computer, as the system lists them. */
export interface MountedPlaces {
  platform: NodeJS.Platform
  /** `/proc/self/mountinfo` on Linux, the output of `mount` on macOS; empty elsewhere. */
  mounts: string
}

/** Reads what is mounted; empty when the system does not say. */
export function mountedPlaces(platform: NodeJS.Platform = process.platform): MountedPlaces {
  try {
    if (platform === 'linux') return { platform, mounts: readFileSync('/proc/self/mountinfo', 'utf8') }
    if (platform === 'darwin') {
      return { platform, mounts: execFileSync('/sbin/mount', { encoding: 'utf8', timeout: 1_000 }) }
    }
  } catch {
    // Nothing is known then, and nothing is said.
  }
  return { platform, mounts: '' }
}

/**
 * Returns the kind of place if the folder is on a network disk or in a synced folder; null if neither, as far as can be
 * told.
 */
export function riskyPlace(folder: string, { platform, mounts }: MountedPlaces): RiskyPlace | null {
  const path = realPath(folder)
  const isWindows = platform === 'win32'
  if (isWindows && /^(?:\\\\|\/\/)(?![.?][\\/](?!UNC))/i.test(path)) return 'network'
  const type = platform === 'darwin' ? macType(path, mounts) : linuxType(path, mounts)
  if (type !== null && (networkTypes.has(type) || remoteFuse.test(type))) return 'network'
  const names = path.split(isWindows ? /[\\/]/ : '/')
  const isSynced = names.some((name) => syncedFolder.test(name)) || hasSyncMark(path) || hasConflictCopy(path)
  return isSynced ? 'synced' : null
}

function hasSyncMark(path: string): boolean {
  if (syncMarks.some((mark) => existsSync(join(path, mark)))) return true
  const parent = dirname(path)
  return parent !== path && hasSyncMark(parent)
}

function hasConflictCopy(path: string): boolean {
  try {
    return readdirSync(path).some((name) => conflictCopy.test(name))
  } catch {
    return false
  }
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html */
function linuxType(path: string, mounts: string): string | null {
  const found = mounts.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const place = before.split(' ')[4]
    const type = after.split(' ')[0]
    return place === undefined || type === undefined ? [] : [{ place: unescaped(place), type }]
  })
  return typeOf(path, found)
}

/** Lines such as `//me@server/share on /Volumes/share (smbfs, nodev)`. */
function macType(path: string, mounts: string): string | null {
  const found = mounts.split('\n').flatMap((line) => {
    const { place, type } = / on (?<place>.+) \((?<type>[^,)]+)/.exec(line)?.groups ?? {}
    return place === undefined || type === undefined ? [] : [{ place, type }]
  })
  return typeOf(path, found)
}

/** The type at the longest path that contains the folder; of several there, the one that was mounted last. */
function typeOf(path: string, found: readonly { place: string; type: string }[]): string | null {
  const around = found.filter(({ place }) => place === '/' || path === place || path.startsWith(`${place}/`))
  const longest = Math.max(0, ...around.map(({ place }) => place.length))
  return around.findLast(({ place }) => place.length === longest)?.type ?? null
}

function unescaped(place: string): string {
  return place.replaceAll(/\\([0-7]{3})/g, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  )
}
