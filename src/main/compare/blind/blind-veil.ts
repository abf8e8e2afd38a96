import type { CheckEvent } from '../../../shared/agents/command-checks'
import { isRecord } from '../../../shared/record'
import { failure } from '../../../shared/failures/failure'
import type { ErrorData } from '../../../shared/errors'
import type { ComparisonId, MessageId, PaneId, SessionId } from '../../../shared/ids'
import type { RouteName, RouteOutput, StreamName } from '../../../shared/rpc/contract'
import type { WatchEvent } from '../../../shared/runs/events'
import type { Message } from '../../../shared/sessions/messages'
import type { Outline } from '../../../shared/sessions/sessions'
import type { EventSource } from '../../streams/event-source'
import type { HiddenContestants } from '../../store/comparisons/hidden-contestants'
import type { BlindRounds } from './blind-rounds'
import { HeldAnswer } from './held-answer'
import { hiddenError, hiddenMessage } from './hidden-parts'
import { hiddenCheck, hiddenCheckEvent, hiddenDiff } from './hidden-work'
import { contestantsHidden, type HiddenView, hideIn } from './hide-in'
import type { ShortenedAnswers } from './shortened-answers'
import { ShownEvents } from './shown-events'

/**
 * The requests about a hidden comparison that are answered. All others are refused, including routes that are added
 * later, until someone decides here that they reveal nothing.
 */
const answered: ReadonlySet<string> = new Set<RouteName | StreamName>([
  'checks.run',
  'compare.get',
  'compare.update',
  'compare.delete',
  'compare.restore',
  'compare.erase',
  'compare.reveal',
  'compare.movePane',
  'compare.removePane',
  'compare.restorePane',
  'differences.get',
  'drafts.set',
  'forms.dismiss',
  'forms.submit',
  'knowledge.text',
  'pane.run',
  'queue.remove',
  'runs.stop',
  'session.watch',
  'sessions.get',
  'sessions.markSeen',
  'sessions.outline',
  'sessions.sentTexts',
  'sessions.setLeaf',
  'votes.cast',
  'votes.list',
  'workspaces.diff',
])

/** Requests that would tell whether a held answer has ended. Removing a pane would also stop it, and with it the round. */
const refusedWhileHeld: ReadonlySet<string> = new Set<RouteName | StreamName>([
  'checks.run',
  'compare.removePane',
  'differences.get',
  'sessions.setLeaf',
  'votes.cast',
  'workspaces.diff',
])

/** Requests whose errors may contain the words of a contestant, or name its folder. */
const withHiddenErrors: ReadonlySet<string> = new Set<RouteName | StreamName>(['pane.run', 'workspaces.diff'])

interface BlindVeilDeps {
  hidden: Pick<HiddenContestants, 'ids' | 'ofMessage' | 'sessionOfPane'>
  rounds: Pick<BlindRounds, 'heldSince' | 'heldAnswer' | 'heldAnswers' | 'onReleased'>
  shortened: Pick<ShortenedAnswers, 'shown' | 'mayBeIn' | 'stopReasonOf'>
  /** Whether an answer of the comparison names one of its models, or its maker. */
  namesContestant: (answer: Message, comparisonId: ComparisonId) => boolean
  /** The names by which a text could reveal one of the comparison's models. */
  contestantNames: (comparisonId: ComparisonId) => readonly string[]
}

/** How one request is answered; the interface is that of the router. */
interface Shown {
  answer: (data: unknown) => unknown
  error: (error: ErrorData) => ErrorData
  source: (source: EventSource<unknown>) => EventSource<unknown>
}

/** Hides the contestants of blind comparisons in everything that leaves main, until they are revealed. */
export class BlindVeil {
  readonly #deps: BlindVeilDeps
  #lastIds: ReadonlyMap<string, ComparisonId> = new Map()

  constructor(deps: BlindVeilDeps) {
    this.#deps = deps
  }

