import type { StatementOrigin } from '../../../shared/sessions/messages'
import type { ReplyUnit, UnitPlace } from './reply-unit'

/** What continues the merged answer. */
export interface MergedDelta {
  text: string
  /** Absent if it continues the statement before it. */
  statement?: StatementOrigin
}

/** The mark before a conflict in the text. */
const conflictMark = '- ≠ '
const isListed = /^(?:[-*+]|\d{1,9}[.)])\s/
/** Starts a Markdown block, which must not follow a sentence on the same line. */
const isBlock = /^(?:`{3,}|~{3,}|\||#{1,6}\s|>|\$\$)/

/** Writes units and plain text as one Markdown text. */
export class MergedText {
  #last: UnitPlace | 'conflict' | 'plain' | null = null

  /** A unit with the sources that were found. */
  unit({ kind, text, place }: ReplyUnit, sources: StatementOrigin['sources']): MergedDelta {
    const statement: StatementOrigin = { kind, sources }
    return { text: kind === 'conflict' ? this.#conflict(text) : this.#statement(text, place), statement }
  }

  /** Text that names no sources. */
  plain(text: string): MergedDelta | null {
    if (this.#last === 'plain') return { text }
    const begun = text.trimStart()
    if (begun === '') return null
    const gap = this.#gap('\n\n')
    this.#last = 'plain'
    return { text: gap + begun, statement: { kind: 'statement', sources: [] } }
  }

  #conflict(text: string): string {
    const gap = this.#gap(this.#last === 'conflict' ? '\n' : '\n\n')
    this.#last = 'conflict'
    return gap + conflictMark + oneLine(text)
  }

  #statement(text: string, wished: UnitPlace): string {
    const place = placeOf(text, wished)
    const last = this.#last
    this.#last = place
    if (last === null) return start(place, text) + shaped(text, place)
    const isJoined = place === 'sentence' && (last === 'sentence' || last === 'paragraph' || last === 'item')
    if (isJoined) return ` ${shaped(text, place)}`
    return (place === 'item' && last === 'item' ? '\n' : '\n\n') + start(place, text) + shaped(text, place)
  }

  #gap(gap: string): string {
    return this.#last === null ? '' : gap
  }
}

function placeOf(text: string, wished: UnitPlace): UnitPlace {
  if (/^#{1,6}\s/.test(text)) return 'heading'
  if (isBlock.test(text)) return 'code'
  return wished === 'sentence' && isListed.test(text) ? 'item' : wished
}

function start(place: UnitPlace, text = ''): string {
  if (place === 'heading' && !text.startsWith('#')) return '## '
  return place === 'item' && !isListed.test(text) ? '- ' : ''
}

function shaped(text: string, place: UnitPlace): string {
  return place === 'code' ? text : oneLine(text)
}

/**
 * Looks at each run of white space once: a pattern for the line break in it would look at a long one for each of its
 * characters.
 */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, (blank) => (/[\r\n]/.test(blank) ? ' ' : blank))
}
