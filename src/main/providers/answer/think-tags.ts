import { HarmonyParser, harmonyOpenings, type AnswerSegment } from './harmony'
import {
  closingTagIn,
  isLoneTag,
  laterOpeningIn,
  loneClosings,
  mayOpen,
  openingTagOf,
  opensAfter,
  partialTagLength,
} from './think-tag'

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
