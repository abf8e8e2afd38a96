import { maxComparedChars } from '../../../shared/differences/differences'
import { type Comparable, comparable } from '../matching/similarity'
import type { WorkBudget } from '../matching/work-budget'
import { contentStart, maxSentences, sentencesOf } from './sentences'
import { blocksByLine, maxBlocks, type Span, type TextBlock, textBlocks, withLineFeeds } from './text-blocks'
import type { Vocabulary } from '../matching/vocabulary'

/** A sentence of an answer, or a line of its code and tables. */
export interface Sentence extends Comparable, Readonly<Span> {
  readonly words: Words
}

/** A block of an answer with its sentences, which cover it without gaps. */
export interface AnswerBlock extends Comparable, Readonly<TextBlock> {
  /** The start of its words, after its markers. */
  readonly contentFrom: number
  readonly sentences: readonly Sentence[]
}

/** An answer in blocks, which cover its text without gaps. */
export interface AnswerText {
  /** With `\n` as its only line end, and the same length as what is compared of the answer. */
  readonly source: string
  readonly blocks: readonly AnswerBlock[]
  readonly words: WordSet
}

/** Splits the start of an answer into blocks, sentences and words. */
export function splitAnswer(text: string, vocabulary: Vocabulary, budget: WorkBudget): AnswerText {
  if (text.length > maxComparedChars) budget.cut()
  const source = withLineFeeds(text.slice(0, maxComparedChars))
  // Markdown may be built to take long to parse; without time, each line that could begin a block does.
  const found = budget.allows(source.length)
    ? textBlocks(source)
    : blocksByLine(source, { from: 0, to: source.length }, maxBlocks)
  const blocks = found.map((block) => readBlock(source, block, vocabulary, budget))
  if (blocks.length === maxBlocks) budget.cut()
  const words = blocks.flatMap(({ sentences }) => sentences.map((sentence) => sentence.words))
  return { source, blocks, words: new WordSet(words, vocabulary) }
}

function readBlock(
  source: string,
  block: TextBlock,
  vocabulary: Vocabulary,
  budget: WorkBudget,
): AnswerBlock {
  const contentFrom = contentStart(source, block)
  const isCode = block.kind === 'code'
  const spans = sentencesOf(source, block)
  if (spans.length === maxSentences) budget.cut()
  const sentences = spans.map((span): Sentence => {
    const words = isCode
      ? lineWords(source, span, vocabulary)
      : sentenceWords(source, span, contentFrom, vocabulary)
    return { ...span, words, ...comparable(words.ids, vocabulary) }
  })
  const [only] = sentences
  const whole =
    sentences.length === 1 && only !== undefined
      ? only
      : comparable(
          sentences.flatMap(({ words }) => words.ids),
          vocabulary,
        )
  return {
    ...block,
    contentFrom,
    sentences,
    key: `${isCode ? 'code' : ''} ${whole.key}`,
    bag: whole.bag,
    weight: whole.weight,
  }
}

/** The words that occur in an answer. */
class WordSet {
  readonly #vocabulary: Vocabulary
  readonly #ids = new Set<number>()
  readonly #folded = new Set<number>()

  constructor(sentences: readonly Words[], vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    for (const { ids } of sentences) for (const id of ids) this.#ids.add(id)
    for (const id of this.#ids) this.#folded.add(vocabulary.folded(id))
  }

  /** True if a word occurs exactly as written. */
  has(word: string): boolean {
    return this.#ids.has(this.#vocabulary.find(word) ?? -1)
  }

  /** True if each word of `text` occurs, capitalized or not. */
  hasAll(text: string): boolean {
    return wordsIn(text.toLowerCase()).every((word) => this.#folded.has(this.#vocabulary.find(word) ?? -1))
  }
}

/** The words and marks of a sentence or line. Word `n` reaches from `starts[n]` up to the next one. */
interface Words {
  readonly ids: readonly number[]
  readonly starts: readonly number[]
}

const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const word = String.raw`\p{N}+(?:[.,'’]\p{N}+)*|[\p{L}\p{M}\p{N}]+(?:[_'’]+[\p{L}\p{M}\p{N}]+)*`
const onlyWords = new RegExp(word, 'gu')
const spacedWords = new RegExp(String.raw`${word}|\s+|[^]`, 'gu')
/** In scripts without spaces each character is compared separately. */
const mixedWords = new RegExp(
  String.raw`${unspaced.source}|(?:(?!${unspaced.source})(?:${word}))|\s+|[^]`,
  'gu',
)
const space = /^\s/
const emphasis = /^[*_`~]$/

/**
 * Splits a sentence into words. Spaces belong to the word before them, and emphasis to the one that it touches; neither is
 * compared.
 */
function sentenceWords(
  source: string,
  { from, to }: Span,
  contentFrom: number,
  vocabulary: Vocabulary,
): Words {
  const start = Math.max(from, contentFrom)
  const ids: number[] = []
  const starts: number[] = []
  /** The start of emphasis after a space; it belongs to the next word. */
  let opening: number | null = null
  let isAfterSpace = true
  let at = start
  for (const piece of piecesOf(source.slice(start, to))) {
    if (space.test(piece)) {
      isAfterSpace = true
      opening = null
    } else if (emphasis.test(piece)) {
      if (isAfterSpace) opening ??= at
    } else {
      starts.push(ids.length === 0 ? from : (opening ?? at))
      ids.push(vocabulary.id(piece))
      isAfterSpace = false
      opening = null
    }
    at += piece.length
  }
  return { ids, starts }
}

/** The words of a text, without marks. */
function wordsIn(text: string): string[] {
  return text.match(onlyWords) ?? []
}

/** Splits a line of code. Spaces count only before its first word. */
function lineWords(source: string, { from, to }: Span, vocabulary: Vocabulary): Words {
  const ids: number[] = []
  const starts: number[] = []
  let at = from
  for (const piece of piecesOf(source.slice(from, to))) {
    if (!space.test(piece) || (ids.length === 0 && !piece.includes('\n'))) {
      starts.push(ids.length === 0 ? from : at)
      ids.push(vocabulary.id(piece))
    }
    at += piece.length
  }
  return { ids, starts }
}

/** The words, marks and spaces of a text, which cover it without gaps. */
function piecesOf(text: string): readonly string[] {
  return text.match(unspaced.test(text) ? mixedWords : spacedWords) ?? []
}
