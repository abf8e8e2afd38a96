import { UnknownWordError } from './known-words.ts'
import { recordAt } from './input.ts'
import { readRecording } from './recordings.ts'

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
