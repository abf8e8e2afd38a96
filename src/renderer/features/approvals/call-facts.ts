import type { ToolCallPart, ToolResultPart } from '../../../shared/sessions/messages'
import { ownTarget, callPhrase } from './own-calls'
import type { ApprovalRequest } from '../../../shared/runs/events'
import { t } from '../../language/t'
import { visibleLine, withoutMiddle } from '../../../shared/text/visible-text'

/** A tool call, and its result if there is one. */
export interface CallFacts {
  call: ToolCallPart
  result: ToolResultPart | undefined
}

const commandFields = ['command', 'cmd', 'script']
const folderFields = ['cwd', 'workdir', 'working_directory', 'directory', 'dir_path']
const targetFields = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'url',
  'query',
  'pattern',
  'prompt',
  'description',
]
const resultFields = ['formatted_output', 'aggregated_output', 'output', 'stdout', 'stderr', 'error', 'text']
const exitFields = ['exitCode', 'exit_code', 'exit']
const plainWord = /^[\w@%+=:,./-]+$/

/** The complete command in `input`; null when there is none. */
export function commandOf(input: unknown): string | null {
  if (typeof input === 'string') return input.trim() === '' ? null : input
  for (const field of commandFields) {
    const command = fieldOf(input, field)
    if (typeof command === 'string' && command.trim() !== '') return command
    if (Array.isArray(command) && command.length > 0) return command.map(quoted).join(' ')
  }
  return null
}

/** The code that a call runs; null when there is none. */
export function codeOf(input: unknown): string | null {
  const code = fieldOf(input, 'code')
  return typeof code === 'string' && code !== '' ? code : null
}

/** The command on one line, without the shell that runs it. */
export function shortCommandOf(input: unknown): string | null {
  const command = fieldOf(input, 'command')
  const [shell, flag, script, ...rest] = Array.isArray(command) ? (command as unknown[]) : []
  const isHandedToShell =
    typeof shell === 'string' && /(?:^|[\\/])\w*sh$/.test(shell) && (flag === '-c' || flag === '-lc')
  return isHandedToShell && typeof script === 'string' && rest.length === 0 ? script : commandOf(input)
}

/** The rest of `input` besides the command; null when there is none. */
export function besidesCommand(input: unknown): Record<string, unknown> | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const known = commandFields.find((field) => fieldOf(input, field) !== undefined)
  const rest = Object.entries(input).filter(([field]) => field !== known)
  return rest.length === 0 ? null : Object.fromEntries(rest)
}

/** The working directory in `input`; null when there is none. */
export function folderOf(input: unknown): string | null {
  return firstText(input, folderFields)
}

/** The subject of a read-only call: a file, a page or search words. */
export function targetOf(call: ToolCallPart): string {
  return ownTarget(call) ?? firstText(call.input, targetFields) ?? call.title ?? call.toolName
}

/** The result of a tool as text. */
export function resultText(result: ToolResultPart | undefined): string {
  return result === undefined ? '' : textOf(result.output)
}

/** The complete output of a call: what it streamed, and what its result adds. */
export function outputOf({ call, result }: CallFacts): string {
  const live = call.output ?? ''
  const given = resultText(result)
  if (live.trim() === '' || given.includes(live.trim())) return given
  if (given.trim() === '' || live.includes(given.trim())) return live
  return `${live}${live.endsWith('\n') ? '' : '\n'}${given}`
}

/** The exit code of a command; null when its result has none. */
export function exitCodeOf(result: ToolResultPart | undefined): number | null {
  return firstNumber(result?.output, exitFields)
}

/** The duration of a call; null when its result has none. */
export function durationMsOf(result: ToolResultPart | undefined): number | null {
  return firstNumber(result?.output, ['durationMs', 'duration_ms'])
}

function textOf(output: unknown): string {
  if (typeof output === 'string') return output
  if (output === undefined || output === null) return ''
  if (Array.isArray(output)) {
    const texts = (output as unknown[]).map(
      (block) => fieldOf(block, 'text') ?? fieldOf(fieldOf(block, 'content'), 'text'),
    )
    if (texts.length > 0 && texts.every((text) => typeof text === 'string')) return texts.join('\n')
  }
  const texts = resultFields
    .map((field) => fieldOf(output, field))
    .filter((text) => typeof text === 'string' && text !== '')
  const [first, second] = texts
  // Fields that combine both streams come first and are complete.
  const isSplit = fieldOf(output, 'stdout') === first && second !== undefined
  if (typeof first === 'string') return isSplit ? texts.join('\n') : first
  // The exit code is shown elsewhere.
  if (firstNumber(output, exitFields) !== null) return ''
  return JSON.stringify(output, null, 2) ?? ''
}

function firstText(input: unknown, fields: readonly string[]): string | null {
  for (const field of fields) {
    const value = fieldOf(input, field)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

function firstNumber(output: unknown, fields: readonly string[]): number | null {
  for (const place of [output, fieldOf(output, 'metadata')]) {
    for (const field of fields) {
      const value = fieldOf(place, field)
      if (typeof value === 'number') return value
    }
  }
  return null
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? (value as Record<string, unknown>)[field]
    : undefined
}

function quoted(word: unknown): string {
  const text = String(word)
  return plainWord.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

const nameChars = 120
const seenLines = 5

/** The request as one sentence. */
export function approvalWords(approval: ApprovalRequest): string {
  const { kind, input, toolName, changes, unlistedChanges = 0, subject } = approval
  const phrase = callPhrase(approval)
  const tool = visibleLine(withoutMiddle(phrase === '' ? toolName : phrase, nameChars))
  if (subject !== undefined) return t('common.modelWantsTool', { tool })
  if (kind === 'execute') {
    // Long commands are partly out of view, so their length is stated.
    const count = (commandOf(input) ?? '').trimEnd().split('\n').length
    return count > seenLines
      ? t('messages.approval.runCommandLines', { count })
      : t('messages.approval.runCommand')
  }
  if (changes !== undefined && changes.length > 0) {
    return t('messages.approval.changeFiles', { count: changes.length + unlistedChanges })
  }
  return t('messages.approval.useTool', { tool })
}
