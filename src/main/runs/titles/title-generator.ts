import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, MessageId, SessionId } from '../../../shared/ids'
import { type Message, messageText } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import { RetriedWrites } from '../../base/retried-writes'
import type { ErrorSink } from '../../errors/error-sink'
import type { CostOf } from '../../run-source/cost'
import type { RunRequest, RunSource } from '../../run-source/run-source'
import type { Lease, SessionLeases } from '../../leases/session-leases'
import type { SessionNames, Unnamed } from '../../store/sessions/session-names'
import type { SessionStore } from '../../store/sessions/session-store'
import { titleFromReply, titleFromText } from '../../store/messages/title'
import type { ActiveRuns } from '../run/active-runs'
import { type BackgroundAnswer, BackgroundRun } from '../starting/background-run'
import type { RunOutcome, StartedRun } from '../run/run'
import type { ResolveSource } from '../starting/run-starter'
import type { SessionView } from '../watching/session-view'

const deadlineMs = 30_000
const maxOutputTokens = 30
/** For servers that ignore `maxOutputTokens`: the reply is aborted at this length. */
const maxReplyChars = 200
/** Enough of a message to recognize its subject. */
const quotedChars = 2_000

/**
 * Lets a chat's own model name the chat once, after its first complete answer. Nothing waits for it, and users do not
 * see its failures. If it was preempted, it runs again after the next complete answer. A comparison is named by the model
 * of the pane that was the last to complete its first answer, once no pane is running: before, that would slow the others.
 */
export class TitleGenerator {
  readonly #deps: NamerDeps
  readonly #underWay = new Map<BackgroundRun, TitleTask>()
  /** By the session whose answer it is about: a pane may be removed. The last to complete comes last. */
  readonly #waiting = new Map<SessionId, TitleTask>()
  readonly #costs: RetriedWrites
  #isClosed = false

  constructor(deps: NamerDeps) {
    this.#deps = deps
    this.#costs = new RetriedWrites(deps.clock)
    deps.active.onEnded(({ run, outcome }) => {
      try {
        const task = this.#dueAfter(run, outcome)
        if (task !== null) this.#begin(task)
      } catch (error) {
        deps.errors.warning('naming', error)
      }
    })
  }

