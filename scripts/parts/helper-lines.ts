import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The helpers of tests in the project `folder` that have no line of their own: a row of a table or an item of a list
 * that begins with the name in backticks, in the README.md of their folder or of the next one above.
 * @throws Error there are no helpers: the folder is another one, or they lie elsewhere now
 */
export function helpersWithoutLine(folder: string): string[] {
  const patterns = ['e2e/helpers/**/*.ts', 'src/**/testing/**/*.{ts,tsx,mjs}']
  return patterns
    .flatMap((pattern) => helpersLike(pattern, folder))
    .filter((path) => {
      const line = new RegExp(`^[|*-] [^|]*\`([^\`]*/)?${basename(path).replaceAll('.', '\\.')}\``, 'm')
      return !line.test(readmeOf(folder, path))
    })
    .toSorted()
}

function helpersLike(pattern: string, folder: string): string[] {
  const helpers = globSync(pattern, { cwd: folder }).filter((path) => !/\.test\.tsx?$/.test(path))
  if (helpers.length === 0) throw new Error(`no test helper matches ${pattern} in ${folder}`)
  return helpers
}

function readmeOf(folder: string, path: string): string {
  if (path === '.') return ''
  const readme = join(folder, dirname(path), 'README.md')
  return existsSync(readme) ? readFileSync(readme, 'utf8') : readmeOf(folder, dirname(path))
}
