import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'

import { findProgram } from '../../base/files/executable-file'

/** The folder in npm's prefix that has the installed programs. */
const npmPrograms = process.platform === 'win32' ? '' : 'bin'

/** Folders of installers that are not on the search path of a desktop app started from a menu. */
const usualInHome = [
  '.local/bin',
  'bin',
  '.npm-global/bin',
  '.npm-packages/bin',
  '.local/share/npm/bin',
  '.local/lib/npm/bin',
  '.bun/bin',
  '.deno/bin',
  '.cargo/bin',
  '.opencode/bin',
  '.claude/local',
  '.claude/bin',
  '.volta/bin',
  '.local/share/pnpm',
  '.local/share/pnpm/bin',
  'Library/pnpm',
  'Library/pnpm/bin',
  '.yarn/bin',
  '.config/yarn/global/node_modules/.bin',
  '.linuxbrew/bin',
  '.nix-profile/bin',
  '.local/state/nix/profile/bin',
  '.n/bin',
  'n/bin',
  '.nodebrew/current/bin',
  '.nvs/default/bin',
  '.guix-profile/bin',
  '.pixi/bin',
  'miniconda3/bin',
  'miniforge3/bin',
  'anaconda3/bin',
  'scoop/shims',
  '.local/share/flatpak/exports/bin',
]
const usualElsewhere = [
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/home/linuxbrew/.linuxbrew/bin',
  '/opt/local/bin',
  '/nix/var/nix/profiles/default/bin',
  '/run/current-system/sw/bin',
  '/snap/bin',
  '/var/lib/flatpak/exports/bin',
]
/** Start what a version manager chooses for the current folder. Some need the manager itself on the search path. */
const shimsInHome = ['.local/share/mise/shims', '.proto/shims', '.proto/bin', '.nodenv/shims', '.asdf/shims']

/**
 * The folders in which version managers keep one folder for each version of Node, and the place of programs in each.
 */
const versionsInHome: readonly (readonly [versions: string, programs: string])[] = [
  ['.nvm/versions/node', 'bin'],
  ['.local/share/mise/installs/node', 'bin'],
  ['.asdf/installs/nodejs', 'bin'],
  ['.local/share/fnm/node-versions', 'installation/bin'],
  ['.fnm/node-versions', 'installation/bin'],
  ['Library/Application Support/fnm/node-versions', 'installation/bin'],
  ['.volta/tools/image/node', 'bin'],
  ['.proto/tools/node', 'bin'],
  ['.nodenv/versions', 'bin'],
  ['.n/n/versions/node', 'bin'],
]

/** Variables with which a user moves the folder of an installer, and where in it programs are. */
const movedFolders: readonly (readonly [variable: string, programs: string])[] = [
  ['PNPM_HOME', ''],
  ['PNPM_HOME', 'bin'],
  ['BUN_INSTALL', 'bin'],
  ['VOLTA_HOME', 'bin'],
  ['N_PREFIX', 'bin'],
  ['HOMEBREW_PREFIX', 'bin'],
  ['NPM_CONFIG_PREFIX', npmPrograms],
  ['FNM_MULTISHELL_PATH', 'bin'],
  ['MISE_DATA_DIR', 'shims'],
  ['PROTO_HOME', 'shims'],
  ['ASDF_DATA_DIR', 'shims'],
  // Windows.
  ['APPDATA', 'npm'],
  ['NVM_SYMLINK', ''],
  ['ProgramFiles', 'nodejs'],
  ['ProgramData', 'chocolatey/bin'],
  ['LOCALAPPDATA', 'pnpm'],
  ['LOCALAPPDATA', 'Volta/bin'],
  ['LOCALAPPDATA', 'Yarn/bin'],
  ['LOCALAPPDATA', 'mise/shims'],
  ['LOCALAPPDATA', 'Microsoft/WinGet/Links'],
  ['LOCALAPPDATA', 'Microsoft/WindowsApps'],
]
const movedVersions: readonly (readonly [variable: string, versions: string, programs: string])[] = [
  ['NVM_DIR', 'versions/node', 'bin'],
  ['MISE_DATA_DIR', 'installs/node', 'bin'],
  ['ASDF_DATA_DIR', 'installs/nodejs', 'bin'],
  ['FNM_DIR', 'node-versions', 'installation/bin'],
  ['VOLTA_HOME', 'tools/image/node', 'bin'],
  ['PROTO_HOME', 'tools/node', 'bin'],
  ['APPDATA', 'fnm/node-versions', 'installation'],
]

