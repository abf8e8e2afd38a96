/** How models write the marks around their reasoning when no parser of their server removes them. */
interface Spelling {
  /** The opening mark at the start of a text. */
  opening: RegExp
  /** The beginnings that may still become that mark. */
  beginning: RegExp
  /** The closing marks for this opening one, in lower case. */
  closings: (opening: string) => readonly string[]
}

const thinkNames = '(?:[a-z]{1,20}[:_])?(?:think|thinking|thoughts?)(?:_[a-z0-9_]{1,60})?'

/** `<name>`, also with attributes. */
function element(names: string): Pick<Spelling, 'opening' | 'beginning'> {
  return {
    opening: new RegExp(`^<${names}(?:\\s[^<>]{0,100})?>`, 'i'),
    beginning: new RegExp(`^<(?:[a-z][a-z0-9:_]{0,80}|${names}\\s[^<>]{0,100})?$`, 'i'),
  }
}

function literal(mark: string): Pick<Spelling, 'opening' | 'beginning'> {
  const starts = Array.from(mark, (_, index) => escaped(mark.slice(0, index + 1)))
  return {
    opening: new RegExp(`^${escaped(mark)}`, 'i'),
    beginning: new RegExp(`^(?:${starts.join('|')})$`, 'i'),
  }
}

function escaped(mark: string): string {
  return mark.replaceAll(/[[\]|]/g, String.raw`\$&`)
}

/** Some models open with one of these and close with another. */
const usualClosings = ['</think>', '</thinking>', '</thought>', '</seed:think>', '[/think]', '</think >']

