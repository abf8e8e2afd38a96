import { stripVTControlCharacters } from 'node:util'

import type { AgentId } from '../../../shared/agents/agents'
import { agentNotice } from '../../../shared/runs/agent-notice'
import { redactText } from '../../base/redaction/redaction'
import type { ErrorSink } from '../../errors/error-sink'
import { agentProfiles } from '../profiles/agent-profiles'
import { isRecord } from '../../../shared/record'
import { parseForeignJson } from '../../../shared/json-depth'

/** The longest logged sample of an odd output, in UTF-16 units. */
const sampleChars = 300
/** The number of different oddities of one process that are logged. */
const maxNotes = 20

/** The kinds of output of an agent that Parley did not understand. */
export type Oddity =
  /** A line that is not a message, such as a log line or a banner. */
  | 'line'
  /** The beginning of a message whose rest is missing or damaged. */
  | 'damaged-message'
  /** A line that is longer than Parley reads. */
  | 'long-line'
  /** A message of an unknown kind. */
  | 'message'
  /** An unknown word or a value of the wrong type in a known message. */
  | 'value'

/** An entry of the log about output that Parley did not understand. It is no failure of the turn. */
export class OddOutputNote extends Error {
  override readonly name = 'OddOutputNote'
  readonly oddity: Oddity
  /** The start of the output. */
  readonly sample: string

  constructor(agentId: AgentId, oddity: Oddity, sample: string) {
    const words = redactText(sample)
    super(`${agentProfiles[agentId].name} sent something unknown (${oddity}): ${words}`)
    this.oddity = oddity
    this.sample = words
    // Where it was noted says nothing.
    delete this.stack
  }
}

/** Finds the messages in the lines of one agent process, and notes everything else in the log. */
export class OddOutput {
  readonly #agentId: AgentId
  readonly #errors: Pick<ErrorSink, 'warning'>
  readonly #noted = new Set<string>()
  #isIncomplete = false
  #lastLine = ''

  constructor(agentId: AgentId, errors: Pick<ErrorSink, 'warning'>) {
    this.#agentId = agentId
    this.#errors = errors
  }

  /** The start of the last line that was no message: what a program says that cannot speak the protocol. */
  get lastLine(): string {
    return this.#lastLine
  }

  /** The JSON objects in a line, and the start of one that is damaged. */
  messagesIn(line: string): { messages: Record<string, unknown>[]; damaged: string | null } {
    const { objects, rest } = objectsIn(line)
    const damaged = rest.startsWith('{"') ? rest : null
    if (damaged !== null) this.lost('damaged-message', damaged)
    else if (rest !== '') this.note('line', rest)
    if (rest !== '') this.#lastLine = rest.slice(0, sampleChars)
    return { messages: objects, damaged }
  }

  /** Logs it, once for similar ones. */
  note(oddity: Oddity, sample: string): void {
    const start = sample.slice(0, sampleChars)
    const key = `${oddity} ${start.replaceAll(/\d+/g, '0')}`
    if (this.#noted.size >= maxNotes || this.#noted.has(key)) return
    this.#noted.add(key)
    this.#errors.warning('agents', new OddOutputNote(this.#agentId, oddity, start))
  }

  /** Logs it. It may have been part of the answer. */
  lost(oddity: Oddity, sample: string): void {
    this.#isIncomplete = true
    this.note(oddity, sample)
  }

  /** The notice that a part of the answer may be missing, once; null if nothing was lost since. */
  takeNotice(): ReturnType<typeof agentNotice> | null {
    if (!this.#isIncomplete) return null
    this.#isIncomplete = false
    return agentNotice({ reason: 'partly-unreadable', providerName: agentProfiles[this.#agentId].name })
  }
}

const controls = /[\p{Cc}\u2028\u2029]+/gu
const marks = /^[\uFEFF\uFFFE\s]+/u

/**
 * The JSON objects in a line of an agent, and the rest, which is empty in a line of messages only. Objects are read from
 * the start of the line, even after a byte-order mark or colour codes, and directly after one another. An object after
 * other text is part of that text: programs log what they send and receive.
 */
export function objectsIn(line: string): { objects: Record<string, unknown>[]; rest: string } {
  const whole = parsed(line)
  if (whole !== null) return { objects: [whole], rest: '' }
  const batch = batchIn(line)
  if (batch !== null) return { objects: batch, rest: '' }
  const objects: Record<string, unknown>[] = []
  const others: string[] = []
  // A carriage return separates the states of a progress line, and JSON contains none.
  for (const part of line.split('\r')) {
    const rest = takeObjects(clean(part), objects)
    if (rest !== '') others.push(rest)
  }
  // A damaged message says more than what was printed around it.
  return { objects, rest: others.find((text) => text.startsWith('{"')) ?? others.join(' ') }
}

/** The messages of a batch, as JSON-RPC allows it; null for any other list, which a program may print. */
function batchIn(line: string): Record<string, unknown>[] | null {
  const text = clean(line)
  if (!text.startsWith('[{') || !text.endsWith('}]')) return null
  try {
    const list = parseForeignJson(text)
    if (!Array.isArray(list)) return null
    const messages = list.filter((each) => isRecord(each) && each['jsonrpc'] === '2.0')
    return messages.length === list.length ? messages : null
  } catch {
    return null
  }
}

/** Without colours and other control characters, which JSON does not allow unescaped. */
function clean(text: string): string {
  return stripVTControlCharacters(text).replaceAll(controls, ' ').replace(marks, '').trim()
}

/** Appends the objects at the start of the text, and returns what follows them. */
function takeObjects(text: string, objects: Record<string, unknown>[]): string {
  let rest = text
  for (let end = endOfObject(rest); end !== null; end = endOfObject(rest)) {
    const object = parsed(rest.slice(0, end))
    if (object === null) break
    objects.push(object)
    rest = rest.slice(end).trimStart()
  }
  return rest
}

function parsed(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null
  try {
    return parseForeignJson(text) as Record<string, unknown>
  } catch {
    return null
  }
}

/** Returns the end of the object at the start of the text; null if there is none, or its end is missing. */
function endOfObject(text: string): number | null {
  if (!text.startsWith('{')) return null
  let [depth, isInString] = [0, false]
  for (const { 0: token, index } of text.matchAll(/\\.|["{}]/gsu)) {
    if (token === '"') isInString = !isInString
    else if (!isInString && token === '{') depth += 1
    else if (!isInString && token === '}' && (depth -= 1) === 0) return index + 1
  }
  return null
}
