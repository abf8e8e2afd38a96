import { accessSync, constants, statfsSync } from 'node:fs'

const folder = '/dev/shm'
/** What the data folders and browser profiles of the live tests take together, with room to spare. */
const neededBytes = 2 * 1024 ** 3

/**
 * A temporary folder that is kept in memory, where the system has one with room, else null. The live tests watch
 * windows: a disk that stands still for seconds, because something else writes, is no fault of theirs. What is said of
 * disks is tested on disks, by the unit tests and the drills.
 * @returns {string | null}
 */
export function memoryFolder() {
  if (process.platform !== 'linux') return null
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= neededBytes ? folder : null
  } catch {
    return null
  }
}
