import type { Random } from '../../src/main/base/seeded-random.ts'
import type { Part } from '../../src/shared/sessions/messages.ts'
import { anyOf, identifier, spacelessSentence, type Vocabulary } from './vocabulary.ts'

/** Writes messages with realistic lengths: short questions, answers of a few paragraphs, and some very long ones. */
export class SampleMessages {
  readonly #random: Random
  readonly #vocabulary: Vocabulary

  constructor(random: Random, vocabulary: Vocabulary) {
    this.#random = random
    this.#vocabulary = vocabulary
  }

  title(isSpaceless: boolean): string {
    return isSpaceless ? spacelessSentence(this.#random) : capitalized(this.#words(2 + this.#random.below(5)))
  }

  question(isSpaceless: boolean): Part[] {
    return [{ type: 'text', text: this.#paragraph(this.#length(18), isSpaceless) }]
  }

  answer(isSpaceless: boolean): Part[] {
    const paragraphs = Array.from({ length: 1 + this.#random.below(5) }, () =>
      this.#paragraph(this.#length(45), isSpaceless),
    )
    if (this.#random.below(10) < 3) paragraphs.splice(1, 0, this.#codeBlock())
    const text: Part = { type: 'text', text: paragraphs.join('\n\n') }
    if (this.#random.below(8) > 0) return [text]
    return [{ type: 'reasoning', text: this.#paragraph(this.#length(90), isSpaceless) }, text]
  }

  /** Usually near `usual`, occasionally many times as much. */
  #length(usual: number): number {
    const share = (1 + this.#random.below(1_000)) / 1_000
    return Math.round(Math.min(usual * 20, usual * (0.3 + 0.55 / Math.sqrt(share))))
  }

  #paragraph(wordCount: number, isSpaceless: boolean): string {
    if (isSpaceless) {
      const sentences = Math.max(1, Math.round(wordCount / 10))
      return Array.from({ length: sentences }, () => spacelessSentence(this.#random)).join('')
    }
    const sentences: string[] = []
    for (let left = wordCount; left > 0; left -= 14) {
      sentences.push(`${capitalized(this.#words(Math.min(left, 6 + this.#random.below(16))))}.`)
    }
    return sentences.join(' ')
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#vocabulary.word(this.#random)).join(' ')
  }

  #codeBlock(): string {
    const line = () =>
      `  const ${identifier(this.#random)} = await ${identifier(this.#random)}(${anyOf(this.#random, ['options', 'request', 'signal'])}, ${this.#random.below(1_000)})`
    return `\`\`\`ts\n${Array.from({ length: 3 + this.#random.below(12) }, line).join('\n')}\n\`\`\``
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