  /** @throws INVALID_INPUT, RUN_ACTIVE the request is about a hidden contestant and would reveal it */
  over(name: string, input: unknown): Shown {
    const comparisonId = this.#comparisonIn(input)
    if (comparisonId === null) return this.#overOthers(name)
    if (name === 'export.run' || name === 'exports.diagrams') return this.#overExport(input, comparisonId)
    if (!answered.has(name) || (name === 'pane.run' && tellsContestants(input))) throw contestantsHidden()
    const { rounds, shortened } = this.#deps
    const isHidden = () => this.#ids().has(comparisonId)
    const sessionId = this.#sessionIn(input)
    const isHeld = () => rounds.heldSince(comparisonId) !== null
    if (refusedWhileHeld.has(name) && isHeld()) throw failure('RUN_ACTIVE', 'vote-while-answering')
    if (name === 'pane.run' && sessionId !== null && rounds.heldAnswer(sessionId) !== null) {
      throw failure('RUN_ACTIVE', 'pane', { sessionId })
    }
    if (name === 'checks.run') {
      if (shortened.mayBeIn(comparisonId)) throw contestantsHidden()
      return this.#overCheck(comparisonId)
    }
    return {
      answer: (data) =>
        isHidden()
          ? this.#hide(
              withoutTraces(name, this.#showWork(name, data, comparisonId), rounds.heldAnswers(comparisonId)),
            )
          : data,
      error: (error) => (withHiddenErrors.has(name) && isHidden() ? hiddenError(error) : error),
      source: (source) =>
        new HeldAnswer(source as EventSource<WatchEvent>, {
          isHeld,
          heldAnswer: () => (sessionId === null ? null : rounds.heldAnswer(sessionId)),
          isHidden,
          showMessage: (message) => (isHidden() ? this.#showMessage(message, comparisonId) : message),
          stopReasonOf: (messageId) => shortened.stopReasonOf(comparisonId, messageId),
          showSync: (sync) => {
            if (!isHidden()) return sync
            const held = sessionId === null ? null : rounds.heldAnswer(sessionId)
            const answer = sync.messages.find(({ id }) => id === held)
            const shown = this.#hide(
              withoutTraces(name, sync, rounds.heldAnswers(comparisonId)),
            ) as typeof sync
            return answer?.runId === undefined ? shown : { ...shown, running: true, runId: answer.runId }
          },
          onReleased: (listener) =>
            rounds.onReleased((released) => {
              if (released === comparisonId) listener()
            }),
          ownsRun: name === 'pane.run',
        }),
    }
  }

