import type { BlockRow, SentenceRow, Side } from '../../../shared/differences/differences'
import type { AnswerText, Sentence } from '../text/answer-text'

/** Shorter sentences, and lines such as `return` in code, are often equal by chance. */
const leastWeight = 3

/** Marks sentences as moved that are only in one of two matched blocks, and in the same words in another block. */
export function markMovedSentences(rows: BlockRow[], one: AnswerText, other: AnswerText): void {
  const firsts = lonelySentences(rows, 'first', one)
  const seconds = lonelySentences(rows, 'second', other)
  for (const [key, first] of firsts) {
    const second = seconds.get(key)
    if (second === undefined) continue
    first.sentences[first.index] = {
      kind: 'moved',
      side: 'first',
      range: [first.sentence.from, first.sentence.to],
      elsewhere: [second.sentence.from, second.sentence.to],
    }
    second.sentences[second.index] = {
      kind: 'moved',
      side: 'second',
      range: [second.sentence.from, second.sentence.to],
      elsewhere: [first.sentence.from, first.sentence.to],
    }
  }
}

interface LonelySentence {
  sentence: Sentence
  sentences: SentenceRow[]
  index: number
}

/** The first sentence of each wording that is only on this side. */
function lonelySentences(
  rows: readonly BlockRow[],
  side: Side,
  { blocks }: AnswerText,
): Map<string, LonelySentence> {
  const byStart = new Map(blocks.flatMap(({ sentences }) => sentences.map((each) => [each.from, each])))
  const lonely = new Map<string, LonelySentence>()
  for (const row of rows) {
    if (row.kind !== 'changed') continue
    for (const [index, { kind, ...rest }] of row.sentences.entries()) {
      if (kind !== 'only' || !('side' in rest) || rest.side !== side) continue
      const sentence = byStart.get(rest.range[0])
      if (sentence === undefined || sentence.weight < leastWeight || lonely.has(sentence.key)) continue
      lonely.set(sentence.key, { sentence, sentences: row.sentences, index })
    }
  }
  return lonely
}
