import type { ComparisonId, SessionId } from '../../../shared/ids'
import type { Message, StopReason } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import { type StoppedRound, stoppedRound } from '../../store/sealed/shown-answer'

/**
 * How long a round waits for further panes after one has started. A window asks all panes in one go; without this wait, a
 * pane that fails at once would end the round of the others.
 */
const settleMs = 1_000

/** The answers to one question in a comparison with hidden contestants, which appear together. */
interface Round {
  readonly startedMonotonic: number
  lastStartMonotonic: number
  /** By session, in the order in which they were asked. */
  readonly answers: Map<SessionId, RoundAnswer>
  /** The sessions of the comparison's panes, as last read. */
  sessions: readonly SessionId[]
  stopReason: StopReason | null
  cancelTimer: Dispose
}

interface RoundAnswer {
  /** Null while it is being written. */
  message: Message | null
  readonly released: PromiseWithResolvers<StoppedRound | null>
}

/** One answer's place in its round. */
export interface RoundPlace {
  /** The user stops waiting for the answers. */
  stop: (reason: StopReason) => void
  /** Resolves when the answers of the round may appear; null if it was not stopped. */
  end: (answer: Message) => Promise<StoppedRound | null>
}

/**
 * Holds the answers of hidden contestants until all of their round have ended, so that neither their order nor their speed
 * identifies a model. A round with only some of the panes lasts at least as long as the longest one before it:
 * otherwise, asking one pane again would show how fast it is. A stop ends that wait.
 */
export class Rounds {
  readonly #deps
  readonly #rounds = new Map<ComparisonId, Round>()
  readonly #longestMs = new Map<ComparisonId, number>()

  /** `sessionsOf`: the sessions of a comparison's panes. */
  constructor(deps: { sessionsOf: (id: ComparisonId) => readonly SessionId[]; clock: Clock }) {
    this.#deps = deps
  }

  /** The place of a run that starts now. */
  join(comparisonId: ComparisonId, sessionId: SessionId): RoundPlace {
    const now = this.#deps.clock.monotonic()
    const round = this.#rounds.get(comparisonId) ?? {
      startedMonotonic: now,
      lastStartMonotonic: now,
      answers: new Map(),
      sessions: [],
      stopReason: null,
      cancelTimer: () => {},
    }
    round.lastStartMonotonic = now
    const answer: RoundAnswer = { message: null, released: Promise.withResolvers() }
    round.answers.set(sessionId, answer)
    this.#rounds.set(comparisonId, round)
    this.#readSessions(comparisonId, round)
    return {
      stop: (reason) => {
        round.stopReason ??= reason
        this.#check(comparisonId, round)
      },
      end: (message) => {
        answer.message = message
        this.#check(comparisonId, round)
        return answer.released.promise
      },
    }
  }

  #check(comparisonId: ComparisonId, round: Round): void {
    if (this.#rounds.get(comparisonId) !== round) return
    round.cancelTimer()
    const messages = [...round.answers.values()].flatMap(({ message }) => message ?? [])
    if (messages.length < round.answers.size) return
    const { clock } = this.#deps
    const now = clock.monotonic()
    const lastedMs = now - round.startedMonotonic
    const longestMs = Math.max(this.#longestMs.get(comparisonId) ?? 0, lastedMs)
    this.#readSessions(comparisonId, round)
    const missing = round.sessions.filter((sessionId) => !round.answers.has(sessionId)).length
    const dueAt =
      missing === 0 || round.stopReason !== null
        ? now
        : Math.max(round.lastStartMonotonic + settleMs, round.startedMonotonic + longestMs)
    if (dueAt > now) {
      round.cancelTimer = clock.after(dueAt - now, () => this.#check(comparisonId, round))
      return
    }
    this.#rounds.delete(comparisonId)
    this.#longestMs.set(comparisonId, longestMs)
    const stopped = stoppedRound(messages, missing, round.stopReason)
    // Not in the order in which they ended.
    for (const { released } of round.answers.values()) released.resolve(stopped)
  }

  /** Panes may be removed. If the store cannot be read now, those that were known take part. */
  #readSessions(comparisonId: ComparisonId, round: Round): void {
    try {
      round.sessions = this.#deps.sessionsOf(comparisonId)
    } catch {
      // What needs the store reports its failure.
    }
  }
}
