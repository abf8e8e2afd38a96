import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

import { pathInside, realPath } from '../../../base/files/full-path'
import { fileFailure, fileRefusal, folderFailure } from './file-failure'

/**
 * A folder below the chosen one that stays the same one, whatever happens to its name. `at` gives a path for a name in
 * it, and `at('.')` for itself.
 */
export interface HeldFolder {
  at(name: string): string
  /** @throws INVALID_INPUT something else has taken its place, where the system cannot hold it */
  assertSame(): void
  close(): void
}

/** The place of a chosen folder, and the part of it that is not read. */
export interface FolderPlace {
  /** The full path of the folder that the user chose. */
  root: string
  /** Full paths of folders that no tool reads, such as Parley's own data. */
  closedFolders: readonly string[]
}

/** Absent on Windows, where nothing needs them. */
const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants
const byHandle = O_RDONLY | O_DIRECTORY | O_NOFOLLOW

/** On Linux, a path through a handle reaches what the handle has open, whatever has become of its name. */
const handles = '/proc/self/fd'
const canUseHandles = process.platform === 'linux' && existsSync(handles)

/**
 * Opens a folder of `place` by the names that lead to it. No name may be a link, not even one that takes the place of a
 * folder in the meantime.
 * @throws NOT_FOUND, INVALID_INPUT
 */
export function holdFolder(
  place: FolderPlace,
  names: readonly string[],
  { hasHandles = canUseHandles }: { hasHandles?: boolean } = {},
): HeldFolder {
  const root = rootOf(place.root)
  return hasHandles ? holdByHandle(root, place, names) : holdByName(root, place, names)
}

/** Calls `use` with an open folder. @throws NOT_FOUND, INVALID_INPUT */
export function withFolder<Result>(
  place: FolderPlace,
  names: readonly string[],
  use: (folder: HeldFolder) => Result,
): Result {
  const folder = holdFolder(place, names)
  try {
    return use(folder)
  } finally {
    folder.close()
  }
}

/** The chosen folder without links. @throws NOT_FOUND */
export function rootOf(folder: string): string {
  try {
    const root = realpathSync.native(folder)
    // A folder that cannot be listed fails later, with its reason.
    if (statSync(root).isDirectory()) return root
  } catch (error) {
    throw folderFailure(error, folder)
  }
  throw folderFailure(Object.assign(new Error('not a folder'), { code: 'ENOTDIR', syscall: 'stat' }), folder)
}

function holdByHandle(root: string, place: FolderPlace, names: readonly string[]): HeldFolder {
  let handle = -1
  try {
    handle = openRoot(root)
    for (const name of names) {
      const inner = openSync(`${handles}/${handle}/${name}`, byHandle)
      closeSync(handle)
      handle = inner
    }
    assertOpen(readlinkSync(`${handles}/${handle}`), place, names)
    assertStored(`${handles}/${handle}/.`, names)
  } catch (error) {
    if (handle !== -1) closeSync(handle)
    throw fileFailure(error, names)
  }
  const held = handle
  return {
    at: (name) => `${handles}/${held}/${name}`,
    assertSame: () => {},
    close: () => closeSync(held),
  }
}

function openRoot(root: string): number {
  try {
    return openSync(root, byHandle)
  } catch (error) {
    throw folderFailure(error, root)
  }
}

function holdByName(root: string, place: FolderPlace, names: readonly string[]): HeldFolder {
  const path = join(root, ...names)
  const identity = () => {
    const { ino, dev } = lstatSync(path, { bigint: true })
    return {
      isSame: isSamePath(realpathSync.native(path), path),
      isFolder: statSync(path).isDirectory(),
      ino,
      dev,
    }
  }
  try {
    const before = identity()
    if (!before.isSame || !before.isFolder) throw fileRefusal('link', names)
    assertOpen(path, place, names)
    return {
      at: (name) => (name === '.' ? path : join(path, name)),
      assertSame() {
        try {
          const now = identity()
          if (now.isSame && now.isFolder && now.ino === before.ino && now.dev === before.dev) return
        } catch (error) {
          throw fileRefusal('moved', names, error)
        }
        throw fileRefusal('moved', names)
      },
      close: () => {},
    }
  } catch (error) {
    throw fileFailure(error, names)
  }
}

/** Windows and macOS find a name that is spelled differently. */
const caseMatters = process.platform !== 'win32' && process.platform !== 'darwin'

function isSamePath(real: string, path: string): boolean {
  return spelling(real) === spelling(path)
}

function spelling(path: string): string {
  return caseMatters ? path.normalize() : path.normalize().toLowerCase()
}

function assertOpen(path: string, { closedFolders }: FolderPlace, names: readonly string[]): void {
  if (closedFolders.some((closed) => pathInside(realPath(closed), path) !== null)) {
    throw fileRefusal('closed', names)
  }
}

/** File systems of Linux whose files are views of the system or of processes, with their environments. */
const systemViews: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x1cd1, // devpts
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0xf97cff8c, // selinuxfs
  0xcafe4a11, // bpf
  0x6165676c, // pstore
  0xde5e81e4, // efivarfs
  0x62656570, // configfs
])

function assertStored(path: string, names: readonly string[]): void {
  if (systemViews.has(Number(statfsSync(path, { bigint: true }).type & 0xffffffffn))) {
    throw fileRefusal('special', names)
  }
}
