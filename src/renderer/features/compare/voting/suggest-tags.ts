import { t } from '../../../language/t'

/** Matches any of these words; `\b` would know only ASCII letters. */
function anyOf(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')
}

/** Kinds of tasks, and how a question shows that it is one. */
const kinds = [
  ['code', anyOf('code|function|typescript|javascript|python|rust|sql|regex|bug|compile|refactor|funktion')],
  ['maths', anyOf('prove|equation|integral|derivative|probability|beweise?|gleichung|wahrscheinlichkeit')],
  [
    'translation',
    anyOf('translat\\p{L}+|übersetz\\p{L}*|auf deutsch|into (?:english|german|french|spanish)'),
  ],
  ['summary', anyOf('summari[sz]e|summary|tl;?dr|key points|fasse?|zusammenfassung')],
  [
    'writing',
    anyOf('write|rewrite|draft|e-?mail|letter|essay|poem|story|schreib\\p{L}*|formulier\\p{L}*|brief'),
  ],
  ['data', anyOf('csv|json|table|extract|parse|spreadsheet|tabelle|extrahier\\p{L}*')],
  [
    'explanation',
    anyOf('explain|what is|what are|how does|why|erklär\\p{L}*|was ist|wie funktioniert|warum'),
  ],
] as const satisfies readonly (readonly [kind: string, pattern: RegExp])[]

const mostSuggestions = 3
/** A pasted file does not need to be searched as a whole. */
const searchedChars = 4_000

/** Tags for a vote on the answers to `question`, found by its words; those used before come first. */
export function suggestTags(question: string, usedBefore: readonly string[]): string[] {
  const text = question.slice(0, searchedChars)
  const isCode = text.includes('```')
  const found: string[] = kinds
    .filter(([kind, pattern]) => pattern.test(text) || (kind === 'code' && isCode))
    .map(([kind]) => t(`compare.vote.suggested.${kind}`))
  const known = usedBefore.filter(
    (tag) => found.includes(tag) || text.toLowerCase().includes(tag.toLowerCase()),
  )
  return [...new Set([...known, ...found, ...usedBefore])].slice(0, mostSuggestions)
}
