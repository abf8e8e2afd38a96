import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeOwnedFolder } from '../../../base/files/owned-folder'

/** Files of one turn, in a folder that only their owner may enter. */
export interface TurnFiles {
  /** An absolute path; null without files. */
  folder: string | null
  remove(): Promise<void>
}

/** Writes what an agent gets by file name, such as images, to a separate folder. */
export async function writeTurnFiles(
  files: readonly { name: string; content: string | Uint8Array }[],
): Promise<TurnFiles> {
  if (files.length === 0) return { folder: null, remove: () => Promise.resolve() }
  const folder = makeOwnedFolder('agent', tmpdir())
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    for (const { name, content } of files) await writeFile(join(folder, name), content, { mode: 0o600 })
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
