import { delimiter, dirname, join } from 'node:path'

import { isExecutableFile } from '../../base/files/executable-file'
import { absoluteFolders } from '../registry/search-folders'

/** The user's git, and the search path for it and its helpers. */
export interface GitProgram {
  path: string
  searchPath: string
}

const name = process.platform === 'win32' ? 'git.exe' : 'git'

/**
 * Finds git in the absolute folders of the search path. A relative or empty entry would mean the inspected folder,
 * whose own `git` would then run; so these entries are removed for git's helpers, too.
 */
export async function findGit(environment: NodeJS.ProcessEnv): Promise<GitProgram | null> {
  const folders = absoluteFolders(environment['PATH'])
  for (const folder of folders) {
    const path = join(folder, name)
    if (await isExecutableFile(path)) return { path, searchPath: folders.join(delimiter) }
  }
  return null
}

/** A working directory that belongs to git: some systems look for programs in the current folder first. */
export function neutralFolder({ path }: GitProgram): string {
  return dirname(path)
}
