import { accessSync, constants, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { AgentProfile } from '../../src/main/agents/agent.ts'
import type { RouteName } from './cases.ts'

/**
 * A folder with links to exactly the programs that one agent needs for one route, or the reason why there is
 * none.
 */
export function findPrograms(
  folders: readonly string[],
  profile: AgentProfile,
  route: RouteName,
): { folder: string; remove(): void } | string {
  const needed = [
    profile.programs,
    ...(route === 'acp' && profile.adapters.length > 0 ? [profile.adapters] : []),
  ]
  const found: string[] = []
  for (const names of needed) {
    const path = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
    if (path === undefined) return `${names.join(' or ')} is not installed`
    found.push(path)
  }
  const folder = mkdtempSync(join(tmpdir(), 'parley-programs-'))
  for (const path of found)
    symlinkSync(realpathSync(path), join(folder, path.slice(path.lastIndexOf('/') + 1)))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
