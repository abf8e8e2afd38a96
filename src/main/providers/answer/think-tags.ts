import { HarmonyParser, harmonyOpenings, type AnswerSegment } from './harmony'
import { closingTagIn, isLoneTag, mayOpen, openingTagOf, partialClosingTagLength } from './think-tag'

/** After this many mentioned tags, no more are checked: each check scans the whole answer. */
const mostSpokenTags = 8
/** How much white space before an opening tag or after a closing one is held until the text after it decides. */
const longestGapChars = 200

/**
 * Separates the reasoning from an answer that begins with `<think>`, as open models write it when no parser removes it,
 * and from one whose template swallowed that tag, so that only `</think>` arrives. Works on pieces of any size and
 * holds back only what may still be a tag. Later tags are part of the answer, which may be about them.
 */
export class ThinkTagParser {
  #state: 'start' | 'thinking' | 'gap' | 'text' | 'plain' = 'start'
  #held = ''
  #hasThought = false
  #harmony: HarmonyParser | null = null
  /** The text so far, while a closing tag may still arrive. */
  #said = ''
  /** Closing tags that were part of the text; an answer with many of them is about tags. */
  #spokenTags = 0

  push(piece: string): AnswerSegment[] {
    if (this.#harmony !== null) return this.#harmony.push(piece)
    if (this.#state === 'plain') return sorted('text', piece)
    this.#held += piece
    if (this.#state === 'start' && !this.#leaveStart()) return []
    // The call above changes it, which the compiler cannot see.
    const harmony = this.#harmony as HarmonyParser | null
    if (harmony !== null) return harmony.push(this.#takeHeld())
    const thinking = this.#state === 'thinking' ? this.#takeThinking() : ''
    return [...sorted('reasoning', thinking), ...this.#takeText(false)]
  }

  /** Returns held text when other content follows. */
  settle(): AnswerSegment[] {
    return this.#state === 'text' ? this.#takeText(true) : []
  }

  /** Returns what was held when the answer ended. */
  flush(): AnswerSegment[] {
    if (this.#harmony !== null) return this.#harmony.flush()
    if (this.#state === 'text') return this.#takeText(true)
    const held = this.#takeHeld()
    // A picture may precede the reasoning.
    if (this.#state === 'start' && held.trim() !== '') this.#state = 'text'
    return sorted(this.#state === 'thinking' ? 'reasoning' : 'text', this.#state === 'gap' ? '' : held)
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
      this.#state = 'thinking'
      this.#held = text.slice(tag.length)
      return true
    }
    const isLongGap = text === '' && this.#held.length > longestGapChars
    if (!isLongGap && (mayOpen(text) || harmonyOpenings.some((opening) => opening.startsWith(text))))
      return false
    this.#state = 'text'
    return true
  }

  #takeThinking(): string {
    // A model with reasoning turned off sends the tags with only line breaks in them.
    if (!this.#hasThought) this.#held = this.#held.trimStart()
    const tag = closingTagIn(this.#held)
    if (tag !== null) {
      const thinking = this.#held.slice(0, tag.start)
      this.#held = this.#held.slice(tag.end)
      this.#state = 'gap'
      return thinking
    }
    const safeLength = this.#held.length - partialClosingTagLength(this.#held)
    const thinking = this.#held.slice(0, safeLength)
    this.#held = this.#held.slice(safeLength)
    this.#hasThought ||= thinking !== ''
    return thinking
  }

  #takeText(isEnd: boolean): AnswerSegment[] {
    if (this.#state === 'gap') {
      this.#held = this.#held.trimStart()
      if (this.#held !== '') this.#state = 'plain'
    }
    if (this.#state === 'plain') return sorted('text', this.#takeHeld())
    if (this.#state !== 'text') return []
    const tag = this.#spokenTags < mostSpokenTags ? closingTagIn(this.#held) : null
    if (tag === null) {
      const safeLength = isEnd ? this.#held.length : this.#held.length - partialClosingTagLength(this.#held)
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
    return [...before, { type: 'was-reasoning' }, ...this.#takeText(isEnd)]
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
