import type { ErrorData } from '../../../shared/errors'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { ParleyApi } from '../../rpc/parley-api'
import { type BranchVisit, type Conversation, currentVisit, type ReadingStart } from './conversation'
import { errorDataOf, refusalOf } from '../../errors/error-data'
import type { FoundWords } from '../search/found-words'
import {
  isContiguous,
  loadedMessageLimits,
  withNewerPage,
  withNewestPage,
  withOlderPage,
  withoutPage,
  withPageAround,
  withParent,
} from './loaded-range'

/** The conversation that pages are loaded for. */
export interface PagedConversation {
  sessionId: SessionId
  current(): Conversation
  change(conversation: Conversation): void
  /** A view shows it. */
  isViewed(): boolean
}

/** Options for showing a message. */
export interface ShowOptions {
  /** Focus and highlight it. */
  isHighlighted: boolean
  /** Switch to another branch for it. */
  mayLeavePath: boolean
  /** Search matches to highlight in it. */
  found?: FoundWords | undefined
  /** The words to start reading at. */
  from?: ReadingStart | undefined
}

/** Loads parts of a path: more at either end, its newest end, or the surroundings of one message. */
export class PathPagination {
  readonly #api: ParleyApi
  readonly #paged: PagedConversation
  #moves = 0
  #isEndRead = true
  #lastShow = 0

  constructor(api: ParleyApi, paged: PagedConversation) {
    this.#api = api
    this.#paged = paged
  }

  /** The user is at the end of the loaded messages; their start is then dropped as they grow. */
  get isEndRead(): boolean {
    return this.#isEndRead
  }

  setEndRead(isEndRead: boolean): void {
    this.#isEndRead = isEndRead
  }

