import type { ToolUse } from '../script/voice.ts'
import { UnknownWordError } from './known-words.ts'
import { recordAt } from './input.ts'
import { readRecording } from './recordings.ts'

/** Claude Code's name of each tool. */
export const claudeTools: Record<ToolUse['kind'], string> = {
  execute: 'Bash',
  read: 'Read',
  edit: 'Edit',
  agent: 'Task',
}

/** Claude Code's result of a tool that the user rejected, or whose turn was interrupted. */
export const rejectedByUser =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."

/** Tools of Claude Code that it does not list at its start. */
const unlisted = ['Grep', 'Glob', 'AskUserQuestion', 'TodoWrite']

/** Checks that Claude Code has each of these tools. @throws UnknownWordError */
export function knownClaudeTools(names: unknown, where: string): string[] {
  const first: unknown = JSON.parse(readRecording('claude', 'text').lines[0] ?? '{}')
  const listed = recordAt({ first }, 'first')['tools']
  const known = [...(Array.isArray(listed) ? listed : []), ...unlisted].map(String)
  if (!Array.isArray(names)) throw new UnknownWordError(JSON.stringify(names), where, ['a list of tools'])
  return names.map((name) => {
    if (typeof name !== 'string' || !known.includes(name))
      throw new UnknownWordError(String(name), where, known)
    return name
  })
}
