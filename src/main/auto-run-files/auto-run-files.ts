import { buildNames } from './build-names'
import { namesByProgram } from './tool-names'

/**
 * Names of files and folders that, anywhere in a project, cause programs to run unasked: when a folder is opened or
 * entered, when packages are installed, on a commit or a push, or when an agent or a build starts. `*` matches any
 * characters. `docs/files-that-start-programs.md` lists them for users.
 */
export const autoRunNames = { ...namesByProgram, ...buildNames } as const

/** Names that count for files only: they are too common for folders. */
export const autoRunFileNames = ['build', 'workspace', 'buck', 'configure'] as const

const autoRun = anyOf(Object.values(autoRunNames).flat())
const autoRunFile = anyOf(autoRunFileNames)
/** A short (8.3) name that Windows gives to a file with a long name, such as `GIT~1`; it may refer to any of them. */
const shortName = /~\d+(?:\.[^.]{0,3})?$/u

/** Whether writing to this path can cause a program to run, or extend permissions, without asking. */
export function startsPrograms(path: string): boolean {
  const names = path
    .split(/[/\\]/u)
    .map(sameFile)
    .filter((name) => name !== '')
  return (
    names.some((name) => autoRun.test(name) || shortName.test(name)) || autoRunFile.test(names.at(-1) ?? '')
  )
}

/** Some file systems treat `.GIT`, `.git.`, `.git::$DATA` and `.git` with invisible characters as the same name. */
function sameFile(name: string): string {
  return name
    .replace(/(?<=.):.*$/su, '')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .replace(/[\s.]+$/u, '')
    .toUpperCase()
    .toLowerCase()
}

function anyOf(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.map(patternOf).join('|')})$`, 'su')
}

function patternOf(name: string): string {
  return name.replaceAll('.', '\\.').replaceAll('*', '.*')
}
