import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId } from '../../../shared/ids'
import type { Message, Part } from '../../../shared/sessions/messages'
import type { RunContext, RunRequest, RunSource, SourceEvent } from '../../run-source/run-source'
import { OverlapFilter } from './overlap'

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
