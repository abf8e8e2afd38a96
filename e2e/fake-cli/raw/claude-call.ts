import { readFileSync } from 'node:fs'

import { claudeTools, knownClaudeTools } from '../parts/claude-tools.ts'
import { type CommandLine, onlyWord, optionOf, readCommandLine } from '../parts/command-line.ts'
import { knownWord } from '../parts/known-words.ts'
import type { Policy, ToolUse } from '../script/voice.ts'

/** The parts of Claude Code's command line that a fake applies. */
export interface ClaudeCall {
  prompt: string | null
  resumeId: string | null
  model: string
  permissionMode: string
  /** The available tools; null for all. */
  tools: string[] | null
  withoutTools: string[]
  systemText: string | null
  /** Reads one message per line, and waits for the next one. */
  takesLines: boolean
  /** Streams partial messages before the complete one. */
  streamsPieces: boolean
  /** Asks the process that writes its standard input. */
  canAsk: boolean
}

const claudeModes = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const

const valued = [
  '--output-format',
  '--input-format',
  '--model',
  '--permission-mode',
  '--tools',
  '--disallowedTools',
  '--append-system-prompt-file',
  '--permission-prompt-tool',
  '--resume',
  '--add-dir',
  '--setting-sources',
]
const flags = ['-p', '--verbose', '--include-partial-messages', '--strict-mcp-config']

/** @throws UnknownWordError */
export function readClaudeCall(args: readonly string[]): ClaudeCall {
  const line = readCommandLine(args, { valued, flags })
  chosen(line, '--output-format', ['stream-json'])
  for (const source of listOf(line, '--setting-sources') ?? [])
    knownWord(source, '--setting-sources', ['user', 'project', 'local'])
  const [tools, withoutTools] = (['--tools', '--disallowedTools'] as const).map((name) => {
    const names = listOf(line, name)
    return names === null ? null : knownClaudeTools(names, name)
  })
  const instructionsFile = optionOf(line, '--append-system-prompt-file')
  return {
    prompt: onlyWord(line.rest, 'the command line of claude'),
    resumeId: optionOf(line, '--resume'),
    model: optionOf(line, '--model') ?? 'claude-sonnet-4-5',
    permissionMode: chosen(line, '--permission-mode', claudeModes) ?? 'default',
    tools: tools ?? null,
    withoutTools: withoutTools ?? [],
    systemText: instructionsFile === null ? null : readFileSync(instructionsFile, 'utf8'),
    takesLines: chosen(line, '--input-format', ['text', 'stream-json']) === 'stream-json',
    streamsPieces: line.options.has('--include-partial-messages'),
    canAsk: chosen(line, '--permission-prompt-tool', ['stdio']) === 'stdio',
  }
}

/** The value of an option that allows only these. @throws UnknownWordError */
function chosen<Value extends string>(
  line: CommandLine,
  name: string,
  values: readonly Value[],
): Value | null {
  const value = optionOf(line, name)
  return value === null ? null : knownWord(value, name, values)
}

/** The comma-separated names in an option; none in an empty text. */
function listOf(line: CommandLine, name: string): string[] | null {
  const text = optionOf(line, name)
  return text === '' ? [] : (text?.split(',') ?? null)
}

/** Permission of a tool in a mode. If nobody can be asked, asking means refusing. */
export function claudePolicy(call: ClaudeCall, use: ToolUse): Policy {
  const { permissionMode: mode } = call
  const tool = claudeTools[use.kind]
  if (call.tools?.includes(tool) === false || call.withoutTools.includes(tool)) return 'refuse'
  if (use.kind === 'read' || use.kind === 'agent' || mode === 'bypassPermissions') return 'allow'
  if (mode === 'dontAsk' || mode === 'plan') return 'refuse'
  if (mode === 'acceptEdits' && use.kind === 'edit') return 'allow'
  return call.canAsk ? 'ask' : 'refuse'
}
