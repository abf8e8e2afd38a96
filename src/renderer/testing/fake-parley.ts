import type {
  RouteInput,
  RouteName,
  RouteOutput,
  StreamEvent,
  StreamInput,
  StreamName,
} from '../../shared/rpc/contract'
import type { StreamEnd } from '../../shared/rpc/frames'
import type { ParleyApi, StreamObserver } from '../rpc/parley-api'
import type { ConnectionState, Environment } from '../browser/environment'
import { FakeNotifications, FakeSurroundings } from './fake-surroundings'

type Answers = {
  [Name in RouteName]?: (input: RouteInput<Name>) => RouteOutput<Name> | Promise<RouteOutput<Name>>
}

/** A stream opened by the code under test; the test plays main's side of it. */
interface FakeStream<Name extends StreamName = StreamName> {
  name: Name
  input: StreamInput<Name>
  isClosed: boolean
  send(...events: StreamEvent<Name>[]): void
  end(end: StreamEnd): void
}

/** A `window.parley` controlled by the test, which answers routes and sends stream events. */
class FakeParley {
  readonly calls: { route: RouteName; input: unknown; signal: AbortSignal | undefined }[] = []
  readonly streams: FakeStream[] = []
  readonly answers: Answers = {}

  readonly api: ParleyApi = {
    invoke: async <Name extends RouteName>(
      route: Name,
      input: RouteInput<Name>,
      options?: { signal?: AbortSignal },
    ) => {
      this.calls.push({ route, input, signal: options?.signal })
      const answer = this.answers[route] as ((input: RouteInput<Name>) => RouteOutput<Name>) | undefined
      if (answer === undefined) throw new Error(`no scripted answer for ${route}`)
      return answer(input)
    },
    open: (name, input, observer) => {
      const stream = fakeStream(name, input, observer)
      this.streams.push(stream)
      return {
        close: () => {
          stream.isClosed = true
        },
      }
    },
  }

  /** The newest stream of this name opened by the code under test. */
  newest<Name extends StreamName>(name: Name): FakeStream<Name> {
    const stream = this.streams.findLast((opened) => opened.name === name)
    if (stream === undefined) throw new Error(`no ${name} is open`)
    return stream as unknown as FakeStream<Name>
  }

  callsOf(route: RouteName): unknown[] {
    return this.calls.filter((call) => call.route === route).map((call) => call.input)
  }
}

function fakeStream<Name extends StreamName>(
  name: Name,
  input: StreamInput<Name>,
  observer: StreamObserver<StreamEvent<Name>>,
): FakeStream<Name> {
  return {
    name,
    input,
    isClosed: false,
    send: (...events) => observer.onEvents(events),
    end: (end) => observer.onEnd(end),
  }
}

/** An environment with frames and timers that the test controls. */
export class FakeEnvironment implements Environment {
  readonly parley = new FakeParley()
  readonly api = this.parley.api
  readonly notifications = new FakeNotifications()
  readonly surroundings = new FakeSurroundings()
  readonly saved = new Map<string, string>()
  readonly storage = {
    getItem: (key: string) => this.saved.get(key) ?? null,
    setItem: (key: string, value: string) => void this.saved.set(key, value),
    removeItem: (key: string) => void this.saved.delete(key),
  }
  readonly #frames: (() => void)[] = []
  readonly #timers = new Set<() => void>()
  #connection: ConnectionState = 'open'
  readonly #listeners = new Set<(state: ConnectionState) => void>()
  time = 1_000
  /** How often the code under test reloaded its page. */
  reloads = 0
  readonly #pageListeners = new Set<{ leaving: () => void; returned: () => void }>()

  readonly connection = {
    current: () => this.#connection,
    onChange: (listener: (state: ConnectionState) => void) => {
      this.#listeners.add(listener)
      return () => void this.#listeners.delete(listener)
    },
  }

  onPageChange(listeners: { leaving: () => void; returned: () => void }) {
    this.#pageListeners.add(listeners)
    return () => void this.#pageListeners.delete(listeners)
  }

  /** Whether the user would be asked before the page is left. */
  asksBeforeLeaving: () => boolean = () => false

  askBeforeLeaving(wouldLose: () => boolean): void {
    this.asksBeforeLeaving = wouldLose
  }

  /** The hashes of windows that were opened. */
  readonly opened: string[] = []

  openWindow(hash: string): void {
    this.opened.push(hash)
  }

  closes = 0

  closeWindow(): void {
    this.closes += 1
  }

  reloadPage(): void {
    this.reloads += 1
  }

  /** The page is left, or returns from the back/forward cache. */
  changePage(change: 'leaving' | 'returned'): void {
    for (const listeners of this.#pageListeners) listeners[change]()
  }

  nextFrame(callback: () => void): void {
    this.#frames.push(callback)
  }

  now(): number {
    return this.time
  }

  after(_delayMs: number, callback: () => void): () => void {
    this.#timers.add(callback)
    return () => void this.#timers.delete(callback)
  }

  /** How many frames were requested but not painted. */
  get frameCount(): number {
    return this.#frames.length
  }

  paint(): void {
    for (const frame of this.#frames.splice(0)) frame()
  }

  runTimers(): void {
    const due = [...this.#timers]
    this.#timers.clear()
    for (const timer of due) timer()
  }

  setConnection(state: ConnectionState): void {
    this.#connection = state
    for (const listener of this.#listeners) listener(state)
  }
}
