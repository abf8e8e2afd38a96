import { ParleyError } from '../../shared/errors'
import type { MessageId } from '../../shared/ids'
import type { Message } from '../../shared/sessions/messages'
import type { StreamControlEvent } from '../../shared/runs/events'
import type { RouteInput } from '../../shared/rpc/contract'
import { wireLimits } from '../../shared/rpc/definitions/limits'
import type { PathPage } from '../../shared/sessions/sessions'
import type { FakeEnvironment } from './fake-parley'
import { someSession } from './run-events'

/** Main's side of one message tree: `sessions.get`, `sessions.setLeaf`, and events for watchers. */
export class PathServer {
  readonly #messages: Message[] = []
  #leaf: Message | undefined
  #parley: FakeEnvironment['parley']

  /** The last of `messages` is the leaf. */
  constructor(parley: FakeEnvironment['parley'], messages: readonly Message[]) {
    this.#parley = parley
    this.add(...messages)
    parley.answers['sessions.get'] = (request) => ({ session: someSession(), ...this.#page(request) })
    parley.answers['sessions.setLeaf'] = ({ messageId, descend }) => {
      const formerLeafId = this.leafId
      this.setLeaf(messageId as MessageId | null, descend ?? false)
      this.announce()
      return { leafId: this.leafId, formerLeafId }
    }
  }

  get leafId(): MessageId | null {
    return this.#leaf?.id ?? null
  }

  /** Adds messages to the tree; the path then ends with the last of them. */
  add(...messages: readonly Message[]): void {
    this.#messages.push(...messages)
    this.#leaf = messages.at(-1) ?? this.#leaf
  }

  setLeaf(messageId: MessageId | null, descend = false): void {
    const leaf = this.#messages.find(({ id }) => id === messageId)
    if (leaf === undefined && messageId !== null) throw new ParleyError('NOT_FOUND', 'no such message')
    this.#leaf = descend ? this.#newestBelow(leaf) : leaf
  }

  sync(fields: Partial<Extract<StreamControlEvent, { type: 'session-sync' }>> = {}): StreamControlEvent {
    const { hasNewer: _newest, ...page } = this.#page({ limit: wireLimits.syncPageMessages })
    return {
      type: 'session-sync',
      session: someSession(),
      ...page,
      running: false,
      queue: { messages: [], isHeld: false },
      ...fields,
    }
  }

  /** Sends the current state to watchers. */
  announce(): void {
    const isWatched = this.#parley.streams.some(({ name, isClosed }) => name === 'session.watch' && !isClosed)
    if (isWatched) this.#parley.newest('session.watch').send(this.sync())
  }

  #page(request: Partial<RouteInput<'sessions.get'>>): PathPage {
    const path = this.#path()
    const { limit = Infinity, before, after, around } = request
    const anchor = before ?? after ?? around
    const at = anchor === undefined ? path.length : path.findIndex(({ id }) => id === anchor)
    if (at === -1) throw new ParleyError('NOT_FOUND', 'not on the path')
    const half = Math.floor((limit - 1) / 2)
    const [from, to] =
      after !== undefined
        ? [at + 1, at + 1 + limit]
        : around !== undefined
          ? [at - half, at - half + limit]
          : [at - limit, at]
    const messages = path.slice(Math.max(0, from), to)
    const siblings = messages.map(
      ({ id, parentId }) => [id, this.#childrenOf(parentId).toReversed()] as const,
    )
    return {
      messages,
      hasMore: from > 0 && path.length > 0,
      hasNewer: to < path.length,
      versions: Object.fromEntries(
        siblings.filter(([, all]) => all.length > 1).map(([id, all]) => [id, all.map((one) => one.id)]),
      ),
      continuations: this.#childrenOf(this.leafId).map(({ id }) => id),
    }
  }

  #newestBelow(message: Message | undefined): Message | undefined {
    const next = message === undefined ? undefined : this.#childrenOf(message.id)[0]
    return next === undefined ? message : this.#newestBelow(next)
  }

  #path(): Message[] {
    const path: Message[] = []
    for (let at = this.#leaf; at !== undefined;) {
      path.unshift(at)
      const { parentId } = at
      at = this.#messages.find(({ id }) => id === parentId)
    }
    return path
  }

  /** Newest first. */
  #childrenOf(parentId: MessageId | null): Message[] {
    return this.#messages.filter((message) => message.parentId === parentId).toReversed()
  }
}
