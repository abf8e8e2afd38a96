import lists from './auto-run-names.json'

/** Files that one program reads from a folder and runs, loads or obeys without asking. */
interface AutoRunEntry {
  program: string
  /** Documentation that says so. */
  source: string
  /** Lower-case names of files and folders, separated by spaces; `*` matches any characters. */
  names: string
}

/**
 * Names of files and folders that, anywhere in a project, cause programs to run unasked: when a folder is opened or
 * entered, when packages are installed, on a commit or a push, or when an agent or a build starts. Each is listed with
 * the program and its documentation; `docs/files-that-start-programs.md` shows them to users. `structure` lists
 * folders that, with the files `HEAD` and `config`, make any folder a bare git repository: `git status` there runs the
 * program that `config` names.
 */
export const autoRunNames = lists.groups satisfies Record<string, readonly AutoRunEntry[]>

/**
 * Names that count for files only: they are too common for folders. Beside `objects` and `refs`, the last ones make a
 * folder a repository; `update` is a hook.
 */
export const autoRunFileNames = lists.fileNames.split(' ')

/**
 * Hidden files that only say what to leave out or how to write. All other hidden names count, because most programs
 * name their settings like this, and no list has all programs.
 */
export const harmlessHiddenNames = lists.harmlessHiddenNames.split(' ')

const { structure: _inProjects, ...anywhere } = autoRunNames
const autoRun = anyOf(namesOf(autoRunNames))
/** Above the chat's folder: what surrounds a project, such as a home folder, is no repository because of its names. */
const autoRunParent = anyOf(namesOf(anywhere))
const autoRunFile = anyOf(autoRunFileNames)
const harmlessHidden: ReadonlySet<string> = new Set(harmlessHiddenNames)
/** No file system takes longer names, and comparing those takes long. */
const maxNameChars = 1_024
/** A short (8.3) name that Windows gives to a file with a long name, such as `GIT~1`; it may refer to any of them. */
const shortName = /~\d+(?:\.[^.]{0,3})?$/u

/**
 * True if writing to this path can cause a program to run, or extend permissions, without asking.
 *
 * @param folders full paths of the folder that `path` starts from, with and without links: each of them may be inside
 * `.github/workflows`
 */
export function startsPrograms(path: string, ...folders: readonly string[]): boolean {
  const names = namesIn(path)
  if (names.some((name) => name.length > maxNameChars)) return true
  return (
    names.some((name) => autoRun.test(name) || shortName.test(name) || isHidden(name)) ||
    autoRunFile.test(names.at(-1) ?? '') ||
    folders.flatMap(namesIn).some((name) => autoRunParent.test(name) || shortName.test(name))
  )
}

function namesIn(path: string): string[] {
  return path
    .split(/[/\\]/u)
    .map(sameFile)
    .filter((name) => name !== '')
}

function isHidden(name: string): boolean {
  return name.startsWith('.') && !harmlessHidden.has(name)
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

function namesOf(groups: Readonly<Record<string, readonly AutoRunEntry[]>>): string[] {
  return Object.values(groups)
    .flat()
    .flatMap((entry) => entry.names.split(' '))
}

function anyOf(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.map(patternOf).join('|')})$`, 'su')
}

function patternOf(name: string): string {
  return name.replaceAll('.', '\\.').replaceAll('*', '.*')
}
