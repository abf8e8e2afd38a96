import type { ComparisonId, MessageId, SessionId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import { Emitter } from '../../base/emitter'
import type { ActiveRuns } from '../../runs/run/active-runs'
import { type StoppedRound, stoppedRound } from '../../store/comparisons/stopped-rounds'

/**
 * How long a round waits for further panes after one has started. A window asks all panes in one go; without this wait, a
 * pane that fails at once would end the round of the others.
 */
const settleMs = 1_000

/** The answers to one question in a blind comparison, which appear together. */
interface Round {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly startedMonotonic: number
  lastStartMonotonic: number
  /** The answers, by session. */
  readonly answers: Map<SessionId, MessageId>
  /** Those that have ended. */
  readonly ended: Map<SessionId, Message>
  /** The sessions of the comparison's panes, as last read. */
  sessions: readonly SessionId[]
  cancelTimer: Dispose
}

interface BlindRoundsDeps {
  active: Pick<ActiveRuns, 'get' | 'onStarted' | 'onEnded'>
  /** The hidden comparison of a session; null when its contestant is not hidden. */
  hiddenComparisonOf: (sessionId: SessionId) => ComparisonId | null
  /** The sessions of a comparison's panes; none when it was deleted. */
  sessionsOf: (comparisonId: ComparisonId) => readonly SessionId[]
  /** The comparisons whose contestants are hidden. */
  hiddenComparisons: () => ReadonlySet<ComparisonId>
  clock: Clock
}

/** What is known of the rounds of a comparison that have ended, as long as its contestants are hidden. */
interface EndedRounds {
  longestMs: number
  /** By answer; null if its round was not stopped. */
  readonly answers: Map<MessageId, StoppedRound | null>
}

/**
 * Holds the answers of blind comparisons until all panes have ended, so that neither their order nor their speed says
 * which model wrote them. A round with only some of the panes lasts at least as long as the longest one before it:
 * otherwise, asking one pane again would show how fast it is.
 */
export class BlindRounds {
  readonly #deps: BlindRoundsDeps
  readonly #rounds = new Map<ComparisonId, Round>()
  readonly #comparisons = new Map<SessionId, ComparisonId>()
  readonly #ended = new Map<ComparisonId, EndedRounds>()
  readonly #released = new Emitter<ComparisonId>()

  constructor(deps: BlindRoundsDeps) {
    this.#deps = deps
    deps.active.onStarted(({ spec }) => {
      const comparisonId = deps.hiddenComparisonOf(spec.sessionId)
      if (comparisonId !== null) this.#join(comparisonId, spec)
    })
    deps.active.onEnded(({ run, outcome }) => {
      const { sessionId } = run.spec
      const comparisonId = this.#comparisons.get(sessionId)
      if (comparisonId === undefined) return
      this.#rounds.get(comparisonId)?.ended.set(sessionId, outcome.message)
      this.#check(comparisonId)
    })
  }

  /** Called when the answers of a comparison may appear. */
  onReleased(listener: (comparisonId: ComparisonId) => void): Dispose {
    return this.#released.on(listener)
  }

  /** When the comparison's round began, in milliseconds since the epoch; null if its answers are not held. */
  heldSince(comparisonId: ComparisonId): number | null {
    return this.#rounds.get(comparisonId)?.startedAt ?? null
  }

  /** The answer in this session that must not appear yet. */
  heldAnswer(sessionId: SessionId): MessageId | null {
    const comparisonId = this.#comparisons.get(sessionId)
    if (comparisonId === undefined) return null
    return this.#rounds.get(comparisonId)?.answers.get(sessionId) ?? null
  }

  /**
   * The round of this answer if it has ended since the start of the app, also if the store can no longer be read: null if
   * it was not stopped, undefined if it is not known.
   */
  ended(comparisonId: ComparisonId, messageId: MessageId): StoppedRound | null | undefined {
    return this.#ended.get(comparisonId)?.answers.get(messageId)
  }

  /** How many of the held answers have ended. */
  endedCount(): number {
    const sessions = [...this.#rounds.values()].flatMap(({ answers }) => [...answers.keys()])
    return sessions.filter((sessionId) => this.#deps.active.get(sessionId) === undefined).length
  }

  /** Every answer of the comparison that must not appear yet. */
  heldAnswers(comparisonId: ComparisonId): ReadonlySet<string> {
    return new Set(this.#rounds.get(comparisonId)?.answers.values())
  }

  #join(
    comparisonId: ComparisonId,
    { sessionId, messageId }: { sessionId: SessionId; messageId: MessageId },
  ): void {
    const { clock } = this.#deps
    const now = clock.monotonic()
    const round = this.#rounds.get(comparisonId) ?? {
      startedAt: clock.now(),
      startedMonotonic: now,
      lastStartMonotonic: now,
      answers: new Map(),
      ended: new Map(),
      sessions: [],
      cancelTimer: () => {},
    }
    round.lastStartMonotonic = now
    round.answers.set(sessionId, messageId)
    this.#readSessions(comparisonId, round)
    this.#rounds.set(comparisonId, round)
    this.#comparisons.set(sessionId, comparisonId)
  }

  #check(comparisonId: ComparisonId): void {
    const { active, clock } = this.#deps
    const round = this.#rounds.get(comparisonId)
    if (round === undefined) return
    round.cancelTimer()
    const sessions = [...round.answers.keys()]
    if (sessions.some((sessionId) => active.get(sessionId) !== undefined)) return
    const now = clock.monotonic()
    const earlier = this.#ended.get(comparisonId)
    const longestMs = Math.max(earlier?.longestMs ?? 0, now - round.startedMonotonic)
    this.#readSessions(comparisonId, round)
    const dueAt = round.sessions.every((sessionId) => round.answers.has(sessionId))
      ? now
      : Math.max(round.lastStartMonotonic + settleMs, round.startedMonotonic + longestMs)
    if (dueAt > now) {
      round.cancelTimer = clock.after(dueAt - now, () => this.#check(comparisonId))
      return
    }
    this.#rounds.delete(comparisonId)
    for (const sessionId of sessions) this.#comparisons.delete(sessionId)
    const missing = round.sessions.filter((sessionId) => !round.answers.has(sessionId)).length
    const stopped = stoppedRound([...round.ended.values()], missing)
    const answers = earlier?.answers ?? new Map<MessageId, StoppedRound | null>()
    for (const messageId of round.answers.values()) answers.set(messageId, stopped)
    this.#forgetShown()
    this.#ended.set(comparisonId, { longestMs, answers })
    this.#released.fire(comparisonId)
  }

  /** Forgets comparisons whose contestants are no longer hidden, or that were erased. */
  #forgetShown(): void {
    try {
      const hidden = this.#deps.hiddenComparisons()
      for (const id of this.#ended.keys()) if (!hidden.has(id)) this.#ended.delete(id)
    } catch {
      // Without the store, what is remembered is all that is known.
    }
  }

  /** Panes may be removed during the round. If the store cannot be read now, those that were known take part. */
  #readSessions(comparisonId: ComparisonId, round: Round): void {
    try {
      round.sessions = this.#deps.sessionsOf(comparisonId)
    } catch {
      // What needs the store reports its failure.
    }
  }
}
