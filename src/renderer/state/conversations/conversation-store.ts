import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ErrorData } from '../../../shared/errors'
import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import { type ChatSummary, keptChars, type Message } from '../../../shared/sessions/messages'
import type { StreamEnd } from '../../../shared/rpc/frames'
import type { WatchEvent } from '../../../shared/runs/events'
import type { Session } from '../../../shared/sessions/sessions'
import type { OpenStream, StreamObserver } from '../../rpc/parley-api'
import { applyWatchEvents } from './apply-watch-events'
import { emptyConversation, type ChatNotice, type Conversation, hasAnswered } from './conversation'
import type { Environment } from '../../browser/environment'
import type { FrameQueue } from './frame-queue'
import { PathPagination } from './path-pagination'
import { reportError } from '../../rpc/report-error'
import { isContiguous, isContiguousWithParent, loadedMessageLimits } from './loaded-range'

const rewatchDelayMs = 300

/** Opens a stream that is itself a run, such as `pane.run`. */
export type OpenRunStream = (observer: StreamObserver<WatchEvent>) => OpenStream

/**
 * One session in this window: its stored messages and the run on top of them. While shown, it watches main, or it drives
 * a run itself; events are applied at once and shown at most once per frame.
 */
export class ConversationStore {
  readonly sessionId: SessionId
  readonly store: StoreApi<Conversation> = createStore<Conversation>(() => emptyConversation)
  /** Loads other parts of the path. */
  readonly pages: PathPagination
  readonly #environment: Environment
  readonly #frames: FrameQueue
  /** The newest state; `store` follows in the next frame. */
  #current: Conversation = emptyConversation
  #viewers = 0
  #watch: OpenStream | null = null
  #driven: OpenStream | null = null
  #cancelRewatch: (() => void) | null = null
  #cancelLeaving: () => void = () => {}
  /** Attaching to a run does not send the messages before it, so they must be loaded. */
  #lacksPage = true

  constructor(environment: Environment, frames: FrameQueue, sessionId: SessionId) {
    this.#environment = environment
    this.#frames = frames
    this.sessionId = sessionId
    this.pages = new PathPagination(environment.api, {
      sessionId,
      current: () => this.#current,
      change: (conversation) => this.#set(conversation),
      isViewed: () => this.#viewers > 0,
    })
  }

  /** True if discarding this object would lose something. */
  get isInUse(): boolean {
    return this.#viewers > 0 || this.#driven !== null
  }

  /** True while this window drives a run, which would end with the window. */
  get isDriving(): boolean {
    return this.#driven !== null && this.#current.isRunning && !hasAnswered(this.#current)
  }

