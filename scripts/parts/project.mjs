import { join, relative } from 'node:path'

/** The folder of the project. */
export const root = join(import.meta.dirname, '../..')

/**
 * A path inside the project.
 * @param {string[]} segments
 */
export function inProject(...segments) {
  return join(root, ...segments)
}

/**
 * A path relative to the project, with slashes on every system.
 * @param {string} path absolute
 */
export function fromProject(path) {
  return relative(root, path).replaceAll('\\', '/')
}
