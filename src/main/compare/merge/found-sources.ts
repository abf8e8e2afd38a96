import type { StatementSource } from '../../../shared/sessions/messages'
import type { QuoteFinder } from './find-quote'
import type { ReplyUnit } from './reply-unit'
import type { SourceSentence } from './source-sentences'

/** The sources of a unit whose sentence exists and contains one of its quotes. What cannot be found is left out. */
export function foundSources(
  { sources, quotes }: Pick<ReplyUnit, 'sources' | 'quotes'>,
  { sentences, finder }: { sentences: ReadonlyMap<string, SourceSentence>; finder: QuoteFinder },
): StatementSource[] {
  const found: StatementSource[] = []
  const seen = new Set<SourceSentence>()
  for (const [index, source] of sources.entries()) {
    const sentence = sentences.get(source.replaceAll(/[\s[\](){}#]/g, '').toUpperCase())
    if (sentence === undefined || seen.has(sentence)) continue
    seen.add(sentence)
    // First the quote in the same place; a model may also give one quote for several sources.
    const own = quotes[index]
    for (const quote of own === undefined ? quotes : new Set([own, ...quotes])) {
      const place = finder.find(sentence, quote)
      if (place === null) continue
      const { messageId, number, from } = sentence
      found.push({ messageId, sentence: number, from: from + place.from, to: from + place.to })
      break
    }
  }
  return found
}
