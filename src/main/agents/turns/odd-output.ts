import type { AgentId } from '../../../shared/agents/agents'
import { agentNotice } from '../../../shared/runs/agent-notice'
import { redactText } from '../../base/redaction/redaction'
import type { ErrorSink } from '../../errors/error-sink'
import { agentProfiles } from '../profiles/agent-profiles'
import { objectsIn } from './objects-in'

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
