import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId } from '../../../shared/ids'
import type { Message, Part } from '../../../shared/sessions/messages'
import type { RunContext, RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'

/** The end of the answer that the model is asked to repeat, in words and in UTF-16 units. */
const quotedWords = 6
const quotedChars = 120

/**
 * Makes a model's source one that continues `answer`: asks for the rest of it, and yields only what is new. `answer`
 * ends with text. A model that `takesPrefill` gets it as the beginning of its answer, any other with an instruction.
 */
export function continuingSource(
  source: RunSource,
  answer: Message,
  { takesPrefill = false }: { takesPrefill?: boolean | undefined } = {},
): RunSource {
  const before = answer.parts.findLast((part) => part.type === 'text')?.text ?? ''
  const rest: RunSource = async function* asked(request, context) {
    // Models that think begin with their thoughts, not with the middle of a text.
    const { reasoningEffort = 'none' } = request.params
    let { wasRefused } = request
    if (takesPrefill && reasoningEffort === 'none' && before.trim() !== '') {
      const isTaken = yield* prefilled(source, { before, request: withPrefill(request, answer), context })
      if (isTaken) return
      wasRefused = true
    }
    const filter = () => new OverlapFilter(before, { isPrefilled: false })
    const instructed = { ...asContinuation(request, answer, before), wasRefused }
    yield* onlyNew(source(instructed, context), filter, context)
  }
  return (request, context) => notInVain(rest(request, context))
}

/** Events of a source that are no part of an answer. */
const besides: ReadonlySet<SourceEvent['type']> = new Set([
  'finish',
  'notice',
  'pending',
  'reasoning-delta',
  'turn',
  'usage',
])

/**
 * @throws PROVIDER_PROTOCOL the model was cut off before it added anything, as one that thinks too long: nothing would
 * change, and nobody would know why
 */
async function* notInVain(events: AsyncIterable<SourceEvent>): AsyncGenerator<SourceEvent, void, undefined> {
  let hasAdded = false
  let isCut = false
  for await (const event of events) {
    hasAdded ||= !besides.has(event.type)
    isCut ||= event.type === 'finish' && event.reason === 'length'
    yield event
  }
  if (isCut && !hasAdded) throw failure('PROVIDER_PROTOCOL', 'continuation-empty')
}

/** Continues a prefilled answer. Returns whether the provider took the request. */
async function* prefilled(
  source: RunSource,
  { before, request, context }: { before: string; request: RunRequest; context: RunContext },
): AsyncGenerator<SourceEvent, boolean, undefined> {
  const filter = () => new OverlapFilter(before, { isPrefilled: true })
  let hasAnswered = false
  try {
    for await (const event of onlyNew(source(request, context), filter, context)) {
      // A notice, such as of a wait, is nothing of the answer.
      hasAnswered ||= event.type !== 'notice'
      yield event
    }
    return true
  } catch (error) {
    const isRefused = error instanceof ParleyError && error.code === 'PROVIDER_BAD_REQUEST'
    if (hasAnswered || !isRefused || context.signal.aborted) throw error
    return false
  }
}

/** These events without repetitions. */
async function* onlyNew(
  events: AsyncIterable<SourceEvent>,
  newFilter: () => OverlapFilter,
  { signal }: RunContext,
): AsyncGenerator<SourceEvent, void, undefined> {
  let filter = newFilter()
  try {
    for await (const event of events) {
      if (event.type === 'text-delta') {
        const text = filter.push(event.text)
        if (text !== '') yield { ...event, text }
        continue
      }
      // Reasoning is placed before the text; after anything else, the text cannot continue.
      if (event.type === 'text-was-reasoning') filter = newFilter()
      else if (event.type === 'finish' || event.type === 'tool-call') yield* held(filter)
      yield event
    }
  } catch (error) {
    // What arrived before the failure is kept.
    if (!signal.aborted) yield* held(filter)
    throw error
  }
  yield* held(filter)
}

function* held(filter: OverlapFilter) {
  const text = filter.end()
  if (text !== '') yield { type: 'text-delta' as const, text }
}

/** The request with the answer so far as its last message, without space at its end, which some providers refuse. */
function withPrefill(request: RunRequest, answer: Message): RunRequest {
  const last = answer.parts.findLastIndex(({ type }) => type === 'text')
  const parts = answer.parts.map((part, index): Part => {
    return index === last && part.type === 'text' ? { ...part, text: part.text.trimEnd() } : part
  })
  return { ...request, messages: [...request.messages, { ...answer, parts }], isPrefilled: true }
}

/** The request with the answer so far and the instruction to continue it. */
function asContinuation(request: RunRequest, answer: Message, before: string): RunRequest {
  const text = `Your last message was cut off. Continue it exactly where it ends: begin with its last words, ${quoted(before)}, then write on. Do not comment on this, do not greet, do not repeat anything else, and do not reopen a code block that is still open.`
  const instruction: Message = {
    id: `${answer.id}-continue` as MessageId,
    sessionId: answer.sessionId,
    parentId: answer.id,
    role: 'user',
    parts: [{ type: 'text', text }],
    status: 'complete',
    createdAt: answer.createdAt,
  }
  return { ...request, messages: [...request.messages, answer, instruction] }
}

/** The last words of the last line. */
function quoted(text: string): string {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  const words = line.match(/\S+/g)?.slice(-quotedWords).join(' ') ?? ''
  return `"${words.slice(-quotedChars)}"`
}

/** The longest repetition of the end of a text by a continuation, in UTF-16 units: a whole short answer. */
const maxOverlap = 20_000
/** Shorter matches are more likely chance than repetition. */
const minOverlap = 3
/** The longest repetition by a model that was not asked to repeat anything: code and tables repeat themselves. */
const minUnasked = 40
/** A shorter answer is not recognised if the model starts it over unasked. */
const minWhole = 12
/** The white space, or text of a code block's first line, that is held back until something else follows. */
const maxUnclear = 500

const wordChar = /[\p{L}\p{N}]/u
/** These are written without spaces, so any of their characters may begin a word. */
const unspacedChar = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * Removes from the beginning of a continuation what the text before it ends with. Holds text back only as long as it
 * may be a repetition.
 */
export class OverlapFilter {
  readonly #before: string
  /** The end of what comes before, without trailing space. */
  readonly #tail: string
  readonly #isPrefilled: boolean
  /** The first place in the tail where the text so far occurs. More text only moves it towards the end. */
  #repeated = 0
  #held = ''
  /** Characters compared so far. */
  #compared = 0
  #isInCode: boolean
  #hasDecided = false

  /** `isPrefilled`: the model got the text, without space at its end, as the beginning of its answer. */
  constructor(before: string, { isPrefilled }: { isPrefilled: boolean }) {
    this.#before = before
    this.#isPrefilled = isPrefilled
    this.#isInCode = endsInCode(before)
    this.#tail = before.trimEnd().slice(-maxOverlap)
  }

  /** The part of the text so far that is new. */
  push(text: string): string {
    if (this.#hasDecided) return text
    this.#held += text
    if (this.#isInCode && !this.#hasPassedFence()) return ''
    const said = this.#held.trimStart()
    if (said === '') return this.#held.length > maxUnclear ? this.#decide(said) : ''
    const mayBeRepetition = this.#held.length <= this.#tail.length + maxUnclear
    const isHeld = mayBeRepetition && (this.#mayGrow(said) || this.#mayBeJoined(said))
    return isHeld ? '' : this.#decide(said)
  }

  /** Returns the text that is still held when the continuation has ended. */
  end(): string {
    return this.#hasDecided ? '' : this.#decide(this.#held.trimStart())
  }

  #decide(said: string): string {
    this.#hasDecided = true
    const overlap = this.#overlapWith(said)
    const there = this.#before.slice(this.#before.trimEnd().length)
    if (overlap !== undefined) return withoutSpace(said.slice(overlap), there)
    if (this.#isPrefilled) return withoutSpace(this.#held, there)
    // Without a repetition, the space before the text belongs to it, unless it repeats the space that is there.
    return this.#held.startsWith(there) ? this.#held.slice(there.length) : this.#held
  }

  /** True if the text so far occurs in the tail, but does not reach its end yet. */
  #mayGrow(said: string): boolean {
    const tail = this.#tail
    const known = this.#compared
    this.#compared = said.length
    let at = tail.startsWith(said.slice(known), this.#repeated + known)
      ? this.#repeated
      : tail.indexOf(said, this.#repeated)
    while (at !== -1 && !startsWord(tail, at)) at = tail.indexOf(said, at + 1)
    this.#repeated = at === -1 ? tail.length : at
    return this.#repeated + said.length < tail.length
  }

  /** The length of the longest end of the tail that the text begins with. */
  #overlapWith(said: string): number | undefined {
    const tail = this.#tail
    const least = this.#isPrefilled ? Math.min(minUnasked, Math.max(minWhole, tail.length)) : minOverlap
    for (let at = Math.max(0, tail.length - said.length); at <= tail.length - least; at += 1) {
      if (tail[at] === said[0] && startsWord(tail, at) && said.startsWith(tail.slice(at))) {
        return tail.length - at
      }
    }
    return undefined
  }

  /** True if the text so far is a repetition and the space after it, which may be there already. */
  #mayBeJoined(said: string): boolean {
    return this.#before.length > this.#before.trimEnd().length && this.#tail.endsWith(said.trimEnd())
  }

  /** Drops a line that reopens the code block. Returns whether the text so far has passed that line. */
  #hasPassedFence(): boolean {
    const said = this.#held.trimStart()
    const mayOpen = '```'.startsWith(said.slice(0, 3)) && this.#held.length <= maxUnclear
    if (mayOpen && !said.includes('\n')) return false
    // With a language, because a fence without one may end the block.
    this.#held = this.#held.replace(/^\s*```[^\s`][^\n]*\n/, '')
    this.#isInCode = false
    return true
  }
}

/** True if a word, or anything but the rest of a word, begins here. */
function startsWord(text: string, index: number): boolean {
  const before = text[index - 1]
  const here = text[index]
  if (before === undefined || here === undefined) return true
  if (!wordChar.test(before) || !wordChar.test(here)) return true
  return unspacedChar.test(here)
}

/** True if the text ends inside a fenced code block. */
function endsInCode(text: string): boolean {
  return (text.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1
}

/** The text after a repetition, without the space that is already there. */
function withoutSpace(text: string, there: string): string {
  const rest = text.trimStart()
  const own = text.slice(0, text.length - rest.length)
  if (text.startsWith(there)) return text.slice(there.length)
  return lineCount(own) > lineCount(there) ? '\n'.repeat(lineCount(own) - lineCount(there)) + rest : rest
}

function lineCount(space: string): number {
  return space.split('\n').length
}