  /** Loads the page before the oldest loaded message. */
  async loadOlder(): Promise<void> {
    const { hasMore, isLoadingOlder, messages } = this.#current
    const oldest = messages[0]
    if (!hasMore || isLoadingOlder || oldest === undefined) return
    this.#change({ isLoadingOlder: true })
    try {
      const page = await this.#get({ limit: loadedMessageLimits.page, before: oldest.id })
      const isStillOldest = this.#current.messages[0]?.id === oldest.id
      const next = isStillOldest ? withOlderPage(this.#current, page) : this.#current
      this.#paged.change({ ...next, isLoadingOlder: false })
    } catch (error) {
      const isStillOldest = this.#current.messages[0]?.id === oldest.id
      this.#change({ isLoadingOlder: false, ...this.#failureOf(error, isStillOldest) })
    }
  }

  /** Loads the page after the newest loaded message. */
  async loadNewer(): Promise<void> {
    const { hasNewer, isLoadingNewer, messages } = this.#current
    const newest = messages.at(-1)
    if (!hasNewer || isLoadingNewer || newest === undefined) return
    this.#change({ isLoadingNewer: true })
    try {
      const page = await this.#get({ limit: loadedMessageLimits.page, after: newest.id })
      const { messages: held, hasNewer: isStillAway } = this.#current
      const isStillNewest = isStillAway && held.at(-1)?.id === newest.id
      const next = isStillNewest ? withNewerPage(this.#current, page) : this.#current
      this.#paged.change({ ...next, isLoadingNewer: false })
    } catch (error) {
      const isStillNewest = this.#current.messages.at(-1)?.id === newest.id
      this.#change({ isLoadingNewer: false, ...this.#failureOf(error, isStillNewest) })
    }
  }

  /** Shows the end of the path, whatever is shown now. */
  async goToNewest(): Promise<void> {
    this.#lastShow += 1
    if (this.#current.hasNewer) await this.loadNewest({ isEndWanted: true })
    this.#isEndRead = true
    this.#change({ newestCalls: this.#current.newestCalls + 1 })
  }

  /**
   * Loads the newest page, below which the run in progress is shown. A user elsewhere on the path stays there unless
   * `isEndWanted`.
   */
  async loadNewest({ isEndWanted } = { isEndWanted: false }): Promise<void> {
    try {
      const { session, hasNewer: _newest, ...page } = await this.#get({ limit: loadedMessageLimits.page })
      const before = this.#current
      const isElsewhere = (before.hasNewer || before.isMoving) && !isEndWanted
      const stays = isElsewhere && page.messages.length > 0 && !isContiguous(before.messages, page.messages)
      const next = stays
        ? withoutPage(before, page)
        : withNewestPage(before, page, this.#isEndRead || isEndWanted)
      // The question being answered may be newer than the page.
      const answered = before.live?.snapshot.message.parentId
      const parent = before.messages.find(({ id }) => id === answered)
      const path = stays ? next : withParent(next, parent ?? null)
      this.#paged.change({ ...path, session, phase: 'ready' })
    } catch (error) {
      this.#change({ runError: errorDataOf(error) })
    }
  }

  /**
   * Scrolls to a message, however far away and on whatever branch. Returns the error if that fails; null also when
   * something else was requested in the meantime.
   */
  async show(messageId: MessageId, options: ShowOptions): Promise<ErrorData | null> {
    this.#lastShow += 1
    const show = this.#lastShow
    const isLatest = () => show === this.#lastShow
    try {
      if (!this.#isHere(messageId)) {
        await this.#moving(() => this.#fetchAround(messageId, { ...options, isLatest }))
      }
    } catch (error) {
      return isLatest() ? errorDataOf(error) : null
    }
    const { isHighlighted, found, from } = options
    if (isLatest()) this.#change({ target: { messageId, isHighlighted, found, from } })
    return null
  }

  /** Shows the branch that was shown before a hit or a link led to this one. */
  endVisit({ formerLeafId }: BranchVisit): Promise<ErrorData | null> {
    this.#lastShow += 1
    return refusalOf(async () => {
      await this.#setLeaf(formerLeafId, { isVisit: true })
      this.stay()
      await this.loadNewest({ isEndWanted: true })
      await this.goToNewest()
    })
  }

  /** The chat is left. A branch that was only visited is not the one it shows from now on. */
  leave(): void {
    this.#lastShow += 1
    const visit = currentVisit(this.#current)
    if (visit === null) return
    this.#change({ visit: null, messages: [], hasNewer: false, hasMore: false, phase: 'loading' })
    // If main refuses, the chat stays on this branch; the versions of its messages lead back.
    void this.#setLeaf(visit.formerLeafId, { isVisit: true }).catch(() => undefined)
  }

  /** Makes the branch that is visited that of the chat. */
  stay(): void {
    if (this.#current.visit !== null) this.#change({ visit: null })
  }

  /** Shows this version of a message, with the branch last used after it, instead of the current one. */
  switchTo(messageId: MessageId): Promise<ErrorData | null> {
    this.#lastShow += 1
    const show = this.#lastShow
    return refusalOf(async () => {
      await this.#moving(async () => {
        await this.#setLeaf(messageId, { descend: true })
        this.stay()
        const isLatest = () => show === this.#lastShow
        await this.#fetchAround(messageId, { mayLeavePath: false, isLatest })
      })
    })
  }

  /** True if the shown path contains the message, which need not be loaded. */
  async isOnPath(messageId: MessageId): Promise<boolean> {
    try {
      await this.#get({ limit: 1, around: messageId })
      return true
    } catch (error) {
      if (errorDataOf(error).code === 'NOT_FOUND') return false
      throw error
    }
  }

  /** The path may have changed: checks whether the loaded messages are still part of it. */
  async check(): Promise<void> {
    const { messages } = this.#current
    const middle = messages[Math.floor((messages.length - 1) / 2)]
    if (middle === undefined) return this.loadNewest({ isEndWanted: true })
    try {
      const page = await this.#get({ limit: messages.length, around: middle.id })
      // If other messages were loaded in the meantime, they are current.
      if (this.#current.messages === messages) this.#paged.change(withPageAround(this.#current, page))
    } catch (error) {
      if (errorDataOf(error).code === 'NOT_FOUND') await this.loadNewest({ isEndWanted: true })
      else this.#change({ runError: errorDataOf(error) })
    }
    return undefined
  }

  async #fetchAround(
    messageId: MessageId,
    options: { mayLeavePath: boolean; isLatest: () => boolean },
  ): Promise<void> {
    const fetch = () => this.#get({ limit: loadedMessageLimits.around, around: messageId })
    let page: Awaited<ReturnType<typeof fetch>>
    try {
      page = await fetch()
    } catch (error) {
      if (!options.mayLeavePath || errorDataOf(error).code !== 'NOT_FOUND') throw error
      if (!options.isLatest()) return
      await this.#visit(messageId)
      if (!options.isLatest()) return
      page = await fetch()
    }
    if (!options.isLatest()) return
    const { session, ...path } = page
    this.#paged.change({ ...withPageAround(this.#current, path), session, phase: 'ready' })
  }

  /** Shows the branch of a message, unless the chat is left in the meantime. It may also be the way back from a visit. */
  async #visit(messageId: MessageId): Promise<void> {
    const before = currentVisit(this.#current)
    const moved = await this.#setLeaf(messageId, { descend: true, isVisit: true })
    const { leafId } = moved
    const { formerLeafId } = before ?? moved
    const isAway = leafId !== null && leafId !== formerLeafId
    this.#change({ visit: isAway ? { leafId, formerLeafId } : null })
    if (!this.#paged.isViewed()) this.leave()
  }

  /** While `action` is in progress, an incoming newest page does not change the view. */
  async #moving(action: () => Promise<void>): Promise<void> {
    this.#moves += 1
    // From here on, the end of the loaded messages no longer tells whether a visit has been left.
    this.#change({ isMoving: true, visit: currentVisit(this.#current) })
    try {
      await action()
    } catch (error) {
      // Newest pages were held back in the meantime, so check whether one is needed.
      if (this.#current.hasNewer || this.#current.messages.length === 0) void this.check()
      throw error
    } finally {
      this.#moves -= 1
      this.#change({ isMoving: this.#moves > 0 })
    }
  }

  #setLeaf(messageId: MessageId | null, options: { descend?: true; isVisit?: true }) {
    const { sessionId } = this.#paged
    return this.#api.invoke('sessions.setLeaf', { sessionId, messageId, ...options })
  }

  #get(request: { limit: number; before?: MessageId; after?: MessageId; around?: MessageId }) {
    return this.#api.invoke('sessions.get', { sessionId: this.#paged.sessionId, ...request })
  }

  #isHere(messageId: MessageId): boolean {
    const { messages, live, hasNewer } = this.#current
    return messages.some(({ id }) => id === messageId) || (!hasNewer && live?.messageId === messageId)
  }

  /** A page next to a message that another version is replacing, or has replaced, is no longer wanted. */
  #failureOf(error: unknown, isStillThere: boolean): Partial<Conversation> {
    return isStillThere && !this.#current.isMoving ? { runError: errorDataOf(error) } : {}
  }

  get #current(): Conversation {
    return this.#paged.current()
  }

  #change(fields: Partial<Conversation>): void {
    this.#paged.change({ ...this.#current, ...fields })
  }
}
