import { type AnswerSegment, harmonyOpenings, HarmonyParser } from './harmony'

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
interface OpeningTag {
  length: number
  closings: readonly string[]
}

/** The opening mark at the start of a text; null when there is none. */
function openingTagOf(text: string): OpeningTag | null {
  for (const { opening, closings } of spellings) {
    const found = opening.exec(text)?.[0]
    if (found !== undefined) return { length: found.length, closings: closings(found) }
  }
  return null
}

/** True if a text may become an opening mark. */
function mayOpen(text: string): boolean {
  return text.length <= longestMark && spellings.some(({ beginning }) => beginning.test(text))
}

/** Closing marks of reasoning whose opening mark was swallowed. Those of `<reasoning>` may be part of any text. */
const loneClosings: readonly string[] = [
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
function closingTagIn(text: string, closings: readonly string[]): { start: number; end: number } | null {
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
function partialTagLength(text: string, marks: readonly string[]): number {
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
function laterOpeningIn(text: string): { start: number; tag: OpeningTag | null } | null {
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
function opensAfter(before: string): boolean {
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
function isLoneTag(before: string, after: string): boolean {
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

/** After this many mentioned tags, no more are checked: each check scans the whole answer. */
const mostSpokenTags = 8
/** The white space before an opening tag or after a closing one that is held until the text after it decides. */
const longestGapChars = 200
/** Marks around the answer itself, which some models write after their reasoning. */
const answerMarks: readonly (readonly [opening: string, closing: string])[] = [
  ['<|start_response|>', '<|end_response|>'],
  ['<|start_text|>', '<|end_text|>'],
  ['<|begin_of_solution|>', '<|end_of_solution|>'],
]

/**
 * Separates the reasoning from an answer that begins with it, as open models write it when no parser removes it, in any
 * of their spellings, and from one whose template swallowed the opening tag, so that only `</think>` arrives. Works on
 * pieces of any size and holds back only what may still be a tag. After some reasoning, more may follow between parts of
 * the answer; without, tags are part of the answer, which may be about them.
 */
export class ThinkTagParser {
  #state: 'start' | 'thinking' | 'gap' | 'text' | 'plain' = 'start'
  #held = ''
  #hasThought = false
  /** The mark that ends the reasoning. */
  #closings: readonly string[] = []
  /** The mark that ends an answer that has marks of its own. */
  #answerEnd: string | null = null
  #harmony: HarmonyParser | null = null
  /** The text since the last reasoning, while a tag may still arrive. */
  #said = ''
  /** Tags that were part of the text; an answer with many of them is about tags. */
  #spokenTags = 0

  /** The tool that the answer addresses, in a format that has channels. */
  get calledName(): string | null {
    return this.#harmony?.calledName ?? null
  }

  push(piece: string): AnswerSegment[] {
    if (this.#harmony !== null) return this.#harmony.push(piece)
    this.#held += piece
    if (this.#state === 'start' && !this.#leaveStart()) return []
    // The call above changes it, which the compiler cannot see.
    const harmony = this.#harmony as HarmonyParser | null
    return harmony === null ? this.#takeAll(false) : harmony.push(this.#takeHeld())
  }

  /** Returns held text when other content follows. */
  settle(): AnswerSegment[] {
    return this.#state === 'text' || this.#state === 'plain' ? this.#takeAll(true) : []
  }

  /** Returns what was held when the answer ended. */
  flush(): AnswerSegment[] {
    if (this.#harmony !== null) return this.#harmony.flush()
    const taken = this.#state === 'start' ? [] : this.#takeAll(true)
    const held = this.#takeHeld()
    // A picture may precede the reasoning.
    if (this.#state === 'start' && held.trim() !== '') this.#state = 'text'
    return [
      ...taken,
      ...sorted(this.#state === 'thinking' ? 'reasoning' : 'text', this.#state === 'gap' ? '' : held),
    ]
  }

  /** False until enough text has arrived to decide. */
  #leaveStart(): boolean {
    const text = this.#held.trimStart()
    if (harmonyOpenings.some((opening) => text.startsWith(opening))) {
      this.#harmony = new HarmonyParser()
      return true
    }
    const tag = openingTagOf(text)
    if (tag !== null) {
      this.#think(tag, text)
      return true
    }
    const lower = text.slice(0, 40).toLowerCase()
    if (answerMarks.some(([mark]) => lower.startsWith(mark))) {
      this.#held = text
      this.#state = 'gap'
      return true
    }
    const isLongGap = text === '' && this.#held.length > longestGapChars
    const mayBeMark = [...harmonyOpenings, ...answerMarks.map(([mark]) => mark)].some((mark) =>
      mark.startsWith(lower),
    )
    if (!isLongGap && (mayOpen(text) || mayBeMark)) return false
    this.#state = 'text'
    return true
  }

  #think({ length, closings }: { length: number; closings: readonly string[] }, text: string): void {
    this.#held = text.slice(length)
    this.#state = 'thinking'
    this.#closings = closings
    this.#hasThought = false
  }

  /** Everything that can be told apart; `isEnd`: nothing follows that could change what the rest is. */
  #takeAll(isEnd: boolean): AnswerSegment[] {
    const taken: AnswerSegment[] = []
    for (;;) {
      const before = this.#state
      if (before === 'thinking') taken.push(...sorted('reasoning', this.#takeThinking()))
      else if (before === 'gap') this.#takeGap(isEnd)
      else if (before === 'plain') taken.push(...this.#takePlain(isEnd))
      else if (before === 'text') taken.push(...this.#takeText(isEnd))
      if (this.#state === before) return taken
    }
  }

  #takeThinking(): string {
    // A model with reasoning turned off sends the tags with only line breaks in them.
    if (!this.#hasThought) this.#held = this.#held.trimStart()
    const tag = closingTagIn(this.#held, this.#closings)
    if (tag !== null) {
      const thinking = this.#held.slice(0, tag.start)
      this.#held = this.#held.slice(tag.end)
      this.#state = 'gap'
      return thinking
    }
    const safeLength = this.#held.length - partialTagLength(this.#held, this.#closings)
    const thinking = this.#held.slice(0, safeLength)
    this.#held = this.#held.slice(safeLength)
    this.#hasThought ||= thinking !== ''
    return thinking
  }

  /** After the reasoning: white space, and a mark where the answer begins. */
  #takeGap(isEnd: boolean): void {
    this.#held = this.#held.trimStart()
    if (this.#held === '') return
    const tag = openingTagOf(this.#held)
    if (tag !== null) {
      this.#think(tag, this.#held)
      return
    }
    const lower = this.#held.slice(0, 40).toLowerCase()
    const mark = answerMarks.find(([opening]) => lower.startsWith(opening))
    if (mark !== undefined) {
      this.#held = this.#held.slice(mark[0].length)
      this.#answerEnd = mark[1]
      this.#takeGap(isEnd)
      return
    }
    const mayBeMark = answerMarks.some(([opening]) => opening.startsWith(lower)) || mayOpen(this.#held)
    if (mayBeMark && !isEnd) return
    this.#said = ''
    this.#state = 'plain'
  }

  /** Text after reasoning, up to the next reasoning. */
  #takePlain(isEnd: boolean): AnswerSegment[] {
    if (this.#answerEnd !== null) {
      const end = closingTagIn(this.#held, [this.#answerEnd])
      if (end !== null) this.#held = this.#held.slice(0, end.start) + this.#held.slice(end.end)
    }
    const later = this.#spokenTags < mostSpokenTags ? laterOpeningIn(this.#held) : null
    if (later !== null && later.tag !== null) {
      const text = this.#say(this.#held.slice(0, later.start))
      if (opensAfter(this.#said)) {
        this.#think(later.tag, this.#held)
        return text
      }
      this.#spokenTags += 1
      return [...text, ...this.#say(this.#held.slice(0, later.tag.length)), ...this.#takePlain(isEnd)]
    }
    const marks = this.#answerEnd === null ? [] : [this.#answerEnd]
    const partial = isEnd ? 0 : partialTagLength(this.#held, marks)
    const safeLength = Math.min(isEnd ? Infinity : (later?.start ?? Infinity), this.#held.length - partial)
    return this.#say(this.#held.slice(0, safeLength))
  }

  #takeText(isEnd: boolean): AnswerSegment[] {
    const tag = this.#spokenTags < mostSpokenTags ? closingTagIn(this.#held, loneClosings) : null
    if (tag === null) {
      const safeLength = isEnd
        ? this.#held.length
        : this.#held.length - partialTagLength(this.#held, loneClosings)
      return this.#say(this.#held.slice(0, safeLength))
    }
    const after = this.#held.slice(tag.end)
    // Whether the tag counts depends on what follows.
    const isGap = after.length < longestGapChars && /^[ \t\r]*$/.test(after)
    if (isGap && !isEnd) return this.#say(this.#held.slice(0, tag.start))
    const before = this.#say(this.#held.slice(0, tag.start))
    if (!isLoneTag(this.#said, after)) {
      this.#spokenTags += 1
      return [...before, ...this.#say(this.#held.slice(0, tag.end - tag.start)), ...this.#takeText(isEnd)]
    }
    this.#held = after
    this.#said = ''
    this.#state = 'gap'
    return [...before, { type: 'was-reasoning' }]
  }

  /** Takes this text from the start of what is held. */
  #say(text: string): AnswerSegment[] {
    this.#held = this.#held.slice(text.length)
    this.#said += text
    return sorted('text', text)
  }

  #takeHeld(): string {
    const held = this.#held
    this.#held = ''
    return held
  }
}

function sorted(type: 'text' | 'reasoning', text: string): AnswerSegment[] {
  return text === '' ? [] : [{ type, text }]
}
