import type { Message, StatementSource } from '../../../shared/sessions/messages'
import type { RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'
import { QuoteFinder } from './find-quote'
import type { MergeRequest } from './merge-request'
import { type MergedDelta, MergedText } from './merged-text'
import { type ReplyPiece, ReplyScanner } from './reply-scanner'
import { cutUnit, type ReplyUnit, replyUnit } from './reply-unit'
import type { SourceSentence } from './source-sentences'

/**
 * Makes a model's source one that merges: sends the merge request instead of the stored question, and turns the reply
 * into a readable text whose statements name the sentences that they quote.
 */
export function mergeSource(source: RunSource, loadMerge: () => Promise<MergeRequest>): RunSource {
  return async function* merged(request, context) {
    const merge = await loadMerge()
    if (context.signal.aborted) return
    let reply = new ReplyReader(merge)
    try {
      for await (const event of source(asMerge(request, merge), context)) {
        if (event.type === 'text-delta') yield* reply.push(event.text)
        else {
          // What precedes it must be complete before the answer is.
          if (event.type === 'finish') yield* reply.end()
          if (event.type === 'text-was-reasoning') reply = new ReplyReader(merge)
          yield event
        }
      }
    } catch (error) {
      // What arrived before the failure is kept.
      if (!context.signal.aborted) yield* reply.end()
      throw error
    }
    yield* reply.end()
  }
}

/** The question's files stay; its text becomes part of the request. */
function asMerge(request: RunRequest, { system, prompt }: MergeRequest): RunRequest {
  const question = request.messages.at(-1)
  if (question === undefined) return request
  const files = question.parts.filter((part) => part.type === 'attachment')
  const message: Message = { ...question, parts: [...files, { type: 'text', text: prompt }] }
  return { ...request, messages: [message], systemPrompt: system }
}

/** Statements beyond these become text without sources, because each one is drawn and stored separately. */
const maxStatements = 2_000

/** Reads one reply. */
class ReplyReader {
  readonly #sentences: MergeRequest['sentences']
  readonly #scanner = new ReplyScanner()
  readonly #text = new MergedText()
  readonly #finder = new QuoteFinder()
  #hasEnded = false
  #statementCount = 0

  constructor({ sentences }: MergeRequest) {
    this.#sentences = sentences
  }

  push(chunk: string): SourceEvent[] {
    return this.#events(this.#scanner.push(chunk))
  }

  end(): SourceEvent[] {
    if (this.#hasEnded) return []
    this.#hasEnded = true
    return this.#events(this.#scanner.end())
  }

  #events(pieces: readonly ReplyPiece[]): SourceEvent[] {
    return pieces.flatMap((piece) => {
      const delta = this.#delta(piece)
      return delta === null ? [] : [{ type: 'text-delta' as const, ...delta }]
    })
  }

  #delta(piece: ReplyPiece): MergedDelta | null {
    if (piece.type === 'text') return this.#text.plain(piece.text)
    const unit = piece.type === 'object' ? replyUnit(piece.value) : cutUnit(piece.raw)
    return unit === null ? this.#text.plain(piece.raw) : this.#unit(unit)
  }

  #unit(unit: ReplyUnit): MergedDelta | null {
    this.#statementCount += 1
    if (this.#statementCount > maxStatements) return this.#text.plain(`${unit.text}\n\n`)
    return this.#text.unit(unit, foundSources(unit, { sentences: this.#sentences, finder: this.#finder }))
  }
}

/** The sources of a unit whose sentence exists and contains one of its quotes. What cannot be found is left out. */
function foundSources(
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
