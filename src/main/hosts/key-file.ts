import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import type { ParleyError } from '../../shared/errors'
import { failure } from '../../shared/failures/failure'
import { systemClock } from '../base/clock'
import { dataFolderError, makeDataFolder } from '../data-folder/data-folder'
import { asidePath, errorCode, isReadFailure, readError } from '../base/files/json-file'
import { syncFolder, writeSyncedFile } from '../base/files/synced-files'
import { createAesCipher, isAesKey, newAesKey } from './aes-cipher'
import type { SecretCipher } from '../platform/platform'

/** The plain key file of a data folder. */
export const keyFileName = 'secrets.key'

/**
 * Reads the bytes that `path` holds; the first time it writes those that `make` gives, readable by the owner only. The file
 * is there whole or not at all. @throws INTERNAL, STORE_FULL it cannot be written
 */
export function readOrCreateKeyFile(path: string, make: () => Buffer): Buffer {
  if (existsSync(path)) keepPrivate(path)
  else create(path, make())
  return readFileSync(path)
}

/**
 * Encrypts with a key that lies in the data folder, for where the system offers no safer place. A key that is empty or cut
 * off is set aside, and `problem` says so.
 * @throws INTERNAL the key is there and the system does not let it be read, or a new one cannot be written
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

/** Null when there is none, or none that can be used. @throws INTERNAL it cannot be read, so that nobody knows */
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
    // On a disk that can only be read its mode stays as it is; that nothing can be written is found out later.
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

/** Of two that start at once the first one's key stays. */
function putInPlace(temporary: string, path: string): void {
  try {
    linkSync(temporary, path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    // Some file systems have no links.
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
