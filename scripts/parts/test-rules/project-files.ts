import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const sourceFolders = ['src', 'e2e', 'scripts', 'bench']
const sourceFile = /\.([cm]?[jt]sx?|css|html)$/
const testFile = /\.(test|spec)\.[cm]?[jt]sx?$/

/** What the rules for tests are about; all paths are from the project's folder, with slashes. */
export interface ProjectFiles {
  /** Everything that a person wrote as source: code, styles and pages. */
  sources: string[]
  /** Tests, and what runs on behalf of tests: a helper that reads a source reads it for them. */
  tests: string[]
  /** Files that tests share. */
  helpers: string[]
  /** The pages beside the helpers, or above them. */
  readmes: string[]
}

/** Lists the files of the project in `folder`. */
export function listProjectFiles(folder: string): ProjectFiles {
  const files = sourceFolders.flatMap((name) => filesBelow(folder, name)).toSorted()
  const sources = [...files.filter((path) => sourceFile.test(path)), ...sourcesRightIn(folder)]
  return {
    sources,
    tests: sources.filter((path) => testFile.test(path) || path.startsWith('e2e/') || isHelper(path)),
    helpers: files.filter(isHelper),
    readmes: files.filter((path) => path.endsWith('/README.md')),
  }
}

function isHelper(path: string): boolean {
  const isShared = path.startsWith('e2e/helpers/') || /^src\/(.+\/)?testing\//.test(path)
  return isShared && sourceFile.test(path) && !testFile.test(path)
}

function filesBelow(folder: string, name: string): string[] {
  return readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function sourcesRightIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => sourceFile.test(name))
}
