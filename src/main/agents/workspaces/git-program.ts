import { delimiter, dirname, join } from 'node:path'

import { isExecutableFile } from '../../base/files/executable-file'
import { absoluteFolders } from '../registry/search-folders'

/** The user's git, and where it and what it starts look for programs. */
export interface GitProgram {
  path: string
  searchPath: string
}

const name = process.platform === 'win32' ? 'git.exe' : 'git'

/**
 * Finds git in the absolute folders of the search path. A relative folder, or an empty one, would be the folder that is
 * inspected, whose own `git` would then run; so they are left out for git's helpers, too.
 */
export async function findGit(environment: NodeJS.ProcessEnv): Promise<GitProgram | null> {
  const folders = absoluteFolders(environment['PATH'])
  for (const folder of folders) {
    const path = join(folder, name)
    if (await isExecutableFile(path)) return { path, searchPath: folders.join(delimiter) }
  }
  return null
}

/** A folder to start git from that came with it: some systems look for programs in the current one first. */
export function neutralFolder({ path }: GitProgram): string {
  return dirname(path)
}
