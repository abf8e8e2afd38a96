import { z } from 'zod'

import type { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import { isNestedDeeperThan, valueDepth } from '../../../../shared/json-depth'
import { isRecord } from '../../../../shared/record'
import { type GivenTransport, serverTransport } from '../../../../shared/tools/schema'
import { oneLine } from '../../../../shared/text/one-line'
import { serverLimits } from '../../../../shared/tools/servers'
import { serverIdOf } from '../definitions/server-id'

/** A server in a list of another program. */
export interface ImportedServer {
  /** Its name there. */
  name: string
  /** Its id in Parley. */
  id: string
  transport?: GivenTransport
  isEnabled: boolean
  /** The reason why it cannot be used. */
  problem?: ParleyError
  /** Notes about the parts of it that were not read. */
  notes: ParleyError[]
}

/** Servers of a list, and how many more it has than Parley keeps. */
export interface ImportedList {
  servers: ImportedServer[]
  moreCount: number
}

const plainValue = z.union([z.string(), z.number(), z.boolean()]).transform((value) => String(value))
const texts = z.custom<Record<string, unknown>>(isRecord).transform((given, context) => {
  const entries = Object.entries(given).map(
    ([name, value]) => [name, plainValue.safeParse(value).data] as const,
  )
  if (entries.some(([, value]) => value === undefined)) {
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }
  return Object.fromEntries(entries) as Record<string, string>
})

/** The fields of an entry that Parley reads; its sizes and names are checked like those of a form. */
const entry = z.object({
  command: z.string().trim().min(1).optional(),
  args: z.array(plainValue).default([]),
  env: texts.default({}),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: texts.default({}),
  type: z.string().optional(),
  disabled: z.boolean().optional().catch(undefined),
})

/** Settings that change how a server starts, and that Parley does not have. */
const unread = ['envFile', 'cwd'] as const

/** Values that the other program asks its user for, or takes from its own environment. */
const placeholder = /\$\{[^}]*\}/

/**
 * Reads a text with servers: `mcpServers`, as most programs write it, `servers` or `mcp.servers`, as VS Code does, or
 * only the names with their settings.
 * @throws INVALID_INPUT the text is not JSON, or has no servers
 */
export function readConfig(json: string): ImportedList {
  const servers = serversIn(parsed(json))
  const entries = servers === null ? [] : Object.entries(servers)
  if (entries.length === 0) throw serverFailure('none', { field: 'json' })
  const read = entries.slice(0, serverLimits.servers)
  return {
    servers: read.map(([name, value]) => readEntry(name, value)),
    moreCount: entries.length - read.length,
  }
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

function serversIn(file: unknown): Record<string, unknown> | null {
  if (!isRecord(file)) return null
  const { mcp } = file
  const inside = file['mcpServers'] ?? file['servers'] ?? (isRecord(mcp) ? mcp['servers'] : undefined)
  if (inside !== undefined) return isRecord(inside) ? inside : null
  // Only names with their settings, as documentation often shows them.
  const isBare = Object.values(file).every((each) => isRecord(each) && ('command' in each || 'url' in each))
  return isBare ? file : null
}

function readEntry(name: string, value: unknown): ImportedServer {
  const id = serverIdOf(name)
  const read = entry.safeParse(value)
  const common = { name, id: id ?? '', isEnabled: read.data?.disabled !== true, notes: [] }
  if (!read.success) return { ...common, problem: unusable(read.error) }
  const { command, args, env, headers, type } = read.data
  const url = read.data.url ?? read.data.serverUrl
  if (id === null) return { ...common, problem: serverFailure('entry-name') }
  if (type === 'sse') return { ...common, problem: serverFailure('sse') }
  if (command === undefined && url === undefined) return { ...common, problem: serverFailure('entry') }
  const asked = [command ?? '', ...(command === undefined ? [url ?? ''] : args)]
  const names = asked.flatMap((word) => placeholder.exec(word)?.[0] ?? [])
  if (names.length > 0) return { ...common, problem: serverFailure('placeholder', { names: listed(names) }) }
  const { values, missing } = known(command === undefined ? headers : env)
  const transport = serverTransport.safeParse(
    command === undefined
      ? { type: 'http', url, headers: values }
      : { type: 'stdio', command, args, env: values },
  )
  if (!transport.success) return { ...common, problem: unusable(transport.error) }
  const others = unread.filter((field) => isRecord(value) && field in value)
  const notes = [
    ...(missing.length === 0 ? [] : [serverFailure('placeholder-values', { names: listed(missing) })]),
    ...(others.length === 0 ? [] : [serverFailure('entry-unread', { names: listed(others) })]),
  ]
  return { ...common, transport: transport.data, notes }
}

/** Names the part of an entry that is too long, too much, or not what it should be. */
function unusable({ issues: [issue] }: z.ZodError): ParleyError {
  const part = issue?.path[0]
  return part === undefined ? serverFailure('entry') : serverFailure('entry-part', { name: String(part) })
}

function listed(names: readonly string[]): string {
  const [shown, rest] = [names.slice(0, 10), names.length - 10]
  return oneLine(shown.map((name) => name.slice(0, 100)).join(', ')) + (rest > 0 ? ', …' : '')
}

/** The values that have no placeholder, and the names of the others. */
function known(given: Readonly<Record<string, string>>): {
  values: Record<string, string>
  missing: string[]
} {
  const entries = Object.entries(given)
  return {
    values: Object.fromEntries(entries.filter(([, value]) => !placeholder.test(value))),
    missing: entries.flatMap(([name, value]) => (placeholder.test(value) ? [name] : [])),
  }
}

/**
 * Parses JSON that may have comments and trailing commas, as editors write their settings.
 * @throws SyntaxError
 */
function parseJsonWithComments(text: string): unknown {
  return JSON.parse(withoutTrailingCommas(withoutComments(text.replace(/^\ufeff/, ''))))
}

/**
 * A string, or a comment to its end. One without an end reaches to the end of the text, so that no part of the text is
 * read twice.
 */
const stringOrComment = /"(?:[^"\\]|\\[\s\S]?)*"?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g

function withoutComments(text: string): string {
  return text.replace(stringOrComment, (found) => (found.startsWith('"') ? found : ' '))
}

/** A string, or a comma before the end of an object or list. */
const stringOrTrailingComma = /"(?:[^"\\]|\\[\s\S]?)*"?|,(?=\s*[}\]])/g

function withoutTrailingCommas(text: string): string {
  return text.replace(stringOrTrailingComma, (found) => (found.startsWith('"') ? found : ''))
}
