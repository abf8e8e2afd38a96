import { parseForeignJson, valueDepth } from '../../shared/json-depth'
import type { MessageId, SessionId } from '../../shared/ids'
import { agentOf, providerOf } from '../../shared/models/models'
import { isRecord } from '../../shared/record'
import { type Message, messageText, type ToolResultPart } from '../../shared/sessions/messages'
import {
  isEmptyPast,
  pastLimits,
  type PastTurn,
  type PromptPast,
  type RecordedCall,
} from '../../shared/sets/past'
import type { PromptFromChat } from '../../shared/sets/sets'
import { earlierAnswerOf } from './candidates/earlier-answer'
import { valueText } from '../run-source/message-files'
import type { SessionStore } from '../store/sessions/session-store'
import type { ToolCatalogue } from '../tools/tool'

/** Messages that are read before and after the question; some are only results of tools. */
const messagesBefore = pastLimits.turns * 2
const messagesAfter = 20
/** A part of the characters of a past is for calls of the answer and definitions of tools. */
const maxRestChars = pastLimits.chars / 2

interface Deps {
  sessions: Pick<SessionStore, 'getSession' | 'getMessage' | 'readPath' | 'systemPromptOf'>
  tools: Pick<ToolCatalogue, 'list'>
  /** The models of the panes of its comparison, which have all seen its questions; none for a chat. */
  paneModels: (sessionId: SessionId) => string[]
}

/**
 * A question of a chat or pane as a prompt of a set, with what preceded it. What exceeds the limits of a past is left
 * out: the oldest turns, and the end of long results. A temporary chat leaves nothing but the text.
 * @throws NOT_FOUND
 */
