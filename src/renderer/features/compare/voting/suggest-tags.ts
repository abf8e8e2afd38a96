/** Kinds of tasks, and how a question shows that it is one. */
const kinds: readonly [tag: string, pattern: RegExp][] = [
  [
    'code',
    /```|\b(?:code|function|typescript|javascript|python|rust|sql|regex|bug|compile|refactor|funktion|fehler im code)\b/i,
  ],
  [
    'maths',
    /\$[^$]+\$|\b(?:prove|equation|integral|derivative|probability|beweise?|gleichung|wahrscheinlichkeit)\b/i,
  ],
  ['translation', /\b(?:translat\w+|übersetz\w*|auf deutsch|into (?:english|german|french|spanish))\b/i],
  ['summary', /\b(?:summari[sz]e|summary|tl;?dr|key points|fasse?\b.*\bzusammen|zusammenfassung)\b/i],
  [
    'writing',
    /\b(?:write|rewrite|draft|e-?mail|letter|essay|poem|story|schreib\w*|formulier\w*|brief an)\b/i,
  ],
  ['data', /\b(?:csv|json|table|extract|parse|spreadsheet|tabelle|extrahier\w*)\b/i],
  ['explanation', /\b(?:explain|what is|what are|how does|why|erklär\w*|was ist|wie funktioniert|warum)\b/i],
]

const mostSuggestions = 3
/** A pasted file does not need to be searched as a whole. */
const searchedChars = 4_000

/** Tags for a vote on the answers to `question`, found by its words; those used before come first. */
export function suggestTags(question: string, usedBefore: readonly string[]): string[] {
  const text = question.slice(0, searchedChars)
  const found = kinds.filter(([, pattern]) => pattern.test(text)).map(([tag]) => tag)
  const known = usedBefore.filter(
    (tag) => found.includes(tag) || text.toLowerCase().includes(tag.toLowerCase()),
  )
  return [...new Set([...known, ...found, ...usedBefore])].slice(0, mostSuggestions)
}
