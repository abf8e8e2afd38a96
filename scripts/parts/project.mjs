import { join } from 'node:path'

/** The folder of the project. */
export const root = join(import.meta.dirname, '../..')

/**
 * A path inside the project.
 * @param {string[]} segments
 */
export function inProject(...segments) {
  return join(root, ...segments)
}
