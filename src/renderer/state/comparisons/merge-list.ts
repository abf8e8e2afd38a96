import { createStore } from 'zustand/vanilla'

import { type ErrorData, ParleyError } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import type { ComparisonId, MergeId } from '../../../shared/ids'
import type { StoredMerge } from '../../../shared/merges/merges'
import type { StreamInput } from '../../../shared/rpc/contract'
import type { WatchEvent } from '../../../shared/runs/events'
import type { Session } from '../../../shared/sessions/sessions'
import { errorDataOf } from '../../errors/error-data'
import type { ParleyApi, StreamObserver } from '../../rpc/parley-api'
import type { ConversationStore } from '../conversations/conversation-store'
import type { Conversations } from '../conversations/conversations'

/** The user's choices for a merge. */
export type MergeChoice = Omit<StreamInput<'merge.run'>, 'comparisonId'>

export interface MergeListState {
  /** Newest first; null until they are loaded. */
  merges: readonly StoredMerge[] | null
  /** A merge has been requested, and main has not answered yet. */
  isStarting: boolean
  /** Why the last request was refused. */
  error: ErrorData | null
  /** Why the merges could not be loaded, as while contestants are hidden. */
  loadError: ErrorData | null
}

/** The merges of one comparison. Their conversations own the runs, like those of panes. */
export class MergeList {
  readonly store = createStore<MergeListState>(() => ({
    merges: null,
    isStarting: false,
    error: null,
    loadError: null,
  }))
  readonly #api: ParleyApi
  readonly #conversations: Conversations
  readonly #comparisonId: ComparisonId

  constructor(api: ParleyApi, conversations: Conversations, comparisonId: ComparisonId) {
    this.#api = api
    this.#conversations = conversations
    this.#comparisonId = comparisonId
  }

  async load(): Promise<void> {
    try {
      const { merges } = await this.#api.invoke('merges.list', { comparisonId: this.#comparisonId })
      this.store.setState({ merges, loadError: null })
    } catch (error) {
      this.store.setState({ loadError: errorDataOf(error) })
    }
  }

  conversationOf({ sessionId }: StoredMerge): ConversationStore {
    return this.#conversations.of(sessionId)
  }

  /**
   * Starts a merge, which continues when the user leaves the view and ends only with Stop or when the window closes.
   * Resolves once main has accepted or refused it, with the merge if it was accepted.
   */
  async start(choice: MergeChoice): Promise<StoredMerge | null> {
    if (this.store.getState().isStarting) return null
    this.store.setState({ isStarting: true, error: null })
    try {
      const sessionId = await this.#open(choice)
      await this.load()
      return this.store.getState().merges?.find((merge) => merge.sessionId === sessionId) ?? null
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
      return null
    } finally {
      this.store.setState({ isStarting: false })
    }
  }

  /** Stops the run of the merge: directly if this window owns it, otherwise through main. */
  async stop(merge: StoredMerge): Promise<void> {
    if (this.conversationOf(merge).stopDriven()) return
    await this.#request(() => this.#api.invoke('runs.stop', { sessionId: merge.sessionId }))
  }

  /** The number of running merges, as far as this window knows. */
  get runningCount(): number {
    return this.#running().length
  }

  stopAll(): void {
    for (const merge of this.#running()) void this.stop(merge)
  }

  /** Calls `listener` after the merges or one of their conversations has changed. */
  onChanged(listener: () => void): () => void {
    const { store } = this
    let stops: (() => void)[] = []
    const unwatch = () => {
      for (const stop of stops) stop()
    }
    const watch = () => {
      unwatch()
      stops = (store.getState().merges ?? []).map((merge) =>
        this.conversationOf(merge).store.subscribe(listener),
      )
    }
    watch()
    const stop = store.subscribe(({ merges }, before) => {
      if (merges !== before.merges) watch()
      listener()
    })
    return () => {
      stop()
      unwatch()
    }
  }

  async remove(mergeId: MergeId): Promise<void> {
    if (await this.#request(() => this.#api.invoke('merges.remove', { mergeId }))) await this.load()
  }

  /** Creates a chat from the merge; null if that was refused. */
  async promote(mergeId: MergeId): Promise<Session | null> {
    return (await this.#request(() => this.#api.invoke('merges.promote', { mergeId })))?.session ?? null
  }

  /** Opens a blind comparison of the merge and its sources; null if that was refused. */
  async openBlind(mergeId: MergeId): Promise<ComparisonId | null> {
    return (
      (await this.#request(() => this.#api.invoke('merges.openBlind', { mergeId })))?.comparison.id ?? null
    )
  }

  dismissError(): void {
    this.store.setState({ error: null })
  }

  #running(): StoredMerge[] {
    const { merges } = this.store.getState()
    return (merges ?? []).filter((merge) => this.conversationOf(merge).store.getState().isRunning)
  }

  /** Resolves with the session of the merge once its run has started. @throws the refusal */
  #open(choice: MergeChoice): Promise<StoredMerge['sessionId']> {
    const { promise, resolve, reject } = Promise.withResolvers<StoredMerge['sessionId']>()
    let observer: StreamObserver<WatchEvent> | null = null
    const stream = this.#api.open(
      'merge.run',
      { ...choice, comparisonId: this.#comparisonId },
      {
        onEvents: (events) => {
          const start = events.find((event) => event.type === 'stream-start')
          if (start !== undefined) {
            this.#conversations.of(start.sessionId).drive((given) => {
              observer = given
              return stream
            })
            resolve(start.sessionId)
          }
          observer?.onEvents(events)
        },
        onEnd: (end) => {
          // Without its first event, nothing was stored.
          if (observer === null)
            reject(ParleyError.fromData(end.error ?? failureData('CANCELLED', 'not-begun')))
          else observer.onEnd(end)
        },
      },
    )
    return promise
  }

  async #request<Output>(request: () => Promise<Output>): Promise<Output | null> {
    try {
      const output = await request()
      this.store.setState({ error: null })
      return output
    } catch (error) {
      this.store.setState({ error: errorDataOf(error) })
      return null
    }
  }
}