export function promptFromChat(
  { sessions, tools: catalogue, paneModels }: Deps,
  { sessionId, messageId }: { sessionId: SessionId; messageId: MessageId },
): PromptFromChat {
  const session = sessions.getSession(sessionId)
  const question = sessions.getMessage(sessionId, messageId)
  const files = filesIn(question)
  const text = messageText(question).slice(0, pastLimits.turnChars).toWellFormed()
  const content = {
    text: text.trim() === '' ? files.map(({ name }) => name).join(', ') : text,
    systemPrompt: null,
    values: {},
    checks: [],
    seenBy: [] as string[],
  }
  if (session.isTemporary === true) return { prompt: content, leftOutTurns: 0, cutResults: 0 }

  const before = sessions.readPath(sessionId, { before: messageId, limit: messagesBefore })
  const after = sessions.readPath(sessionId, { after: messageId, limit: messagesAfter }).messages
  const next = after.findIndex(({ role }) => role === 'user')
  const answer = next === -1 ? after : after.slice(0, next)
  const last = answer.findLast(({ role }) => role === 'assistant')
  const earlier = last?.status === 'complete' ? earlierAnswerOf(messageText(last), last) : null
  const models = [...answer.map(({ model = '' }) => model), ...paneModels(sessionId)]
  const seenBy = new Set(models.filter((model) => model !== '').map(providerOf))
  const recorder = new CallRecorder([...before.messages, ...answer])
  const all = before.messages.flatMap((message) => turnOf(message, recorder) ?? [])
  const calls = answer.flatMap((message) => recorder.callsIn(message))
  const called = new Set([...all.flatMap((turn) => turn.calls ?? []), ...calls].map(({ name }) => name))
  const tools =
    called.size === 0 ? [] : offered(catalogue.list(session.tools ?? { enabled: [] }, session), called)
  const rest: PromptPast = {
    mode: 'next',
    turns: [],
    ...(files.length === 0 ? {} : { files }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(calls.length === 0 ? {} : { calls: fitting(calls, maxRestChars).slice(0, pastLimits.calls) }),
  }
  const kept = fitting(all.toReversed(), pastLimits.chars - JSON.stringify(rest).length - 100)
  const turns = kept.slice(0, pastLimits.turns).toReversed()
  const past = { ...rest, turns: turns[0]?.role === 'assistant' ? turns.slice(1) : turns }
  return {
    prompt: {
      ...content,
      systemPrompt: sessions.systemPromptOf(sessionId),
      ...(earlier === null ? {} : { answer: earlier }),
      seenBy: [...seenBy],
      ...(isEmptyPast(past) ? {} : { past }),
    },
    leftOutTurns: all.length - past.turns.length,
    cutResults: recorder.cutCount,
  }
}

/** The first of these that have at most so many characters together. */
function fitting<Item>(items: readonly Item[], chars: number): Item[] {
  let left = chars
  const end = items.findIndex((item) => {
    left -= JSON.stringify(item).length + 1
    return left < 0
  })
  return items.slice(0, end === -1 ? items.length : end)
}

function turnOf(message: Message, recorder: CallRecorder): PastTurn | null {
  const { role } = message
  if (role !== 'user' && role !== 'assistant') return null
  const text = messageText(message).slice(0, pastLimits.turnChars).toWellFormed()
  const files = role === 'user' ? filesIn(message) : []
  const calls = recorder.callsIn(message)
  if (text === '' && files.length === 0 && calls.length === 0) return null
  return {
    role,
    text,
    ...(files.length === 0 ? {} : { files }),
    ...(calls.length === 0 ? {} : { calls }),
  }
}

function filesIn({ parts }: Message) {
  return parts.filter((part) => part.type === 'attachment').slice(0, pastLimits.files)
}

/** Reads the calls of tools with their results, without those that a provider or an agent has run. */
class CallRecorder {
  /** The number of results that were too long. */
  cutCount = 0
  readonly #results: ReadonlyMap<string, ToolResultPart>

  constructor(messages: readonly Message[]) {
    const results = messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
    this.#results = new Map(results.map((result) => [result.toolCallId, result]))
  }

  callsIn({ role, model, parts }: Message): RecordedCall[] {
    if (role !== 'assistant' || (model !== undefined && agentOf(model) !== null)) return []
    return parts
      .flatMap((part): RecordedCall[] => {
        if (part.type !== 'tool-call' || part.isRunByProvider === true) return []
        const result = this.#results.get(part.toolCallId)
        const input = inputOf(part.input)
        if (result === undefined || input === null || part.toolName.length > pastLimits.toolNameChars)
          return []
        const output = this.#cut(valueText(result.output))
        return [{ name: part.toolName, input, output, ...(result.isError === true ? { isError: true } : {}) }]
      })
      .slice(0, pastLimits.calls)
  }

  #cut(output: string): string {
    if (output.length <= pastLimits.resultChars) return output.toWellFormed()
    this.cutCount += 1
    const note = `\n\n[Cut here. The result had ${output.length} characters.]`
    return output.slice(0, pastLimits.resultChars - note.length).toWellFormed() + note
  }
}

/** Some models write their arguments as JSON within a string. */
function inputOf(input: unknown): Record<string, unknown> | null {
  if (typeof input !== 'string') return isRecord(input) ? input : null
  try {
    const parsed = parseForeignJson(input, valueDepth)
    return isRecord(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** The tools that are on and can be used, and those that were called, even if they are gone. */
function offered(known: ReturnType<ToolCatalogue['list']>, called: ReadonlySet<string>) {
  const there = known
    .filter(({ name, isEnabled, problem }) => called.has(name) || (isEnabled && problem === undefined))
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    .toSorted((one, other) => Number(called.has(other.name)) - Number(called.has(one.name)))
  const names = new Set(there.map(({ name }) => name))
  const gone = [...called].filter((name) => !names.has(name))
  const all = [...gone.map((name) => ({ name, description: '', inputSchema: { type: 'object' } })), ...there]
  return fitting(all, maxRestChars / 2).slice(0, pastLimits.tools)
}
