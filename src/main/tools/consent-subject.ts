import type { ConsentSubject } from '../../shared/tools/tools'
import type { Tool } from './tool'
import { sha256 } from '../base/sha256'

/**
 * Returns the subject to which a permission for this tool at `place` is tied. `more` is anything else that must not
 * change unnoticed, such as the command of a server.
 */
export function consentSubject(
  { name, description, inputSchema }: Pick<Tool, 'name' | 'description' | 'inputSchema'>,
  place: string,
  more: string | null = null,
): ConsentSubject {
  const covered = JSON.stringify([name, description, inputSchema, more])
  const fingerprint = sha256(covered)
  return { tool: name, place, fingerprint, description, inputSchema }
}
