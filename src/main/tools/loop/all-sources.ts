import type { AnswerSource } from '../../../shared/sessions/messages'

const maxSources = 200

/** The sources of all steps and calls of an answer, each address once. */
export class AllSources {
  readonly #byUrl = new Map<string, AnswerSource>()

  /** Adds sources and returns all of them. */
  add(sources: readonly AnswerSource[]): AnswerSource[] {
    for (const source of sources) {
      if (this.#byUrl.has(source.url) || this.#byUrl.size >= maxSources) continue
      this.#byUrl.set(source.url, source)
    }
    return [...this.#byUrl.values()]
  }
}
