import { posix, win32 } from 'node:path'

import { toolRefusal } from '../../tool-refusal'

/** Longer paths are never meant. */
const maxPathChars = 4_096
/** Names that mean a device on Windows, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i
/** Characters that no name on Windows has. A colon would name a stream or a drive. */
const notOnWindows = /[<>:"|?*\p{Cc}]/u
/** A short name, such as `GIT~1`, is another name of a file. */
const shortName = /~\d+(?:\.[^.]{0,3})?$/u

/**
 * The names of the folders and the file in a path from a model, relative to `folder`; none for the folder itself. A full
 * path is accepted if it is inside the folder by its names.
 * @throws INVALID_INPUT it leads out of the folder, or is not the path of a file
 */
export function namesInFolder(
  given: string,
  folder: string,
  platform: NodeJS.Platform = process.platform,
): string[] {
  const path = platform === 'win32' ? win32 : posix
  if (given.length > maxPathChars || given.includes('\0')) throw invalidPath(given)
  const names = relativeTo(folder, given, path)
    .split(platform === 'win32' ? /[/\\]/ : '/')
    .filter((name) => name !== '' && name !== '.')
  // In a shell, a tilde is the user's own folder: a model that writes one means a path outside.
  if (names.includes('..') || names[0] === '~') throw outside(given)
  if (platform === 'win32' && names.some(isSpecialOnWindows)) throw invalidPath(given)
  return names
}

/** @throws INVALID_INPUT a new file must not have this name: it could not be read by eye */
export function assertNewName(names: readonly string[], given: string): void {
  if (names.length === 0 || names.some((name) => /\p{Cc}/u.test(name))) throw invalidPath(given)
}

function relativeTo(folder: string, given: string, path: typeof posix): string {
  if (!path.isAbsolute(given)) return given
  const way = path.relative(folder, given)
  if (way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) {
    throw outside(given)
  }
  return way
}

const shownChars = 300

function outside(given: string) {
  return toolRefusal(
    `${given.slice(0, shownChars)} is outside the folder. Give a path relative to it, without “..”.`,
  )
}

function invalidPath(given: string) {
  return toolRefusal(`${JSON.stringify(given.slice(0, shownChars))} is not a valid path.`)
}

/** Windows drops a dot or space at the end of a name. */
function isSpecialOnWindows(name: string): boolean {
  return deviceName.test(name) || notOnWindows.test(name) || shortName.test(name) || /[. ]$/.test(name)
}
