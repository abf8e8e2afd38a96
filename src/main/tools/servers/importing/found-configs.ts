import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { serverFailure } from '../../../../shared/failures/server-failure'
import type { ConfigSource, FoundConfig } from '../../../../shared/tools/servers'
import { serverLimits } from '../../../../shared/tools/servers'
import { redactText } from '../../../base/redaction/redaction'
import { commandLine } from '../definitions/server-id'
import { type ImportedServer, readConfig } from './read-config'

/** The facts that determine where programs keep their lists of servers, for the current user. */
export interface ConfigPlaces {
  platform: NodeJS.Platform
  home: string
  environment: NodeJS.ProcessEnv
}

/** The lists of servers that other programs keep on this machine. Files that cannot be read are left out. */
export async function findConfigs(
  places: ConfigPlaces,
  isKnown: (id: string) => boolean,
): Promise<FoundConfig[]> {
  const found: FoundConfig[] = []
  for (const { source, path } of configFiles(places)) {
    const servers = await serversOf(path)
    if (servers.length === 0) continue
    found.push({
      source,
      path,
      servers: servers.map((server) => ({
        name: server.name,
        isKnown: isKnown(server.id),
        summary: summaryOf(server),
      })),
    })
  }
  return found
}

/** The servers in a list that `findConfigs` returns. @throws NOT_FOUND it is not there any more */
export async function readFoundConfig(
  places: ConfigPlaces,
  { source, path }: { source: ConfigSource; path?: string | undefined },
): Promise<ImportedServer[]> {
  // Only these files: a window must not be able to read any other.
  const file = configFiles(places).find(
    (known) => known.source === source && (path === undefined || known.path === path),
  )
  const servers = file === undefined ? [] : await serversOf(file.path)
  if (servers.length === 0) throw serverFailure('config')
  return servers
}

/** This machine, for its current user. */
export function currentPlaces(environment: NodeJS.ProcessEnv): ConfigPlaces {
  return { platform: process.platform, home: environment['HOME'] ?? homedir(), environment }
}

function configFiles({
  platform,
  home,
  environment,
}: ConfigPlaces): { source: ConfigSource; path: string }[] {
  const settings =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
        : (environment['XDG_CONFIG_HOME'] ?? join(home, '.config'))
  return [
    { source: 'claude-desktop', path: join(settings, 'Claude', 'claude_desktop_config.json') },
    { source: 'vscode', path: join(settings, 'Code', 'User', 'mcp.json') },
    { source: 'vscode', path: join(settings, 'Code', 'User', 'settings.json') },
    { source: 'cursor', path: join(home, '.cursor', 'mcp.json') },
    { source: 'claude-code', path: join(home, '.claude.json') },
  ]
}

async function serversOf(path: string): Promise<ImportedServer[]> {
  try {
    return readConfig(await readBounded(path)).servers
  } catch {
    // Missing, unreadable, too large, or without servers: nothing to import.
    return []
  }
}

/** Claude Code keeps much else in its file. */
const mostBytes = 20 * serverLimits.importChars

/** Reads a regular file; a device or pipe in its place could block forever. */
async function readBounded(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = await file.stat()
    if (!stats.isFile() || stats.size > mostBytes) return ''
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

const summaryChars = 500

function summaryOf({ transport }: ImportedServer): string {
  if (transport === undefined) return ''
  const text = transport.type === 'http' ? transport.url : commandLine(transport)
  return redactText(text.slice(0, summaryChars))
}
