import type { Random } from '../../src/main/base/seeded-random.ts'
import { identifier, type Vocabulary } from './vocabulary.ts'

/** Percentages of the sentences or rows of an answer that differ in another one, and of its blocks that moved. */
export interface Rewriting {
  changedPercent: number
  movedPercent: number
}

/** Writes Markdown answers with sections, paragraphs, lists, tables and code. */
export class AnswerWriter {
  readonly #vocabulary: Vocabulary
  readonly #random: Random

  constructor(vocabulary: Vocabulary, random: Random) {
    this.#vocabulary = vocabulary
    this.#random = random
  }

  /** A new answer of at least `wordCount` words. */
  answer(wordCount: number): string {
    const blocks: string[] = []
    for (let count = 0; count < wordCount;) {
      const added = this.#section(blocks.length)
      blocks.push(...added)
      count += added.join(' ').split(/\s+/).length
    }
    return blocks.join('\n\n')
  }

  /** The answer with some of its sentences in other words and some of its blocks elsewhere. */
  rewritten(answer: string, { changedPercent, movedPercent }: Rewriting): string {
    const random = this.#random
    const blocks = answer
      .split('\n\n')
      .map((block) =>
        block.replaceAll(/[^.\n|`]{10,}/g, (text) =>
          random.below(100) < changedPercent ? this.#reworded(text) : text,
        ),
      )
    const moveCount = (blocks.length * movedPercent) / 100
    for (let count = 0; count < moveCount; count += 1) {
      const moved = blocks.splice(random.below(blocks.length), 1)
      blocks.splice(random.below(blocks.length), 0, ...moved)
    }
    return blocks.join('\n\n')
  }

  #section(number: number): string[] {
    const random = this.#random
    const paragraphs = Array.from({ length: 1 + random.below(3) }, () =>
      Array.from({ length: 2 + random.below(5) }, () => this.#sentence()).join(' '),
    )
    const list = Array.from({ length: 3 + random.below(4) }, () => `- ${this.#sentence()}`).join('\n')
    const rows = Array.from({ length: 3 }, () => `| ${this.#words(2)} | ${random.below(5_000)} ms |`)
    const table = ['| name | time |', '|---|---|', ...rows].join('\n')
    const code = `\`\`\`ts\nconst limit = ${random.below(900)}\n${identifier(random)}(limit)\n\`\`\``
    return [
      `## ${number}. ${this.#words(3)}`,
      ...paragraphs,
      ...(random.below(2) === 0 ? [list] : []),
      ...(random.below(6) === 0 ? [table] : []),
      ...(random.below(4) === 0 ? [code] : []),
    ]
  }

  #sentence(): string {
    const words = this.#words(6 + this.#random.below(16))
    const figure = this.#random.below(4) === 0 ? ` ${this.#random.below(2_000)} km` : ''
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${figure}.`
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#vocabulary.word(this.#random)).join(' ')
  }

  /** Replaces, removes or adds a few words, and each number. */
  #reworded(text: string): string {
    const words = text.replaceAll(/\d+/g, () => String(this.#random.below(5_000))).split(' ')
    for (let count = 0; count < words.length / 6; count += 1) {
      words.splice(1 + this.#random.below(words.length), this.#random.below(2), this.#words(1))
    }
    return words.join(' ')
  }
}
