import { accessSync, constants, statfsSync } from 'node:fs'

const folder = '/dev/shm'
/** The space that a suite needs, such as data folders and browser profiles, with some reserve. */
const neededBytes = 2 * 1024 ** 3

/**
 * A temporary folder in memory, or null if the system has none with enough space. The live tests check that
 * windows respond, which a disk that stalls for seconds because of other programs would disturb, and unit
 * tests make thousands of small stores. Tests with processes and drills cover real disks.
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