/** Programs that run the scripts that package managers install. */
const interpreters = ['node', 'bun', 'deno']

/**
 * The folders to search for agents, in order: those on the search path, then the usual ones, or those in
 * `PARLEY_AGENT_FOLDERS`, which has the format of a search path.
 */
export function searchFolders(environment: NodeJS.ProcessEnv): string[] {
  const replaced = environment['PARLEY_AGENT_FOLDERS']
  const usual = replaced === undefined ? usualFolders(environment) : absoluteFolders(replaced)
  return Array.from(new Set([...absoluteFolders(environment['PATH']), ...usual]))
}

/**
 * The search path for a program in `folder`. Programs that it starts may be in the same folder, and the interpreter of a
 * script may be in any folder that is searched.
 */
export async function searchPathWith(folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const own = absoluteFolders(environment['PATH'])
  const folders = own.includes(folder) ? own : [...own, folder]
  for (const interpreter of interpreters) {
    if ((await findProgram([interpreter], folders)) !== null) continue
    const found = await findProgram([interpreter], searchFolders(environment))
    if (found !== null) folders.push(dirname(found))
  }
  return folders.join(delimiter)
}

/** The absolute folders of a search path: a relative one would depend on the current directory. */
export function absoluteFolders(searchPath: string | undefined): string[] {
  return (searchPath ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
}

/** Returns the folders in which installers put programs, whether or not they exist. */
export function usualFolders(environment: NodeJS.ProcessEnv): string[] {
  const home = environment['HOME'] ?? homedir()
  const user = environment['USER'] ?? ''
  const ofNpm = npmPrefix(home)
  return [
    ...movedFolders.flatMap(([variable, programs]) => inMoved(environment, variable, programs)),
    ...movedVersions.flatMap(([variable, versions, programs]) =>
      inMoved(environment, variable, versions).flatMap((folder) => versionFolders(folder, programs)),
    ),
    ...(ofNpm === null ? [] : [join(ofNpm, npmPrograms)]),
    ...usualInHome.map((folder) => join(home, folder)),
    ...usualElsewhere,
    ...(/^[\w.-]+$/.test(user) ? [`/etc/profiles/per-user/${user}/bin`] : []),
    ...versionsInHome.flatMap(([versions, programs]) => versionFolders(join(home, versions), programs)),
    ...shimsInHome.map((folder) => join(home, folder)),
  ]
}

/** Reads npm's prefix from the settings of the user, such as `prefix=${HOME}/.npm-global`; null if not set. */
function npmPrefix(home: string): string | null {
  try {
    const [, given = ''] =
      /^\s*prefix\s*=\s*"?([^"\r\n]+?)"?\s*$/m.exec(readFileSync(join(home, '.npmrc'), 'utf8')) ?? []
    const prefix = given.replace(/^(?:~|\$\{?HOME\}?)(?=\/)/, home)
    return isAbsolute(prefix) ? prefix : null
  } catch {
    // npm has no settings here.
    return null
  }
}

function inMoved(environment: NodeJS.ProcessEnv, variable: string, programs: string): string[] {
  const folder = environment[variable] ?? ''
  return isAbsolute(folder) ? [join(folder, programs)] : []
}

/** The folders of the versions below `versions`, newest first. */
function versionFolders(versions: string, programs: string): string[] {
  try {
    return readdirSync(versions)
      .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((version) => join(versions, version, programs))
  } catch {
    // No such version manager, or a folder that this account may not read.
    return []
  }
}
