import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'

/** Where installers put programs that a desktop app started from a menu does not have on its search path. */
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
 * The folders in which agents are looked for, in order: those of the search path, then the usual ones, or those that
 * `PARLEY_AGENT_FOLDERS`, written like a search path, names instead.
 */
export function searchFolders(environment: NodeJS.ProcessEnv): string[] {
  const replaced = environment['PARLEY_AGENT_FOLDERS']
  const usual = replaced === undefined ? usualFolders(environment) : absoluteFolders(replaced)
  return Array.from(new Set([...absoluteFolders(environment['PATH']), ...usual]))
}

/** The search path for a program that lies in `folder`: what it starts in turn, such as its Node, may lie beside it. */
export function searchPathWith(folder: string, environment: NodeJS.ProcessEnv): string {
  const folders = absoluteFolders(environment['PATH'])
  return (folders.includes(folder) ? folders : [...folders, folder]).join(delimiter)
}

/** Those of a search path that are the same everywhere: a relative one would be another in each place that a program works in. */
export function absoluteFolders(searchPath: string | undefined): string[] {
  return (searchPath ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
}

function usualFolders(environment: NodeJS.ProcessEnv): string[] {
  const home = environment['HOME'] ?? homedir()
  return [...usualInHome.map((folder) => join(home, folder)), ...usualElsewhere, ...nodeFolders(home)]
}

/** Those of the versions of Node that nvm keeps, the newest first. */
function nodeFolders(home: string): string[] {
  const versions = join(home, '.nvm/versions/node')
  try {
    return readdirSync(versions)
      .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((version) => join(versions, version, 'bin'))
  } catch {
    // No nvm here, or none that this account may look into.
    return []
  }
}