  /** Stops the current runs and starts no more. */
  close(): void {
    this.#isClosed = true
    for (const background of Array.from(this.#underWay.keys())) background.stop('shutdown')
    this.#costs.close()
  }

  #dueAfter(run: StartedRun, outcome: RunOutcome): TitleTask | null {
    const { names, isOn, comparisons } = this.#deps
    const { sessionId } = run.spec
    if (this.#isClosed || !isOn()) return null
    // The user may have named or deleted it since.
    for (const id of this.#waiting.keys()) if (names.unnamedOf(id) === null) this.#waiting.delete(id)
    const subject = names.unnamedOf(sessionId)
    // It may have been the last running pane of a comparison, which it does not belong to once it is removed.
    if (subject === null && outcome.status !== 'completed')
      return (
        [...this.#waiting.values()].findLast(
          (waiting) => waiting.subject.kind === 'comparison' && !comparisons.isRunning(waiting.subject.id),
        ) ?? null
      )
    if (subject === null) return null
    const task = this.#taskOf(subject, run, outcome)
    if (task !== null) this.#waiting.set(sessionId, task)
    if (subject.kind === 'chat') return task
    return comparisons.isRunning(subject.id) ? null : (this.#waitingFor(subject).at(-1) ?? null)
  }

  #waitingFor(subject: Unnamed): TitleTask[] {
    return [...this.#waiting.values()].filter((task) => task.subject.id === subject.id)
  }

  /** How the model of a complete answer is asked for a title; null if it is not. */
  #taskOf(
    subject: Unnamed,
    { spec }: StartedRun,
    { status, savedId, message }: RunOutcome,
  ): TitleTask | null {
    const { names, store, resolveSource } = this.#deps
    const { sessionId } = spec
    if (status !== 'completed' || savedId === null) return null
    if (this.#waitingFor(subject).length === 0 && !names.isFirstAnswer(sessionId, savedId)) return null
    const { model } = store.getSession(sessionId)
    const asked = firstQuestion(spec.request.messages)
    if (model === null || asked === '') return null
    // A model has named the comparison if its title is not that of its first words.
    const isNamed =
      subject.kind === 'comparison' && subject.title !== null && subject.title !== titleFromText(asked)
    if (isNamed) return null
    const { source, modelId, isScripted, costOf, agentId, isFree } = resolveSource(model)
    // Agents are not asked for titles: they work in a folder and are slow.
    if (isScripted === true || agentId !== undefined) return null
    if (!this.#isAffordable({ isFree })) return null
    const request: RunRequest = {
      modelId,
      messages: [questionAbout(asked, message)],
      systemPrompt: null,
      params: { maxOutputTokens },
    }
    return { subject, sessionId, model, source, request, costOf, isFree }
  }

  #isAffordable({ isFree }: Pick<TitleTask, 'isFree'>): boolean {
    return isFree === true || this.#deps.isLimitReached?.() !== true
  }

  #begin(task: TitleTask): void {
    const { leases, clock } = this.#deps
    const { subject, sessionId } = task
    // Another pane may have spent the rest since the answer.
    if (!this.#isAffordable(task)) return
    // The next message was sent already and has priority.
    if (leases.holder(sessionId) !== null) return
    // The model of another pane is already writing the title.
    const isAsked = Array.from(this.#underWay.values()).some(
      (other) => other.subject.id === subject.id && leases.holder(other.sessionId)?.kind === 'background',
    )
    if (isAsked) return
    const background = new BackgroundRun(clock)
    const lease = leases.acquire(sessionId, background)
    this.#underWay.set(background, task)
    void this.#drive(task, background, lease)
  }

  async #drive(task: TitleTask, background: BackgroundRun, lease: Lease): Promise<void> {
    const { subject, sessionId } = task
    const answer = await background.ask(lease, { ...task, deadlineMs, maxChars: maxReplyChars })
    this.#underWay.delete(background)
    const isNamed = !this.#isClosed && this.#finish(task, answer)
    lease.release()
    if (this.#isClosed) return
    if (subject.kind === 'chat') this.#announce(sessionId)
    else if (isNamed) this.#deps.comparisons.announce(subject.id)
  }

  /** Returns whether there is a new title. */
  #finish(
    { subject, sessionId, model, isFree }: TitleTask,
    { outcome, text, usage, error, mayBeCharged }: BackgroundAnswer,
  ): boolean {
    const { names, clock, errors } = this.#deps
    if (outcome !== 'made-way')
      for (const task of this.#waitingFor(subject)) this.#waiting.delete(task.sessionId)
    try {
      const run = { model, at: clock.now(), mayBeCharged, isFree }
      this.#costs.add(() => names.addUsage(sessionId, usage, run))
      const title = outcome === 'complete' ? titleFromReply(text) : null
      if (title !== null) return names.name(subject, title)
      if (outcome === 'failed') throw error
      if (outcome === 'timed-out') throw failure('TIMEOUT', 'title-generation')
    } catch (problem) {
      errors.warning('naming', problem)
    }
    return false
  }

  #announce(sessionId: SessionId): void {
    try {
      this.#deps.view.assertExists(sessionId)
    } catch {
      // It was deleted in the meantime, so there is nothing to announce.
      return
    }
    this.#deps.view.announce(sessionId)
  }
}

/** What is named, and the question to the model of the session whose answer it is about. */
interface TitleTask {
  subject: Unnamed
  sessionId: SessionId
  model: string
  source: RunSource
  request: RunRequest
  costOf: CostOf | undefined
  isFree: boolean | undefined
}

interface NamerDeps {
  store: SessionStore
  names: SessionNames
  leases: SessionLeases
  active: ActiveRuns
  view: SessionView
  comparisons: { isRunning: (id: ComparisonId) => boolean; announce: (id: ComparisonId) => void }
  resolveSource: ResolveSource
  clock: Clock
  errors: ErrorSink
  /** True if nothing more may be spent; absent where spending has no limit. */
  isLimitReached?: () => boolean
  /** The user has enabled generated titles. */
  isOn: () => boolean
}

/** The text of the first visible question; empty without one. */
function firstQuestion(path: readonly Message[]): string {
  const first = path.find(({ role, hidden }) => role === 'user' && hidden !== true)
  return first === undefined ? '' : messageText(first).trim()
}

/** The prompt for the title. */
function questionAbout(asked: string, answer: Message): Message {
  const text = [
    'Give this conversation a title of two to six words, in its own language. Reply with the title only: no quotes, no full stop, no explanation.',
    `<user>\n${asked.slice(0, quotedChars)}\n</user>`,
    `<assistant>\n${messageText(answer).trim().slice(0, quotedChars)}\n</assistant>`,
  ].join('\n\n')
  return {
    id: 'question' as MessageId,
    sessionId: answer.sessionId,
    parentId: null,
    role: 'user',
    parts: [{ type: 'text', text }],
    status: 'complete',
    createdAt: answer.createdAt,
  }
}