  #overCheck(comparisonId: ComparisonId): Shown {
    const { contestantNames } = this.#deps
    const show = (event: unknown) =>
      this.#ids().has(comparisonId)
        ? hiddenCheckEvent(event as CheckEvent, contestantNames(comparisonId))
        : event
    return {
      answer: (data) => this.#hide(data),
      error: (error) => error,
      source: (source) => new ShownEvents(source, show),
    }
  }

  /** Without the headings of answers that are held, and of those that are shortened. */
  #showOutline(outline: Outline, comparisonId: ComparisonId): Outline {
    const { rounds, shortened } = this.#deps
    const held = rounds.heldAnswers(comparisonId)
    const entries = outline.entries.filter(
      ({ messageId, role }) =>
        !held.has(messageId) && (role === 'user' || shortened.stopReasonOf(comparisonId, messageId) === null),
    )
    return { ...outline, entries }
  }

  #showWork(name: string, data: unknown, comparisonId: ComparisonId): unknown {
    if (name === 'sessions.outline') return this.#showOutline(data as Outline, comparisonId)
    if (name !== 'workspaces.diff') return data
    // How much an agent had done when it was stopped says how fast it is.
    if (this.#deps.shortened.mayBeIn(comparisonId)) return { diff: null, check: null }
    const { diff, check } = data as RouteOutput<'workspaces.diff'>
    const names = this.#deps.contestantNames(comparisonId)
    return {
      diff: diff === null ? null : hiddenDiff(diff, names),
      check: check === null ? null : hiddenCheck(check, names),
    } satisfies RouteOutput<'workspaces.diff'>
  }

  /** A bundle of a hidden comparison names no contestant. Any other file would. */
  #overExport(input: unknown, comparisonId: ComparisonId): Shown {
    const isBundle = isRecord(input) && input['format'] === 'bundle'
    if (!isBundle) throw contestantsHidden()
    if (this.#deps.rounds.heldSince(comparisonId) !== null) {
      throw failure('RUN_ACTIVE', 'vote-while-answering')
    }
    // The file would contain the answers in full.
    if (this.#deps.shortened.mayBeIn(comparisonId)) throw contestantsHidden()
    return this.#overOthers('export.run')
  }

  #overOthers(name: string): Shown {
    return {
      answer: (data) => this.#hide(data),
      error: (error) => error,
      source: (source) => (name === 'window.attach' ? this.#windowEvents(source) : source),
    }
  }

  /** Without duplicates: each answer that ends announces its comparison, and while it is held, nothing has changed. */
  #windowEvents(source: EventSource<unknown>): EventSource<unknown> {
    const last = new Map<ComparisonId, string>()
    return new ShownEvents(source, (event) => {
      const shown = this.#hide(event)
      const about = (event as { comparison?: { id?: ComparisonId } }).comparison?.id
      if (about === undefined || this.#deps.rounds.heldSince(about) === null) {
        if (about !== undefined) last.delete(about)
        return shown
      }
      const text = JSON.stringify(shown)
      if (last.get(about) === text) return null
      last.set(about, text)
      return shown
    })
  }

  #hide(data: unknown): unknown {
    const ids = this.#ids()
    if (ids.size === 0) return data
    const view: HiddenView = {
      ids,
      heldSince: (comparisonId) => this.#deps.rounds.heldSince(comparisonId),
      showMessage: (message, comparisonId) =>
        this.#deps.rounds.heldAnswer(message.sessionId) === message.id
          ? null
          : this.#showMessage(message, comparisonId),
    }
    return hideIn(data, view)
  }

  #showMessage(message: Message, comparisonId: ComparisonId): Message {
    const seen = this.#deps.shortened.shown(message, comparisonId)
    const shown = hiddenMessage(seen)
    if (message.role !== 'assistant') return shown
    const isNamed = this.#deps.namesContestant(seen, comparisonId)
    return isNamed ? { ...shown, namesContestant: true } : shown
  }

  /** The hidden comparison that a request is about. */
  #comparisonIn(input: unknown): ComparisonId | null {
    const ids = this.#ids()
    if (ids.size === 0) return null
    for (const { key, text } of idsIn(input)) {
      const comparisonId = ids.get(text) ?? (key.startsWith('message') ? this.#ofMessage(text) : null)
      if (comparisonId !== null) return comparisonId
    }
    return null
  }

  #ofMessage(text: string): ComparisonId | null {
    return this.#deps.hidden.ofMessage(text as MessageId)
  }

  #sessionIn(input: unknown): SessionId | null {
    for (const { key, text } of idsIn(input)) {
      if (key === 'sessionId') return text as SessionId
      if (key === 'paneId') return this.#deps.hidden.sessionOfPane(text as PaneId)
    }
    return null
  }

  /** If the store cannot be read now, what was hidden stays hidden. */
  #ids(): ReadonlyMap<string, ComparisonId> {
    try {
      this.#lastIds = this.#deps.hidden.ids()
    } catch {
      // Requests that need the data report the failure; others, such as health.get, must still be answered.
    }
    return this.#lastIds
  }
}

/**
 * If another model wrote one of the answers, not even the vote could tell which contestant it is for. Continuing one
 * would distinguish agents, which cannot be continued, from models.
 */
function tellsContestants(input: unknown): boolean {
  return typeof input === 'object' && input !== null && ('model' in input || 'continues' in input)
}

/** An answer without the fields that reveal that a held answer has ended. */
function withoutTraces(name: string, data: unknown, held: ReadonlySet<string>): unknown {
  switch (name) {
    case 'runs.stop':
      return { stopped: true, receipt: null } satisfies RouteOutput<'runs.stop'>
    case 'sessions.get':
    case 'session.watch':
    case 'pane.run': {
      const page = data as RouteOutput<'sessions.get'>
      const versions = Object.entries(page.versions)
        .map(([id, all]) => [id, all.filter((version) => !held.has(version))] as const)
        .filter(([id, all]) => !held.has(id) && all.length > 1)
      const continuations = page.continuations.filter((id) => !held.has(id))
      return { ...page, versions: Object.fromEntries(versions), continuations }
    }
    default:
      return data
  }
}

const idKey = /(?:^id|Ids?)$/

/** Every id in an input: at the top, in lists, and one level deeper. */
function* idsIn(input: unknown, depth = 0): Generator<{ key: string; text: string }> {
  if (typeof input !== 'object' || input === null || depth > 2) return
  for (const [key, value] of Object.entries(input)) {
    if (typeof value === 'string') {
      if (idKey.test(key)) yield { key, text: value }
    } else if (Array.isArray(value) && idKey.test(key)) {
      for (const text of value) if (typeof text === 'string') yield { key, text }
    } else yield* idsIn(value, depth + 1)
  }
}
