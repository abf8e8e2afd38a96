import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { AgentProfile } from '../../src/main/agents/agent.ts'
import { findProgram } from '../../src/main/base/files/executable-file.ts'
import type { RouteName } from './cases.ts'

/**
 * A folder with links to exactly the programs that one agent needs for one route, or the reason why there is
 * none.
 */
export async function findPrograms(
  folders: readonly string[],
  profile: AgentProfile,
  route: RouteName,
): Promise<{ folder: string; remove(): void } | string> {
  const needed = [
    profile.programs,
    ...(route === 'acp' && profile.adapters.length > 0 ? [profile.adapters] : []),
  ]
  const found: string[] = []
  for (const names of needed) {
    const path = await findProgram(names, folders)
    if (path === null) return `${names.join(' or ')} is not installed`
    found.push(path)
  }
  const folder = mkdtempSync(join(tmpdir(), 'parley-programs-'))
  for (const path of found)
    symlinkSync(realpathSync(path), join(folder, path.slice(path.lastIndexOf('/') + 1)))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
