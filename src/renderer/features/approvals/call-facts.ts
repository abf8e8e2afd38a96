import type { ToolCallPart, ToolResultPart } from '../../../shared/sessions/messages'

/** A call, and what it gave as far as that is there. */
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

/** The command that `input` asks for, all of it; null where it names none. */
export function commandOf(input: unknown): string | null {
  if (typeof input === 'string') return input.trim() === '' ? null : input
  for (const field of commandFields) {
    const command = fieldOf(input, field)
    if (typeof command === 'string' && command.trim() !== '') return command
    if (Array.isArray(command) && command.length > 0) return command.map(quoted).join(' ')
  }
  return null
}

/** The command without the shell that it is handed to, for a line. */
export function shortCommandOf(input: unknown): string | null {
  const command = fieldOf(input, 'command')
  const [shell, flag, script, ...rest] = Array.isArray(command) ? (command as unknown[]) : []
  const isHandedToShell =
    typeof shell === 'string' && /(?:^|[\\/])\w*sh$/.test(shell) && (flag === '-c' || flag === '-lc')
  return isHandedToShell && typeof script === 'string' && rest.length === 0 ? script : commandOf(input)
}

/** What `input` holds besides the command; null when that is nothing. */
export function besidesCommand(input: unknown): Record<string, unknown> | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null
  const known = commandFields.find((field) => fieldOf(input, field) !== undefined)
  const rest = Object.entries(input).filter(([field]) => field !== known)
  return rest.length === 0 ? null : Object.fromEntries(rest)
}

/** Where `input` says that it works; null where it does not. */
export function folderOf(input: unknown): string | null {
  return firstText(input, folderFields)
}

/** What a call that only looks looks at: a file, a page, words. */
export function targetOf({ input, title, toolName }: ToolCallPart): string {
  return firstText(input, targetFields) ?? title ?? toolName
}

/** What a tool gave, as text. */
export function resultText(result: ToolResultPart | undefined): string {
  return result === undefined ? '' : textOf(result.output)
}

/** All that a call has put out: what came while it was at work, and what its result adds to that. */
export function outputOf({ call, result }: CallFacts): string {
  const live = call.output ?? ''
  const given = resultText(result)
  if (live.trim() === '' || given.includes(live.trim())) return given
  if (given.trim() === '' || live.includes(given.trim())) return live
  return `${live}${live.endsWith('\n') ? '' : '\n'}${given}`
}

/** How a command ended; null where its result does not say. */
export function exitCodeOf(result: ToolResultPart | undefined): number | null {
  return firstNumber(result?.output, exitFields)
}

/** How long a call took; null where its result does not say. */
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
  // Those that hold both streams come first, and say all.
  const isSplit = fieldOf(output, 'stdout') === first && second !== undefined
  if (typeof first === 'string') return isSplit ? texts.join('\n') : first
  // How it ended is said elsewhere.
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
