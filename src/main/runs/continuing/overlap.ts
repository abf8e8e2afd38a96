/** The longest repetition of the end of a text by a continuation, in UTF-16 units: a whole short answer. */
const maxOverlap = 20_000
/** Shorter matches are more likely chance than repetition. */
const minOverlap = 3
/** The longest repetition by a model that was not asked to repeat anything: code and tables repeat themselves. */
const minUnasked = 40
/** A shorter answer is not recognised if the model starts it over unasked. */
const minWhole = 12
/** The white space, or text of a code block's first line, that is held back until something else follows. */
const maxUnclear = 500

const wordChar = /[\p{L}\p{N}]/u
/** These are written without spaces, so any of their characters may begin a word. */
const unspacedChar = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Removes from the beginning of a continuation what the text before it ends with. Holds text back only as long as it
 * may be a repetition.
 */
export class OverlapFilter {
  readonly #before: string
  /** The end of what comes before, without trailing space. */
  readonly #tail: string
  readonly #isPrefilled: boolean
  /** The first place in the tail where the text so far occurs. More text only moves it towards the end. */
  #repeated = 0
  #held = ''
  /** Characters compared so far. */
  #compared = 0
  #isInCode: boolean
  #hasDecided = false

  /** `isPrefilled`: the model got the text, without space at its end, as the beginning of its answer. */
  constructor(before: string, { isPrefilled }: { isPrefilled: boolean }) {
    this.#before = before
    this.#isPrefilled = isPrefilled
    this.#isInCode = endsInCode(before)
    this.#tail = before.trimEnd().slice(-maxOverlap)
  }

  /** The part of the text so far that is new. */
  push(text: string): string {
    if (this.#hasDecided) return text
    this.#held += text
    if (this.#isInCode && !this.#hasPassedFence()) return ''
    const said = this.#held.trimStart()
    if (said === '') return this.#held.length > maxUnclear ? this.#decide(said) : ''
    const mayBeRepetition = this.#held.length <= this.#tail.length + maxUnclear
    const isHeld = mayBeRepetition && (this.#mayGrow(said) || this.#mayBeJoined(said))
    return isHeld ? '' : this.#decide(said)
  }

  /** Returns the text that is still held when the continuation has ended. */
  end(): string {
    return this.#hasDecided ? '' : this.#decide(this.#held.trimStart())
  }

  #decide(said: string): string {
    this.#hasDecided = true
    const overlap = this.#overlapWith(said)
    const there = this.#before.slice(this.#before.trimEnd().length)
    if (overlap !== undefined) return withoutSpace(said.slice(overlap), there)
    if (this.#isPrefilled) return withoutSpace(this.#held, there)
    // Without a repetition, the space before the text belongs to it, unless it repeats the space that is there.
    return this.#held.startsWith(there) ? this.#held.slice(there.length) : this.#held
  }

  /** True if the text so far occurs in the tail, but does not reach its end yet. */
  #mayGrow(said: string): boolean {
    const tail = this.#tail
    const known = this.#compared
    this.#compared = said.length
    let at = tail.startsWith(said.slice(known), this.#repeated + known)
      ? this.#repeated
      : tail.indexOf(said, this.#repeated)
    while (at !== -1 && !startsWord(tail, at)) at = tail.indexOf(said, at + 1)
    this.#repeated = at === -1 ? tail.length : at
    return this.#repeated + said.length < tail.length
  }

  /** The length of the longest end of the tail that the text begins with. */
  #overlapWith(said: string): number | undefined {
    const tail = this.#tail
    const least = this.#isPrefilled ? Math.min(minUnasked, Math.max(minWhole, tail.length)) : minOverlap
    for (let at = Math.max(0, tail.length - said.length); at <= tail.length - least; at += 1) {
      if (tail[at] === said[0] && startsWord(tail, at) && said.startsWith(tail.slice(at))) {
        return tail.length - at
      }
    }
    return undefined
  }

  /** True if the text so far is a repetition and the space after it, which may be there already. */
  #mayBeJoined(said: string): boolean {
    return this.#before.length > this.#before.trimEnd().length && this.#tail.endsWith(said.trimEnd())
  }

  /** Drops a line that reopens the code block. Returns whether the text so far has passed that line. */
  #hasPassedFence(): boolean {
    const said = this.#held.trimStart()
    const mayOpen = '```'.startsWith(said.slice(0, 3)) && this.#held.length <= maxUnclear
    if (mayOpen && !said.includes('\n')) return false
    // With a language, because a fence without one may end the block.
    this.#held = this.#held.replace(/^\s*```[^\s`][^\n]*\n/, '')
    this.#isInCode = false
    return true
  }
}

/** True if a word, or anything but the rest of a word, begins here. */
function startsWord(text: string, index: number): boolean {
  const before = text[index - 1]
  const here = text[index]
  if (before === undefined || here === undefined) return true
  if (!wordChar.test(before) || !wordChar.test(here)) return true
  return unspacedChar.test(here)
}

/** True if the text ends inside a fenced code block. */
function endsInCode(text: string): boolean {
  return (text.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1
}

/** The text after a repetition, without the space that is already there. */
function withoutSpace(text: string, there: string): string {
  const rest = text.trimStart()
  const own = text.slice(0, text.length - rest.length)
  if (text.startsWith(there)) return text.slice(there.length)
  return lineCount(own) > lineCount(there) ? '\n'.repeat(lineCount(own) - lineCount(there)) + rest : rest
}

function lineCount(space: string): number {
  return space.split('\n').length
}
