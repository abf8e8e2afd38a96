import { execFileSync } from 'node:child_process'

/**
 * The files that differ from a commit, including deleted and untracked ones. A renamed file is listed under
 * both names.
 * @param {string} folder the paths are relative to it, and only files below it are listed
 * @param {string} [revision] by default the last commit shared with the published `main`, or else with the local one
 * @returns {string[]} sorted, with slashes
 * @throws Error if `folder` is not in a repository or the revision does not exist
 */
export function changedFiles(folder, revision) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 })
  const from = revision ?? mergeBase(git) ?? 'HEAD'
  return pathsIn(
    git('diff', '--name-only', '--no-renames', '--relative', '-z', '--end-of-options', from, '--'),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  )
}

/**
 * The paths in lists that git printed with `-z`, without duplicates. Such a list quotes nothing, and every
 * path ends with a zero byte. A path that ends with a slash is a nested repository.
 * @param {string[]} lists
 */
export function pathsIn(...lists) {
  const paths = lists.flatMap((list) => list.split('\0')).filter((path) => path !== '' && !path.endsWith('/'))
  return [...new Set(paths)].toSorted()
}

/**
 * @param {(...args: string[]) => string} git
 * @returns {string | null} null if there is no `main` to compare with
 */
function mergeBase(git) {
  // The published one first, because commits may have been made on `main` itself.
  for (const main of ['origin/main', 'main']) {
    try {
      return git('merge-base', 'HEAD', main).trim()
    } catch {
      // The branch does not exist here.
    }
  }
  return null
}
