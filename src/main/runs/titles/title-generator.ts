import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { type Message, messageText } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import { RetriedWrites } from '../../base/retried-writes'
import type { ErrorSink } from '../../errors/error-sink'
import type { RunRequest } from '../../run-source/run-source'
import type { Lease, SessionLeases } from '../../leases/session-leases'
import type { SessionNames } from '../../store/sessions/session-names'
import type { SessionStore } from '../../store/sessions/session-store'
import { titleFromReply } from '../../store/messages/title'
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
 * Lets each chat's own model name the chat once, after its first complete answer. Nothing waits for it, and users do
 * not see its failures. If it was preempted, it runs again after the next complete answer.
 */
export class TitleGenerator {
  readonly #deps: NamerDeps
  readonly #underWay = new Set<BackgroundRun>()
  readonly #postponed = new Set<SessionId>()
  readonly #costs: RetriedWrites
  #isClosed = false

  constructor(deps: NamerDeps) {
    this.#deps = deps
    this.#costs = new RetriedWrites(deps.clock)
    deps.active.onEnded(({ run, outcome }) => {
      try {
        if (this.#isDue(run, outcome)) this.#begin(run, outcome)
      } catch (error) {
        deps.errors.warning('naming', error)
      }
    })
  }

  /** Stops the current runs and starts no more. */
  close(): void {
    this.#isClosed = true
    for (const background of Array.from(this.#underWay)) background.stop('shutdown')
    this.#costs.close()
  }

  #isDue(run: StartedRun, outcome: RunOutcome): boolean {
    const { names, isOn } = this.#deps
    const { sessionId } = run.spec
    if (this.#isClosed || outcome.status !== 'completed' || outcome.savedId === null || !isOn()) return false
    if (!names.isUnnamed(sessionId)) {
      this.#postponed.delete(sessionId)
      return false
    }
    return this.#postponed.has(sessionId) || names.hasOneAnswer(sessionId)
  }

  #begin(run: StartedRun, outcome: RunOutcome): void {
    const { store, leases, resolveSource, clock } = this.#deps
    const { sessionId } = run.spec
    const { model } = store.getSession(sessionId)
    const question = questionOf(run.spec.request.messages, outcome.message)
    if (model === null || question === null) return
    const { source, modelId, isScripted, costOf, agentId, isFree } = resolveSource(model)
    // Agents are not asked for titles: they work in a folder and are slow.
    if (isScripted === true || agentId !== undefined) return
    if (isFree !== true && this.#deps.isLimitReached?.() === true) return
    this.#postponed.add(sessionId)
    // The next message was sent already and has priority.
    if (leases.holder(sessionId) !== null) return
    const background = new BackgroundRun(clock)
    const lease = leases.acquire(sessionId, background)
    this.#underWay.add(background)
    const request: RunRequest = {
      modelId,
      messages: [question],
      systemPrompt: null,
      params: { maxOutputTokens },
    }
    void this.#drive(background, lease, {
      source,
      request,
      deadlineMs,
      maxChars: maxReplyChars,
      costOf,
      model,
      isFree,
    })
  }

  async #drive(
    background: BackgroundRun,
    lease: Lease,
    { model, ...question }: Parameters<BackgroundRun['ask']>[1] & { model: string },
  ): Promise<void> {
    const { sessionId } = lease
    const answer = await background.ask(lease, question)
    this.#underWay.delete(background)
    if (!this.#isClosed) this.#finish({ sessionId, model, isFree: question.isFree }, answer)
    lease.release()
    if (!this.#isClosed) this.#announce(sessionId)
  }

  #finish(
    { sessionId, model, isFree }: NamedChat,
    { outcome, text, usage, error, mayBeCharged }: BackgroundAnswer,
  ): void {
    const { names, clock, errors } = this.#deps
    if (outcome !== 'made-way') this.#postponed.delete(sessionId)
    try {
      const run = { model, at: clock.now(), mayBeCharged, isFree }
      this.#costs.add(() => names.addUsage(sessionId, usage, run))
      const title = outcome === 'complete' ? titleFromReply(text) : null
      if (title !== null) names.name(sessionId, title)
      if (outcome === 'failed') throw error
      if (outcome === 'timed-out') throw failure('TIMEOUT', 'title-generation')
    } catch (problem) {
      errors.warning('naming', problem)
    }
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

/** A chat and the model that names it. */
interface NamedChat {
  sessionId: SessionId
  model: string
  isFree: boolean | undefined
}

interface NamerDeps {
  store: SessionStore
  names: SessionNames
  leases: SessionLeases
  active: ActiveRuns
  view: SessionView
  resolveSource: ResolveSource
  clock: Clock
  errors: ErrorSink
  /** True if nothing more may be spent; absent where spending has no limit. */
  isLimitReached?: () => boolean
  /** The user has enabled generated titles. */
  isOn: () => boolean
}

/** The prompt for the title; null if the chat has no visible question. */
function questionOf(path: readonly Message[], answer: Message): Message | null {
  const first = path.find(({ role, hidden }) => role === 'user' && hidden !== true)
  const asked = first === undefined ? '' : messageText(first).trim()
  if (first === undefined || asked === '') return null
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
