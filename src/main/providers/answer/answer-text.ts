import { isDelta } from '../../../shared/runs/events'
import type { SourceEvent } from '../../run-source/run-source'
import type { AnswerSegment } from './harmony'
import { MirroredText, type TextPosition } from './mirrored-text'
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
