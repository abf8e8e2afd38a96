import { z } from 'zod'

import type { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { isNestedDeeperThan, valueDepth } from '../../../../shared/json-depth'
import { serverIdPattern, serverLimits } from '../../../../shared/tools/servers'
import type { GivenTransport } from '../../../settings/server-transport'
import { parseJsonWithComments } from './json-with-comments'

/** A server in a list of another program. */
export interface ImportedServer {
  /** Its name there. */
  name: string
  /** Its id in Parley. */
  id: string
  transport?: GivenTransport
  isEnabled: boolean
  /** Why it cannot be used. */
  problem?: ParleyError
}

const record = z.record(z.string(), z.unknown())
const texts = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]).transform((value) => String(value)),
)

const entry = z.object({
  command: z.string().trim().min(1).max(serverLimits.commandChars).optional(),
  args: z.array(z.string().max(serverLimits.argChars)).max(serverLimits.args).default([]),
  env: texts.default({}),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: texts.default({}),
  type: z.string().optional(),
  disabled: z.boolean().optional().catch(undefined),
})

/** Values that the other program asks its user for, or takes from its own environment. */
const placeholder = /\$\{[^}]*\}/

/**
 * Reads a text with servers: `mcpServers`, as most programs write it, `servers` or `mcp.servers`, as VS Code does, or
 * only the names with their settings.
 * @throws INVALID_INPUT the text is not JSON, or has no servers
 */
export function readConfig(text: string): ImportedServer[] {
  const servers = serversIn(parsed(text))
  const entries = servers === null ? [] : Object.entries(servers).slice(0, serverLimits.servers)
  if (entries.length === 0) throw serverFailure('none', { field: 'json' })
  return entries.map(([name, value]) => readEntry(name, value))
}

function parsed(text: string): unknown {
  try {
    const value = parseJsonWithComments(text)
    if (!isNestedDeeperThan(value, valueDepth)) return value
  } catch {
    // Reported below, without the parser's English words.
  }
  throw serverFailure('json', { field: 'json' })
}

function serversIn(value: unknown): Record<string, unknown> | null {
  const file = record.safeParse(value).data
  if (file === undefined) return null
  const inside = file['mcpServers'] ?? file['servers'] ?? record.safeParse(file['mcp']).data?.['servers']
  if (inside !== undefined) return record.safeParse(inside).data ?? null
  // Only names with their settings, as documentation often shows them.
  const isBare = Object.values(file).every((each) => {
    const settings = record.safeParse(each).data
    return settings !== undefined && ('command' in settings || 'url' in settings)
  })
  return isBare ? file : null
}

function readEntry(name: string, value: unknown): ImportedServer {
  const id = idOf(name)
  const read = entry.safeParse(value)
  if (!read.success || id === null) {
    return { name, id: id ?? '', isEnabled: true, problem: serverFailure('entry', {}) }
  }
  const { command, args, env, headers, type, disabled } = read.data
  const url = read.data.url ?? read.data.serverUrl
  const common = { name, id, isEnabled: disabled !== true }
  if (type === 'sse') return { ...common, problem: serverFailure('sse', {}) }
  if (command !== undefined) {
    const problem = [command, ...args].some((word) => placeholder.test(word))
      ? { problem: serverFailure('placeholder', {}) }
      : {}
    return { ...common, transport: { type: 'stdio', command, args, env: known(env) }, ...problem }
  }
  if (url === undefined) return { ...common, problem: serverFailure('entry', {}) }
  return { ...common, transport: { type: 'http', url, headers: known(headers) } }
}

/** Without values that only the other program knows. */
function known(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !placeholder.test(value)))
}

/** A name as an id; null if nothing of it can be used. */
function idOf(name: string): string | null {
  const id = name
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, serverLimits.idChars)
  return serverIdPattern.test(id) ? id : null
}
