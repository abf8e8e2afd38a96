import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { invariant } from '../../../shared/invariant'
import type { AgentCommand } from '../agent'
import { type MarkOwner, ownerOfMark } from './processes/agent-mark'

type Files = NonNullable<AgentCommand['files']>

/** Files for an agent, and the variables that contain their paths. */
export interface WrittenFiles {
  variables: Record<string, string>
  /** The argument with the paths filled in. */
  argument(argument: AgentCommand['args'][number]): string
  /** Removes the files. */
  remove(): Promise<void>
}

/** Writes an agent's files to a separate folder that only its owner may enter. */
export async function writeAgentFiles(dataFolder: string, mark: string, files: Files): Promise<WrittenFiles> {
  if (files.length === 0)
    return { variables: {}, argument: argumentIn(null), remove: () => Promise.resolve() }
  const folder = join(filesFolder(dataFolder), mark)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const variables = new Map<string, string>()
    for (const { variable, name, content } of files) {
      const path = join(folder, name)
      await writeFile(path, content, { mode: 0o600, flag: 'wx' })
      if (variable !== undefined) variables.set(variable, path)
    }
    return { variables: Object.fromEntries(variables), argument: argumentIn(folder), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function argumentIn(folder: string | null): WrittenFiles['argument'] {
  return (argument) => {
    if (typeof argument === 'string') return argument
    invariant(folder !== null, 'a command has the files that its arguments name')
    return `${argument.prefix ?? ''}${join(folder, argument.file)}`
  }
}

/** Returns the common start of the paths of all files of agents whose marks have this prefix. */
export function filesPrefix(dataFolder: string, prefix: string): string {
  return join(filesFolder(dataFolder), prefix)
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
