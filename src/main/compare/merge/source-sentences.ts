import type { MessageId } from '../../../shared/ids'
import { contentStart, sentencesOf } from '../../differences/text/sentences'
import type { Span, TextBlock } from '../../differences/text/text-block'
import { textBlocks, withLineFeeds } from '../../differences/text/text-blocks'

/** The most sentences of one answer; all text after them belongs to the last. */
const maxSentences = 2_000

/** A sentence that a merging model may name. Code, a table or a formula counts as one. */
export interface SourceSentence {
  messageId: MessageId
  /** Its number in the answer, starting at 1. */
  number: number
  /** Where it is in the answer's text. */
  from: number
  text: string
  /** Every character counts in it, as in code. */
  isVerbatim: boolean
}

/** An answer to merge. */
export interface SourceAnswer {
  messageId: MessageId
  text: string
}

/** The sentences of an answer in order, without the markers of headings and list items. */
export function sourceSentences({ messageId, text }: SourceAnswer): SourceSentence[] {
  const source = withLineFeeds(text)
  const sentences: SourceSentence[] = []
  for (const block of textBlocks(source)) {
    const isVerbatim = block.kind === 'code' || block.kind === 'table' || block.kind === 'math'
    for (const { from, to } of isVerbatim ? [block] : spansOf(source, block)) {
      const raw = source.slice(from, to)
      const sentence = raw.trim()
      if (!/[\p{L}\p{N}]/u.test(sentence)) continue
      sentences.push({
        messageId,
        number: sentences.length + 1,
        from: from + raw.indexOf(sentence),
        text: sentence,
        isVerbatim,
      })
    }
  }
  return withinLimit(sentences, source)
}

function spansOf(source: string, block: TextBlock): Span[] {
  const start = contentStart(source, block)
  return sentencesOf(source, block)
    .map(({ from, to }) => ({ from: Math.max(from, start), to }))
    .filter(({ from, to }) => from < to)
}

function withinLimit(sentences: SourceSentence[], source: string): SourceSentence[] {
  const last = sentences[maxSentences - 1]
  if (last === undefined || sentences.length === maxSentences) return sentences
  return [...sentences.slice(0, maxSentences - 1), { ...last, text: source.slice(last.from).trimEnd() }]
}
