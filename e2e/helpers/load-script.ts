import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

import { freshImport } from './fresh-import.ts'

const scriptsFolder = join(import.meta.dirname, '../../scripts')

/**
 * Loads a script of `scripts/`, named by its path in there, as a module of the given type, such as `typeof
 * EnsureBrowser` after `import type * as EnsureBrowser`. Its top-level code runs at each call, with the
 * arguments and variables of that moment, except for what it does only when it is the program.
 * @throws Error if `scripts/` has no such file
 */
export async function loadScript<Script>(name: string): Promise<Script> {
  const path = join(scriptsFolder, name)
  if (relative(scriptsFolder, path).startsWith('..') || !existsSync(path)) {
    throw new Error(`There is no script ${name} in scripts/.`)
  }
  return freshImport<Script>(pathToFileURL(path))
}
