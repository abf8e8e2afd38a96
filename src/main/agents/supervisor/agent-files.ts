import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { AgentCommand } from '../agent'
import { type MarkOwner, ownerOfMark } from './processes/agent-mark'

type Files = NonNullable<AgentCommand['files']>

/** Files for an agent, and the variables that contain their paths. */
export interface WrittenFiles {
  variables: Record<string, string>
  /** Removes the files. */
  remove(): Promise<void>
}

/** Writes an agent's files to a separate folder that only its owner may enter. */
export async function writeAgentFiles(dataFolder: string, mark: string, files: Files): Promise<WrittenFiles> {
  if (files.length === 0) return { variables: {}, remove: () => Promise.resolve() }
  const folder = join(filesFolder(dataFolder), mark)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const variables = new Map<string, string>()
    for (const { variable, name, content } of files) {
      const path = join(folder, name)
      await writeFile(path, content, { mode: 0o600, flag: 'wx' })
      variables.set(variable, path)
    }
    return { variables: Object.fromEntries(variables), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes files whose owners are gone. */
export async function removeLeftoverFiles(
  dataFolder: string,
  isGone: (owner: MarkOwner) => boolean,
): Promise<void> {
  const folder = filesFolder(dataFolder)
  for (const name of await namesIn(folder)) {
    const owner = ownerOfMark(name)
    if (owner !== null && isGone(owner)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch {
    // No agent ever got a file.
    return []
  }
}

function filesFolder(dataFolder: string): string {
  return join(dataFolder, 'agents', 'files')
}
