import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import type { ParleyError } from '../../shared/errors'
import { failure } from '../../shared/failures/failure'
import { systemClock } from '../base/clock'
import { dataFolderError, makeDataFolder } from '../data-folder/data-folder'
import { errorCode } from '../base/error-code'
import { asidePath, isReadFailure, readError } from '../base/files/json-file'
import { syncFolder, writeSyncedFile } from '../base/files/synced-files'
import { createAesCipher, isAesKey, newAesKey } from './aes-cipher'
import type { SecretCipher } from '../platform/platform'

/** The name of the plain key file in a data folder. */
export const keyFileName = 'secrets.key'

/**
 * Reads the content of `path`, or creates the file with the bytes from `make`, readable only by its owner. The file is
 * complete or does not exist.
 * @throws INTERNAL, STORE_FULL it cannot be written
 */
export function readOrCreateKeyFile(path: string, make: () => Buffer): Buffer {
  if (existsSync(path)) keepPrivate(path)
  else create(path, make())
  return readFileSync(path)
}

/**
 * Encrypts with a key in the data folder, for systems without a safer place. A key that is empty or truncated is set
 * aside, and reported in `problem`.
 * @throws INTERNAL the key exists but cannot be read, or a new one cannot be written
 * @throws STORE_FULL
 */
export function createKeyFileCipher(dataFolder: string): SecretCipher {
  makeDataFolder(dataFolder)
  const path = join(dataFolder, keyFileName)
  const stored = storedKey(path)
  if (stored !== null) return { guarantee: 'key-file', ...createAesCipher(stored) }
  const problem = existsSync(path) ? setAside(path) : null
  const cipher = createAesCipher(readOrCreateKeyFile(path, newAesKey))
  return { guarantee: 'key-file', ...cipher, problem: problem ?? undefined }
}

/**
 * Null when there is none, or none that can be used.
 * @throws INTERNAL it cannot be read, so that its validity is unknown
 */
function storedKey(path: string): Buffer | null {
  try {
    const key = readFileSync(path)
    if (!isAesKey(key)) return null
    keepPrivate(path)
    return key
  } catch (error) {
    if (isReadFailure(error)) throw readError(path, error)
    return null
  }
}

function keepPrivate(path: string): void {
  try {
    chmodSync(path, 0o600)
  } catch {
    // The mode stays unchanged on a read-only disk; a later write reports that.
  }
}

function create(path: string, bytes: Buffer): void {
  const temporary = `${path}.new-${process.pid}`
  try {
    rmSync(temporary, { force: true })
    writeSyncedFile(temporary, bytes)
    putInPlace(temporary, path)
  } catch (error) {
    throw dataFolderError(dirname(path), error)
  } finally {
    rmSync(temporary, { force: true })
  }
  syncFolder(dirname(path))
}

/** If two processes start at the same time, the first one's key wins. */
function putInPlace(temporary: string, path: string): void {
  try {
    linkSync(temporary, path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    // Some file systems do not support links.
    if (!existsSync(path)) renameSync(temporary, path)
  }
}

function setAside(path: string): ParleyError {
  const target = asidePath(path, systemClock.now())
  try {
    renameSync(path, target)
  } catch (error) {
    throw dataFolderError(dirname(path), error)
  }
  return failure('STORE_DAMAGED', 'key-file', { file: path, setAsideAs: target, copy: basename(target) })
}
