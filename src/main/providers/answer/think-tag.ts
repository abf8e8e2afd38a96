/** How models write the tags around their reasoning, in lower case; Mistral uses brackets. */
const opening = /^(?:<(?:seed:)?(?:think|thinking|thought)(?:\s[^<>]{0,100})?>|\[THINK\])/i
const openingBeginning = /^<(?:seed:)?(?:think|thinking|thought)\s[^<>]{0,100}$/i
const openingTags = ['<think>', '<thinking>', '<thought>', '<seed:think>', '[think]'] as const
const closing = /<\/(?:seed:)?(?:think|thinking|thought)\s?>|\[\/THINK\]/i
const closingTags = ['</think>', '</thinking>', '</thought>', '</seed:think>', '[/think]'] as const

/** The opening tag at the start of a text; null when there is none. */
export function openingTagOf(text: string): string | null {
  return opening.exec(text)?.[0] ?? null
}

/** Whether a text may become an opening tag. */
export function mayOpen(text: string): boolean {
  const lower = text.toLowerCase()
  return openingTags.some((tag) => tag.startsWith(lower)) || openingBeginning.test(text)
}

/** The first closing tag in a text, in any spelling: some models open with one spelling and close with another. */
export function closingTagIn(text: string): { start: number; end: number } | null {
  const found = closing.exec(text)
  return found === null ? null : { start: found.index, end: found.index + found[0].length }
}

/** How many characters at the end of a text may be the start of a closing tag. */
export function partialClosingTagLength(text: string): number {
  const end = text.slice(-15).toLowerCase()
  // Almost always.
  if (!end.includes('<') && !end.includes('[')) return 0
  for (let length = end.length; length > 0; length--) {
    const part = end.slice(-length)
    if (closingTags.some((tag) => tag.length > length && tag.startsWith(part))) return length
  }
  return 0
}

/**
 * Whether this closing tag ends reasoning whose opening tag was swallowed, rather than being mentioned in the answer.
 */
export function isLoneTag(before: string, after: string): boolean {
  if (/<(?:seed:)?(?:think|thinking|thought)\b[^<>]{0,100}>|\[THINK\]/i.test(before)) return false
  if (isInCode(before)) return false
  const isBehindSentence = /(?:^|[\n.!?…。)\]*])[ \t]*$/.test(before.slice(-40))
  const isBetweenWords = /[^\s"'`“„«([{<]$/.test(before) && /^[^\s"'`”’»)\]},.;:!?]/.test(after)
  return isBehindSentence || isBetweenWords || /^[ \t]*[\r\n]/.test(after)
}

/** Whether code is open at the end of a text: a fence, an indented line with nothing else, or inline code. */
function isInCode(text: string): boolean {
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  let fence: string | null = null
  for (const line of lines) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1]
    if (mark !== undefined && fence === null) fence = mark
    else if (mark === fence) fence = null
  }
  return fence !== null || /^(?: {4}|\t)\s*$/.test(last) || (last.split('`').length - 1) % 2 === 1
}