const spellings: readonly Spelling[] = [
  {
    ...element(thinkNames),
    closings: (opening) => [
      ...usualClosings,
      `</${/^<([^\s>]*)/.exec(opening)?.[1]?.toLowerCase() ?? 'think'}>`,
    ],
  },
  // Mistral.
  { ...literal('[THINK]'), closings: () => usualClosings },
  { ...element('reasoning'), closings: () => ['</reasoning>'] },
  // Kimi.
  { ...literal('◁think▷'), closings: () => ['◁/think▷'] },
  // Cohere.
  { ...literal('<|START_THINKING|>'), closings: () => ['<|end_thinking|>'] },
  // Gemma 4. Without reasoning, it sends the marks with nothing in between.
  { ...literal('<|channel>thought'), closings: () => ['<channel|>'] },
  { ...literal('<|begin_of_thought|>'), closings: () => ['<|end_of_thought|>'] },
  // Tokens of templates: Solar's, Apertus', MedGemma's and others.
  { ...literal('<|think|>'), closings: () => ['<|/think|>', '<|end|>'] },
  { ...literal('<|thinking|>'), closings: () => ['<|/thinking|>'] },
  { ...literal('<|reasoning|>'), closings: () => ['<|/reasoning|>'] },
  { ...literal('<｜think｜>'), closings: () => ['<｜/think｜>'] },
  { ...literal('<|inner_prefix|>'), closings: () => ['<|inner_suffix|>'] },
  { ...literal('<unused94>thought'), closings: () => ['<unused95>'] },
  // Open WebUI writes reasoning so into the answers that it passes on.
  {
    opening: /^<details type="reasoning"[^<>]{0,100}>/i,
    beginning: /^<(?:d|de|det|deta|detai|detail|details(?:\s[^<>]{0,120})?)$/i,
    closings: () => ['</details>'],
  },
  // Its marks were removed by the server, and the words around them were not: OpenAI’s format harmony.
  {
    opening: /^analysis(?=\p{Lo}|(?:[A-Z][a-z’']*|[A-Z]+|\d+)[,:.]? ["'“(]?[\p{L}\d])/u,
    beginning:
      /^(?:a|an|ana|anal|analy|analys|analysi|analysis(?:(?:[A-Z][a-z’']{0,30}|[A-Z]{0,30}|\d{0,30})(?:[,:.]? ?["'“(]?)?)?)$/,
    closings: () => ['assistantfinal'],
  },
]

/** An opening mark at the start of a text, and the marks that close it. */
export interface OpeningTag {
  length: number
  closings: readonly string[]
}

/** The opening mark at the start of a text; null when there is none. */
export function openingTagOf(text: string): OpeningTag | null {
  for (const { opening, closings } of spellings) {
    const found = opening.exec(text)?.[0]
    if (found !== undefined) return { length: found.length, closings: closings(found) }
  }
  return null
}

/** True if a text may become an opening mark. */
export function mayOpen(text: string): boolean {
  return text.length <= longestMark && spellings.some(({ beginning }) => beginning.test(text))
}

/** Closing marks of reasoning whose opening mark was swallowed. Those of `<reasoning>` may be part of any text. */
export const loneClosings: readonly string[] = [
  ...usualClosings,
  '◁/think▷',
  '<|end_thinking|>',
  '<channel|>',
  '<|end_of_thought|>',
]

const longestMark = 200
/** The characters that a mark may begin with. */
const markStarts = ['<', '[', '◁'] as const

/** The first of these marks, written in lower case, in a text. */
export function closingTagIn(
  text: string,
  closings: readonly string[],
): { start: number; end: number } | null {
  // Not by lower case: some letters become longer with it.
  const found = patternOf(closings).exec(text)
  return found === null ? null : { start: found.index, end: found.index + found[0].length }
}

const patterns = new WeakMap<readonly string[], RegExp>()

function patternOf(marks: readonly string[]): RegExp {
  const known = patterns.get(marks)
  if (known !== undefined) return known
  const made = new RegExp(marks.map(escaped).join('|'), 'i')
  patterns.set(marks, made)
  return made
}

/** The number of characters at the end of a text that may be the start of one of these marks, written in lower case. */
export function partialTagLength(text: string, marks: readonly string[]): number {
  const end = text.slice(-100).toLowerCase()
  // Almost always.
  if (!marks.some((mark) => end.includes(mark.charAt(0)))) return 0
  for (let length = end.length; length > 0; length--) {
    const part = end.slice(-length)
    if (marks.some((mark) => mark.length > length && mark.startsWith(part))) return length
  }
  return 0
}

/**
 * The first opening mark in the middle of a text; null when there is none. Its `tag` is null while the text may still
 * become one, from `start` on.
 */
export function laterOpeningIn(text: string): { start: number; tag: OpeningTag | null } | null {
  for (let start = nextMark(text, 0); start >= 0; start = nextMark(text, start + 1)) {
    const rest = text.slice(start, start + longestMark)
    const tag = openingTagOf(rest)
    if (tag !== null || mayOpen(rest)) return { start, tag }
  }
  return null
}

/**
 * True if an opening mark after this text begins more reasoning and is not merely mentioned: at the start of a line,
 * after a sentence, or attached to a word. A tag that is mentioned has a space or a quotation mark before it.
 */
export function opensAfter(before: string): boolean {
  const isAfterPause = /(?:^|[\n.!?…。！？:：)\]>*])[ \t]*$/.test(before.slice(-40))
  const isAttached = /[^\s"'`“„«‘‚([{<|\\]$/.test(before)
  return (isAfterPause || isAttached) && !isInCode(before)
}

function nextMark(text: string, from: number): number {
  const found = markStarts.map((mark) => text.indexOf(mark, from)).filter((at) => at >= 0)
  return found.length === 0 ? -1 : Math.min(...found)
}

/**
 * True if this closing tag ends reasoning whose opening tag was swallowed, rather than being mentioned in the answer.
 */
export function isLoneTag(before: string, after: string): boolean {
  if (/<(?:seed:)?(?:think|thinking|thought)\b[^<>]{0,100}>|\[THINK\]/i.test(before)) return false
  if (isInCode(before)) return false
  const isBehindSentence = /(?:^|[\n.!?…。)\]*])[ \t]*$/.test(before.slice(-40))
  const isBetweenWords = /[^\s"'`“„«([{<]$/.test(before) && /^[^\s"'`”’»)\]},.;:!?]/.test(after)
  return isBehindSentence || isBetweenWords || /^[ \t]*[\r\n]/.test(after)
}

/** True if code is open at the end of a text: a fence, an indented line with nothing else, or inline code. */
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
