import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'

/** Folders of installers that are not on the search path of a desktop app started from a menu. */
const usualInHome = [
  '.local/bin',
  '.npm-global/bin',
  '.bun/bin',
  '.opencode/bin',
  '.claude/local',
  '.volta/bin',
  '.local/share/pnpm',
  'Library/pnpm',
]
const usualElsewhere = ['/opt/homebrew/bin', '/usr/local/bin']

/**
 * The folders to search for agents, in order: those on the search path, then the usual ones, or those in
 * `PARLEY_AGENT_FOLDERS`, which has the format of a search path.
 */
export function searchFolders(environment: NodeJS.ProcessEnv): string[] {
  const replaced = environment['PARLEY_AGENT_FOLDERS']
  const usual = replaced === undefined ? usualFolders(environment) : absoluteFolders(replaced)
  return Array.from(new Set([...absoluteFolders(environment['PATH']), ...usual]))
}

/** The search path for a program in `folder`: programs that it starts, such as its Node, may be in the same folder. */
export function searchPathWith(folder: string, environment: NodeJS.ProcessEnv): string {
  const folders = absoluteFolders(environment['PATH'])
  return (folders.includes(folder) ? folders : [...folders, folder]).join(delimiter)
}

/** The absolute folders of a search path: a relative one would depend on the current directory. */
export function absoluteFolders(searchPath: string | undefined): string[] {
  return (searchPath ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
}

function usualFolders(environment: NodeJS.ProcessEnv): string[] {
  const home = environment['HOME'] ?? homedir()
  return [...usualInHome.map((folder) => join(home, folder)), ...usualElsewhere, ...nodeFolders(home)]
}

/** The folders of the Node versions that nvm manages, newest first. */
function nodeFolders(home: string): string[] {
  const versions = join(home, '.nvm/versions/node')
  try {
    return readdirSync(versions)
      .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((version) => join(versions, version, 'bin'))
  } catch {
    // No nvm, or a folder that this account may not read.
    return []
  }
}
