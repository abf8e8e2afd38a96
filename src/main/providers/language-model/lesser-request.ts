import type { ParleyError } from '../../../shared/errors'
import type { Part } from '../../../shared/sessions/messages'
import { speaksOfTools } from '../../run-source/refused-tools'
import type { RunRequest } from '../../run-source/run-source'
import type { ModelProtocol } from './model-protocol'

/** How many requests one answer may take if the provider refuses them as a whole. */
const mostTries = 3

/** A request, in the form in which it is sent. */
export interface AskedRequest {
  protocol: ModelProtocol
  request: RunRequest
}

/** What a request can do without: nobody chose it for this request, and it would be refused in every later one, too. */
interface Omission {
  /** In refusals that are about it. */
  words: RegExp
  isIn: (asked: AskedRequest) => boolean
  without: (asked: AskedRequest) => AskedRequest
}

/** Files that tools returned. Their names stay. */
const resultFiles: Omission = {
  words: /image|vision|modal|audio|media|\bfiles?\b|base64/i,
  isIn: ({ protocol, request }) =>
    (resultImagesFor(protocol, request) === 'read' || protocol.takesResultAudio === true) &&
    request.messages.some(({ role, parts }) =>
      parts.some(
        (part) => role === 'assistant' && part.type === 'attachment' && part.toolCallId !== undefined,
      ),
    ),
  without({ protocol, request }) {
    const { resultImages: _images, takesResultAudio: _audio, ...rest } = protocol
    return { protocol: rest, request }
  },
}

/**
 * What the family gave for its reasoning and calls. It is refused when it no longer fits: the system prompt changed, the
 * chat came from another account, or the key belongs to another maker.
 */
const providerData: Omission = {
  words: /signature|thinking|thought|reasoning|crypt/i,
  isIn: ({ protocol, request }) =>
    protocol.mayRefuseItsData?.(request) === true &&
    request.messages.some(({ parts }) => parts.some((part) => hasData(part, protocol.providerDataKey))),
  without: ({ protocol, request }) => ({
    protocol,
    request: {
      ...request,
      messages: request.messages.map((message) => ({ ...message, parts: message.parts.map(withoutData) })),
    },
  }),
}

/** How many requests this one may take, itself included. */
export function triesFor({ isPrefilled, wasRefused, messages }: RunRequest): number {
  // A refused continuation is requested again by its caller, with an instruction. In a later step, calls follow the text.
  const last = messages.at(-1)?.parts.findLast(({ type }) => type === 'text' || type.startsWith('tool-'))
  if (isPrefilled === true && last?.type === 'text') return 1
  return wasRefused === true ? mostTries - 1 : mostTries
}

/**
 * The request without what its refusal is about or, if it does not say so, without one thing after the other;
 * `isLast`: without all of them. Null if there is nothing to leave out.
 */
export function lesserRequest(
  asked: AskedRequest,
  refusal: ParleyError,
  { isLast }: { isLast: boolean },
): AskedRequest | null {
  const protocol = asked.protocol.withoutRefused?.(refusal) ?? null
  if (protocol !== null) {
    const next = { ...asked, protocol }
    // What was left out before stays out.
    return asked.protocol.resultImages === undefined ? resultFiles.without(next) : next
  }
  const present = [resultFiles, providerData].filter(({ isIn }) => isIn(asked))
  const { said, param } = refusal.data ?? {}
  const reason = [said, param].filter((text) => typeof text === 'string').join(' ')
  const named = present.filter(({ words }) => words.test(reason))
  // The tool loop, which offers the tools, asks again without them.
  const isAboutTools = named.length === 0 && (asked.request.tools ?? []).length > 0 && speaksOfTools(refusal)
  if (isAboutTools) return null
  const left = isLast ? present : named.length > 0 ? named : present.slice(0, 1)
  return left.length === 0 ? null : left.reduce((rest, { without }) => without(rest), asked)
}

/** What happens to images that tools returned: they are read, or only named. */
export function resultImagesFor(
  { resultImages }: ModelProtocol,
  { takesImages }: RunRequest,
): 'read' | 'name' {
  if (resultImages === undefined || takesImages === false) return 'name'
  return resultImages === 'inside' || takesImages === true ? 'read' : 'name'
}

function hasData(part: Part, key = ''): boolean {
  return 'providerData' in part && part.providerData?.[key] !== undefined
}

function withoutData(part: Part): Part {
  if (part.type !== 'reasoning' && part.type !== 'tool-call') return part
  const { providerData: _given, ...rest } = part
  return rest
}
