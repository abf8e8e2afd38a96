import { isAbsolute, win32 } from 'node:path'

import type { FileChange } from '../../../shared/agents/agents'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { startsPrograms } from '../../auto-run-files/auto-run-files'
import type { ConsentTerms } from '../../store/agents/consents'

/** Longer calls always need approval. */
const maxTermsChars = 32 * 1024
const maxDepth = 20

/** The names that agents use for the command field. Without one, the command is unknown. */
const commandFields = ['command', 'cmd']

/**
 * The terms that a later call must match to be covered by the same consent; null if the call cannot be compared exactly and
 * always needs approval. For a command: its whole input, to the last space, except the agent's description; field order
 * does not matter. For an edit: the tool, provided that the call names its files and all of them are in the folder. For
 * anything else: the tool and its whole input.
 *
 * @param isInFolder whether a path from a change really is a file in the folder
 * @param around full paths of the user's folder, with and without links; the agent may work in a copy of it
 */
export function consentTerms(
  approval: Omit<ApprovalRequest, 'approvalId'>,
  folder: string,
  isInFolder: (path: string) => boolean,
  around: readonly string[] = [folder],
): ConsentTerms | null {
  const { toolName, input, changes = [] } = approval
  const kind = approval.kind ?? 'other'
  // Where the command would run, if not in the folder itself.
  const elsewhere = approval.folder === undefined || approval.folder === folder ? {} : { in: approval.folder }
  if (kind === 'edit') {
    if (approval.unlistedChanges !== undefined) return null
    if (changes.length === 0 || !changes.every((change) => isOrdinaryEdit(change, isInFolder, around)))
      return null
    return termsOf(kind, { tool: toolName, ...elsewhere }, toolName)
  }
  if (kind === 'execute') {
    const call = commandOf(input)
    if (call === null) return null
    const isCommandAlone = Object.keys({ ...call, ...elsewhere }).length === 1
    const [only] = Object.values(call)
    const what = isCommandAlone && typeof only === 'string' ? only : canonicalJson({ ...call, ...elsewhere })
    return what === null ? null : termsOf(kind, { call, ...elsewhere }, what)
  }
  const text = saysNothing(input) ? null : canonicalJson(input)
  return text === null ? null : termsOf(kind, { tool: toolName, input, ...elsewhere }, `${toolName} ${text}`)
}

function termsOf(kind: ConsentTerms['kind'], compared: object, what: string): ConsentTerms | null {
  const terms = canonicalJson(compared)
  return terms === null || terms.length > maxTermsChars ? null : { kind, what, terms }
}

/** The input of a command without the agent's description; null if it has no command. */
function commandOf(input: unknown): Record<string, unknown> | null {
  if (!isPlainObject(input)) return null
  const { description, ...call } = input
  if (description !== undefined && typeof description !== 'string') return null
  const commands = commandFields.map((field) => call[field]).filter((command) => command !== undefined)
  const [command] = commands
  const isText = typeof command === 'string' && command.trim() !== ''
  const isWords =
    Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string')
  return commands.length === 1 && (isText || isWords) ? call : null
}

/**
 * True if the change writes a file in the folder. Moves, deletions, files outside it and files that configure programs
 * always need approval.
 */
function isOrdinaryEdit(
  { kind, path }: FileChange,
  isInFolder: (path: string) => boolean,
  around: readonly string[],
): boolean {
  if (kind !== 'added' && kind !== 'modified') return false
  if (path === '' || isAbsolute(path) || win32.isAbsolute(path)) return false
  if (path.split(/[/\\]/u).includes('..') || startsPrograms(path, ...around)) return false
  return isInFolder(path)
}

/** A call without any input always needs approval, because every other call of its tool would look the same. */
function saysNothing(input: unknown): boolean {
  if (typeof input === 'string') return input.trim() === ''
  return typeof input !== 'object' || input === null || Object.keys(input).length === 0
}

/** A canonical text of the value, independent of field order; null if it is not plain data. */
function canonicalJson(value: unknown, depth = maxDepth): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  // JSON writes every non-finite number as null, so different values would compare equal.
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : null
  if (depth === 0) return null
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => canonicalJson(item, depth - 1))
    return items.includes(null) ? null : `[${items.join(',')}]`
  }
  if (!isPlainObject(value)) return null
  const fields: string[] = []
  for (const key of Object.keys(value).toSorted()) {
    const text = canonicalJson(value[key], depth - 1)
    if (text === null) return null
    fields.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
