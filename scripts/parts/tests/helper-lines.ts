import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

/**
 * Test helpers in the project `folder` without their own line: a table row or list item that begins with the
 * name in backticks, in the README.md of their folder or of the nearest folder above.
 * @throws Error there are no helpers: the folder is wrong, or they were moved
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
  const helpers = globSync(pattern, { cwd: folder })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path))
  if (helpers.length === 0) throw new Error(`no test helper matches ${pattern} in ${folder}`)
  return helpers
}

function readmeOf(folder: string, path: string): string {
  if (path === '.') return ''
  const readme = join(folder, dirname(path), 'README.md')
  return existsSync(readme) ? readFileSync(readme, 'utf8') : readmeOf(folder, dirname(path))
}
