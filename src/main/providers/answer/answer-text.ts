import { isDelta } from '../../../shared/runs/events'
import type { SourceEvent } from '../../run-source/run-source'
import type { AnswerSegment } from './harmony'
import { ThinkTagParser } from './think-tags'

/** Tells text and reasoning apart, wherever a server puts them, and passes on reasoning that it sends twice only once. */
export class AnswerText {
  readonly #parser: ThinkTagParser | null
  readonly #thoughts = new MirroredText()
  /** Text that repeats the reasoning so far: it may be followed by a lone `</think>`. */
  #repeated = ''
  #repeatedTo: TextPosition | null = { at: 0 }

  constructor({ hasThinkTags }: { hasThinkTags: boolean }) {
    this.#parser = hasThinkTags ? new ThinkTagParser() : null
  }

  /** The tool that the answer addresses, in a format that has addresses. */
  get calledName(): string | null {
    return this.#parser?.calledName ?? null
  }

  /** The events of a piece of text, which may contain reasoning. */
  ofText(text: string): SourceEvent[] {
    return this.#parser === null ? [{ type: 'text-delta', text }] : this.#eventsOf(this.#parser.push(text))
  }

  /** The events of reasoning from a field of its own; none if another field or the text had it before. */
  ofReasoning(text: string, field: string): SourceEvent[] {
    const more = this.#thoughts.add(field, text)
    if (more === '') return []
    return [...this.#eventsOf(this.#parser?.settle() ?? []), { type: 'reasoning-delta', text: more }]
  }

  /** The events of what was held back when other content follows, or the answer ended. */
  flush(): SourceEvent[] {
    return [...this.#eventsOf(this.#parser?.flush() ?? []), ...this.#release()]
  }

  #eventsOf(segments: readonly AnswerSegment[]): SourceEvent[] {
    return segments.flatMap((segment): SourceEvent[] => {
      if (segment.type === 'was-reasoning') return this.#converted()
      if (segment.type === 'text') return this.#said(segment.text)
      const text = this.#thoughts.add('text', segment.text)
      return text === '' ? [] : [{ type: 'reasoning-delta', text }]
    })
  }

  #said(text: string): SourceEvent[] {
    if (this.#repeatedTo !== null && this.#thoughts.isBegunBy(this.#repeatedTo, text)) {
      this.#repeated += text
      return []
    }
    return [...this.#release(), { type: 'text-delta', text }]
  }

  /** All text so far was reasoning: nothing new if a field had it. */
  #converted(): SourceEvent[] {
    const isRepetition = this.#repeatedTo !== null && this.#thoughts.isRepeatedBy(this.#repeatedTo)
    if (isRepetition) this.#repeated = ''
    return [...this.#release(), ...(isRepetition ? [] : [{ type: 'text-was-reasoning' as const }])]
  }

  #release(): SourceEvent[] {
    const text = this.#repeated
    this.#repeated = ''
    this.#repeatedTo = null
    return text === '' ? [] : [{ type: 'text-delta', text }]
  }
}

/** Text that may be continued. Sealed reasoning may not. */
export function isPlain(
  event: SourceEvent,
): event is Extract<SourceEvent, { type: 'text-delta' | 'reasoning-delta' }> {
  return isDelta(event) && (event.type === 'text-delta' || event.providerData === undefined)
}

/** One place that the reasoning comes from. */
interface Origin {
  /** The characters of the whole that are known to be repeated or added by it, without white space. */
  at: number
  /** Text that repeated others so far. */
  withheld: string
  /** Its text is its own: it no longer matches that of the others. */
  isOwn: boolean
}

/** How far a text has been compared. */
interface TextPosition {
  at: number
}

/**
 * Passes on text that several fields of an answer may repeat, such as reasoning that a server sends in a field of its
 * own and between tags: each piece only from the first field that has it. White space may differ. Text that begins like
 * that of another field and then differs is passed on as a whole.
 */
export class MirroredText {
  /** Everything that was passed on, without white space. */
  #whole = ''
  readonly #origins = new Map<string, Origin>()
  /** The one that added the last text: white space after it belongs to it. */
  #leader: Origin | null = null
  /** The pieces of the only origin: they are compared only if there is another one. */
  #alone: string[] = []

  /** The part of `piece` that is new. */
  add(origin: string, piece: string): string {
    const known = this.#origins.get(origin)
    if (known === undefined && this.#origins.size === 1) this.#endAlone()
    const from = known ?? { at: 0, withheld: '', isOwn: false }
    this.#origins.set(origin, from)
    if (this.#origins.size > 1) return this.#newOf(from, piece)
    this.#alone.push(piece)
    return piece
  }

  /** True if a text repeats everything so far from its beginning on, as far as it goes. */
  isBegunBy(text: TextPosition, piece: string): boolean {
    this.#endAlone()
    const same = bare(piece)
    const isSame = this.#whole.startsWith(same, text.at) && this.#whole !== ''
    text.at += same.length
    return isSame
  }

  /** True if it repeats all of it. */
  isRepeatedBy({ at }: TextPosition): boolean {
    return at > 0 && at === this.#whole.length
  }

  #endAlone(): void {
    for (const piece of this.#alone) this.#whole += bare(piece)
    this.#alone = []
    const [only] = this.#origins.values()
    if (only === undefined || this.#origins.size > 1) return
    only.at = this.#whole.length
    this.#leader = only
  }

  #newOf(from: Origin, piece: string): string {
    if (from.isOwn) return piece
    let index = 0
    for (; index < piece.length && from.at < this.#whole.length; index++) {
      const char = piece.charAt(index)
      if (/\s/.test(char)) continue
      if (char !== this.#whole.charAt(from.at)) {
        from.isOwn = true
        return from.withheld + piece
      }
      from.at += 1
    }
    from.withheld += piece.slice(0, index)
    const rest = piece.slice(index)
    if (rest.trim() === '') return this.#leader === from ? rest : ''
    this.#leader = from
    this.#whole += bare(rest)
    from.at = this.#whole.length
    // What it repeated belongs to others; from here on, it adds to them.
    from.withheld = ''
    return rest
  }
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
