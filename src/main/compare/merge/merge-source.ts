import type { Message, StatementOrigin, StatementSource } from '../../../shared/sessions/messages'
import type { RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'
import { QuoteFinder } from '../../differences/text/find-quote'
import type { MergeRequest, SourceSentence } from './merge-request'
import {
  cutUnit,
  type ReplyPiece,
  ReplyScanner,
  type ReplyUnit,
  replyUnit,
  type UnitPlace,
} from './reply-scanner'

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

/** What continues the merged answer. */
interface MergedDelta {
  text: string
  /** Absent if it continues the statement before it. */
  statement?: StatementOrigin
}

/** The mark before a conflict in the text. */
const conflictMark = '- ≠ '
const isListed = /^(?:[-*+]|\d{1,9}[.)])\s/
/** Starts a Markdown block, which must not follow a sentence on the same line. */
const isBlock = /^(?:`{3,}|~{3,}|\||#{1,6}\s|>|\$\$)/

/** Writes units and plain text as one Markdown text. */
class MergedText {
  #last: UnitPlace | 'conflict' | 'plain' | null = null

  /** A unit with the sources that were found. */
  unit({ kind, text, place }: ReplyUnit, sources: StatementOrigin['sources']): MergedDelta {
    const statement: StatementOrigin = { kind, sources }
    return { text: kind === 'conflict' ? this.#conflict(text) : this.#statement(text, place), statement }
  }

  /** Text that names no sources. */
  plain(text: string): MergedDelta | null {
    if (this.#last === 'plain') return { text }
    const begun = text.trimStart()
    if (begun === '') return null
    const gap = this.#gap('\n\n')
    this.#last = 'plain'
    return { text: gap + begun, statement: { kind: 'statement', sources: [] } }
  }

  #conflict(text: string): string {
    const gap = this.#gap(this.#last === 'conflict' ? '\n' : '\n\n')
    this.#last = 'conflict'
    return gap + conflictMark + oneLine(text)
  }

  #statement(text: string, wished: UnitPlace): string {
    const place = placeOf(text, wished)
    const last = this.#last
    this.#last = place
    if (last === null) return start(place, text) + shaped(text, place)
    const isJoined = place === 'sentence' && (last === 'sentence' || last === 'paragraph' || last === 'item')
    if (isJoined) return ` ${shaped(text, place)}`
    return (place === 'item' && last === 'item' ? '\n' : '\n\n') + start(place, text) + shaped(text, place)
  }

  #gap(gap: string): string {
    return this.#last === null ? '' : gap
  }
}

function placeOf(text: string, wished: UnitPlace): UnitPlace {
  if (/^#{1,6}\s/.test(text)) return 'heading'
  if (isBlock.test(text)) return 'code'
  return wished === 'sentence' && isListed.test(text) ? 'item' : wished
}

function start(place: UnitPlace, text = ''): string {
  if (place === 'heading' && !text.startsWith('#')) return '## '
  return place === 'item' && !isListed.test(text) ? '- ' : ''
}

function shaped(text: string, place: UnitPlace): string {
  return place === 'code' ? text : oneLine(text)
}

/**
 * Looks at each run of white space once: a pattern for the line break in it would look at a long one for each of its
 * characters.
 */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, (blank) => (/[\r\n]/.test(blank) ? ' ' : blank))
}