  /** A view shows the session; returns a function to call when it no longer does. */
  show(): () => void {
    this.#viewers += 1
    if (this.#viewers === 1) {
      this.#startWatching()
      this.#cancelLeaving = this.#environment.onPageChange({
        leaving: () => this.pages.leave(),
        returned: () => {},
      })
    }
    let isShown = true
    return () => {
      if (!isShown) return
      isShown = false
      this.#viewers -= 1
      if (this.#viewers === 0) this.#onHidden()
    }
  }

  /** Watches again after a failure. */
  retry(): void {
    this.#set({ ...this.#current, phase: 'loading', loadError: null, runError: null })
    this.#stopWatching()
    if (this.#viewers > 0) this.#startWatching()
  }

  /** Retries what main refused, now that it has recovered, and clears the refusal. */
  recover(): void {
    const { phase, runError } = this.#current
    if (runError?.code === 'DEGRADED') this.setRunError(null)
    if (phase === 'failed') this.retry()
    else this.resume()
  }

  /** Watches again after a refusal, because a request for this session succeeded. */
  resume(): void {
    if (this.#viewers > 0 && this.#cancelRewatch === null) this.#startWatching()
  }

  /**
   * Starts a run whose stream this window owns: leaving the view does not stop it, `stopDriven` does. False when one is
   * already in progress.
   */
  drive(open: OpenRunStream): boolean {
    if (this.#driven !== null) return false
    this.#stopWatching()
    this.#set({ ...this.#current, isRunning: true, runError: null })
    void this.pages.goToNewest()
    // The end may arrive before `open` returns; nothing is driven then.
    let hasEnded = false
    const stream = open({
      onEvents: (events) => this.#receive(events),
      onEnd: (end) => {
        hasEnded = true
        this.#driven = null
        this.#settle(end)
        this.#refresh()
      },
    })
    if (!hasEnded) this.#driven = stream
    return true
  }

  /** True if only the end of the run in progress is still to come; what is stored may have come already. */
  hasAnswered(): boolean {
    const state = this.store.getState()
    return hasAnswered(state) || (this.#driven !== null && !state.isRunning)
  }

  /**
   * What changes the path is offered as soon as an answer is whole: this resolves once it can also be done. That is at
   * once unless only the end of a run is still to come, or when nothing would tell of that end any more.
   */
  async whenAnsweredRunEnds(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      const isFollowed = this.#driven !== null || this.#watch !== null || this.#cancelRewatch !== null
      if (!isFollowed || !this.hasAnswered()) resolve()
    }
    const unsubscribe = this.store.subscribe(look)
    look()
    await promise
    unsubscribe()
  }

  /** Stops the run that this window drives. False when there is none. */
  stopDriven(): boolean {
    if (this.#driven === null) return false
    this.#driven.close()
    return true
  }

  /** The user has stopped this run; null if that was refused. */
  setStoppedRun(stoppedRun: RunId | null): void {
    this.#set({ ...this.#current, stoppedRun })
  }

  /** Shows why a request about this session was refused; null clears it. */
  setRunError(error: ErrorData | null): void {
    if (error !== this.#current.runError) this.#set({ ...this.#current, runError: error })
  }

  /** The summary of a message has changed; main sends only the newest messages again. */
  setSummary(messageId: MessageId, summary: ChatSummary): void {
    const messages = this.#current.messages.map((message) =>
      message.id === messageId ? { ...message, summary } : message,
    )
    this.#set({ ...this.#current, messages })
  }

  /** Shows a notice above the composer; null clears it. */
  setNotice(notice: ChatNotice | null): void {
    this.#set({ ...this.#current, notice })
  }

  /** The user tries something else, so the last refusal is no longer relevant. */
  dismissRefusal(): void {
    if (this.#current.notice?.kind === 'refused') this.setNotice(null)
  }

  /** Applies a request's changes to the session itself. */
  setSession(session: Session): void {
    this.#set({ ...this.#current, session })
  }

  #startWatching(after?: { runId: RunId; seq: number }): void {
    if (this.#driven !== null || this.#watch !== null) return
    if (after === undefined) this.#lacksPage = true
    let hasEnded = false
    const stream = this.#environment.api.open(
      'session.watch',
      { sessionId: this.sessionId, ...(after === undefined ? {} : { after }) },
      {
        onEvents: (events) => {
          if (this.#watch === stream) this.#receive(events)
        },
        onEnd: (end) => {
          hasEnded = true
          if (this.#watch === stream) this.#watchEnded(end)
        },
      },
    )
    if (!hasEnded) this.#watch = stream
  }

  /** Users return to the end of the chat, so messages far from it are dropped. */
  #onHidden(): void {
    this.#stopWatching()
    this.#cancelLeaving()
    this.pages.leave()
    const { messages, hasNewer, hasMore } = this.#current
    const kept = hasNewer ? [] : messages.slice(-loadedMessageLimits.page)
    this.pages.setEndRead(true)
    this.#set({
      ...this.#current,
      messages: kept.length === messages.length ? messages : kept,
      hasMore: hasMore || kept.length < messages.length,
      hasNewer: false,
      phase: hasNewer ? 'loading' : this.#current.phase,
      target: null,
      notice: null,
    })
  }

  #stopWatching(): void {
    this.#cancelRewatch?.()
    this.#cancelRewatch = null
    const watch = this.#watch
    this.#watch = null
    watch?.close()
  }

  #watchEnded(end: StreamEnd): void {
    this.#watch = null
    if (end.reason === 'disconnected') {
      this.#rewatchLater()
      return
    }
    if (end.error === undefined) return
    const { phase } = this.#current
    this.#set(
      phase === 'ready'
        ? { ...this.#current, runError: end.error }
        : { ...this.#current, phase: 'failed', loadError: end.error },
    )
  }

  #rewatchLater(): void {
    this.#cancelRewatch = this.#environment.after(rewatchDelayMs, () => {
      this.#cancelRewatch = null
      const { live } = this.#current
      this.#startWatching(live === null ? undefined : { runId: live.runId, seq: live.seq })
    })
  }

  /** The driven run has ended: its answer joins the stored messages until the store's version replaces it. */
  #settle(end: StreamEnd): void {
    const { messages, hasNewer } = this.#current
    // An answer that adds nothing to the one it continues is not stored.
    const isDropped = end.messageId !== undefined && end.messageId !== this.#current.live?.messageId
    const live = isDropped ? null : this.#current.live
    const settled: Conversation = { ...this.#current, isRunning: false, live: null }
    if (live !== null && !hasNewer) {
      const { message } = live.snapshot
      const ended: Message = {
        ...message,
        ...(message.status === 'streaming' ? { status: end.reason === 'failed' ? 'failed' : 'partial' } : {}),
        ...(end.receipt === undefined ? {} : { receipt: end.receipt }),
      }
      settled.messages = [...messages.filter((known) => known.id !== ended.id), ended]
    }
    // The stored message may have arrived before the end and replaced the live one.
    const answer = live?.snapshot.message ?? messages.find((message) => message.id === end.messageId)
    if (end.error !== undefined && !showsError(answer, end.error)) settled.runError = end.error
    this.#current = settled
    // Answers of several panes may appear and end together.
    this.#publishInFrame()
  }

  #refresh(): void {
    if (this.#viewers > 0) this.#startWatching()
    else this.#loadNewest()
  }

  #loadNewest(): void {
    this.#lacksPage = false
    void this.pages.loadNewest()
  }

  #receive(events: WatchEvent[]): void {
    const sync = events.findLast((event) => event.type === 'session-sync')
    const start = events.findLast((event) => event.type === 'stream-start')
    const { messages, hasNewer, isMoving } = this.#current
    const lacksPath =
      messages.length > 0 && !hasNewer && !isContiguousWithParent(messages, start?.parent ?? null)
    if (start !== undefined) this.pages.stay()
    if (sync !== undefined) this.#lacksPage = false
    else if (start !== undefined && (this.#lacksPage || lacksPath)) this.#loadNewest()
    if (sync !== undefined && hasNewer && !isMoving && !isContiguous(messages, sync.messages))
      void this.pages.check()
    this.#current = applyWatchEvents(this.#current, events, {
      now: this.#environment.now(),
      isEndRead: this.pages.isEndRead,
      onGap: (claim) => reportError(this.#environment.api, 'error', new Error(claim)),
    })
    this.#publishInFrame()
  }

  #set(conversation: Conversation): void {
    this.#current = conversation
    this.#publish()
  }

  readonly #publish = (): void => {
    this.store.setState(this.#current, true)
  }

  #publishInFrame(): void {
    this.#frames.add(this.#publish, () => newestChars(this.#current) - newestChars(this.store.getState()))
  }
}

/** The length of the newest message. */
function newestChars({ live, messages }: Conversation): number {
  const newest = live?.snapshot.message ?? messages.at(-1)
  return newest === undefined ? 0 : keptChars(newest)
}

/** True if the message shows this error, and not just that of an earlier run. */
function showsError(message: Message | undefined, { code, message: text }: ErrorData): boolean {
  return (
    message?.parts.some((part) => part.type === 'error' && part.code === code && part.message === text) ===
    true
  )
}
