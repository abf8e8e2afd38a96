import {
  type FrameMessage,
  type FrameRequest,
  type PageFinding,
  type PageKey,
  type PageProblem,
  type PageQuestion,
  type PageUse,
  readMessage,
  type Repeated,
} from '../../shared/pages/frame-messages'
import { withOwnReact } from '../../shared/pages/own-react'
import { type AnswerPage, pageLimits } from '../../shared/pages/page'
import { documentOf, withLineNumbers } from '../../shared/pages/page-document'
import { hasOwnThread } from '../ui/own-thread'
import { componentDocument, libraries } from './libraries'

/** How far a page is, and what it reported. */
export interface PageState {
  phase:
    | 'loading'
    | 'painted'
    /** It did not answer, or held too much memory, and was removed. */
    | 'stuck'
    /** This browser cannot run it apart from the window. */
    | 'refused'
    | 'too-large'
    | 'too-many'
    /** It sent too much, or kept taking the focus, and was removed. */
    | 'flooding'
    /** It tried to leave its document, and was removed. */
    | 'left'
  problems: readonly PageProblem[]
}

/** A page that takes the focus more often is removed. */
const maxThefts = 1
const pingMs = 1_000
/** A page at rest that leaves as many questions unanswered in a row is removed. */
const maxSilentTicks = 3
/** Problems come in crowds, and are told together. */
const tellMs = 100
/** A page that has not painted after this long is removed, even if it answers. */
const paintMs = 10_000
/** How long the frame's own document may take, on a busy machine. */
const loadMs = 15_000
/** How long an answer to a request may take. */
const answerMs = 3_000
/** A page that loads itself again this long after the user did something in it is started again. */
const reloadMs = 5_000
/** How long the report of a click may take after the focus that it caused. */
const evidenceMs = 150

/** The frames of this window. */
const frames = new Set<PageFrame>()

/**
 * A page in a frame of its own: another site for each, so that it has its own process, and a policy that lets nothing
 * out. The frame proves that it runs on another thread before it gets the page. See
 * docs/decisions/2026-11-30-rendered-answers.md.
 */
export class PageFrame {
  readonly element: HTMLIFrameElement
  readonly #page: AnswerPage
  readonly #onState: (state: PageState) => void
  readonly #onReload: () => void
  #state: PageState = { phase: 'loading', problems: [] }
  #port: MessagePort | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #problems: PageProblem[] = []
  #telling: ReturnType<typeof setTimeout> | undefined
  #isPaused = false
  #thefts = 0
  #heardAtMs = 0
  /** When the page had loaded, or another document in its place. */
  #loadedAtMs = 0
  /** When it got the first question since its last message. */
  #askedAtMs = 0
  #silentTicks = 0
  /** The messages of the current second. */
  #messages = { startedAtMs: 0, count: 0 }
  #nextId = 0
  readonly #answers = new Map<number, (message: FrameMessage | null) => void>()
  readonly #useListeners = new Set<(use: PageUse) => void>()
  #pointedAtMs = Number.NEGATIVE_INFINITY
  #usedAtMs = Number.NEGATIVE_INFINITY
  /** What had the focus before the page. */
  #focusedBefore: EventTarget | null = document.activeElement
  readonly #end = new AbortController()

  /**
   * Starts the page in `place`. `onState` is called with every change, first while this runs if there is no frame;
   * `onReload` after the page has been removed because the user had it load itself again.
   */
  constructor(
    place: HTMLElement,
    page: AnswerPage,
    options: { label: string; onState: (state: PageState) => void; onReload: () => void },
  ) {
    const { label, onState, onReload } = options
    this.#page = page
    this.#onState = onState
    this.#onReload = onReload
    const element = document.createElement('iframe')
    this.element = element
    element.title = label
    element.setAttribute('sandbox', 'allow-scripts')
    element.setAttribute('referrerpolicy', 'no-referrer')
    element.setAttribute('allow', '')
    // It is reached with the pointer, or by the button beside it, never by what the page does.
    element.inert = true
    const isText = page.kind === 'markdown' || page.kind === 'json' || page.kind === 'csv'
    if (page.source.length > (isText ? pageLimits.textChars : pageLimits.sourceChars)) {
      this.#stop('too-large')
      return
    }
    if (frames.size >= pageLimits.frames) {
      this.#stop('too-many')
      return
    }
    frames.add(this)
    const onLoad = () => {
      if (this.#port === null) void this.#start()
      else this.#loadedAtMs = performance.now()
    }
    element.addEventListener('load', onLoad, { signal: this.#end.signal })
    // The page can send messages to the window itself: they are not read, but may be large.
    const count = ({ source }: MessageEvent) => source === element.contentWindow && this.#isFlooding(10)
    for (const type of ['message', 'messageerror'] as const)
      globalThis.addEventListener(type, count, { signal: this.#end.signal })
    globalThis.addEventListener('blur', () => this.#onFocusTaken(), { signal: this.#end.signal })
    const noteFocus = ({ target }: Event) => {
      if (target === element) return
      this.#focusedBefore = target
      if (!element.matches(':hover')) element.inert = true
    }
    document.addEventListener('focusin', noteFocus, { signal: this.#end.signal })
    this.#timer = setTimeout(() => this.#stop('refused'), loadMs)
    element.src = addressOfFrame()
    place.append(element)
  }

  /** Ends the page: its document, and the process if it has one of its own. */
  close(): void {
    frames.delete(this)
    clearTimeout(this.#timer)
    clearTimeout(this.#telling)
    this.#end.abort()
    this.#port?.close()
    this.#port = null
    for (const resolve of this.#answers.values()) resolve(null)
    this.element.remove()
  }

  /** Lets the user into the page, with the keyboard if `takesFocus`. */
  enter({ takesFocus = false } = {}): void {
    this.element.inert = false
    if (!takesFocus) return
    this.#pointedAtMs = performance.now()
    this.element.focus()
  }

  /** Closes the page to pointer and keyboard again, unless the user is in it. */
  leave(): void {
    if (document.activeElement !== this.element) this.element.inert = true
  }

  /** Has the page rest while nobody can see it. */
  look(): void {
    const { top, bottom, left, right } = this.element.getBoundingClientRect()
    const isInWindow = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    const isSeen =
      isInWindow && this.element.checkVisibility({ visibilityProperty: true }) && !document.hidden
    // Until it has painted, others may wait for it.
    const isPaused = !isSeen && this.#state.phase === 'painted'
    if (isPaused === this.#isPaused) return
    this.#isPaused = isPaused
    this.#send({ kind: 'pause', isPaused })
  }

  /** Calls `listener` with what the user does in the page. Returns a function that stops it. */
  onUse(listener: (use: PageUse) => void): () => void {
    this.#useListeners.add(listener)
    return () => this.#useListeners.delete(listener)
  }

  /** Repeats what the user did in another page. */
  async repeat(use: PageUse): Promise<Repeated> {
    const answer = await this.#ask((id) => ({ kind: 'repeat', id, use }))
    return answer?.kind === 'repeated' ? answer.how : 'no'
  }

  /** What a check wants to know. Null if the page does not answer. */
  async examine(question: PageQuestion): Promise<PageFinding | null> {
    const answer = await this.#ask((id) => ({ kind: 'examine', id, question }))
    return answer?.kind === 'examined' ? answer.finding : null
  }

  async #ask(request: (id: number) => FrameRequest, maxMs = answerMs): Promise<FrameMessage | null> {
    if (this.#port === null) return null
    const id = (this.#nextId += 1)
    const { promise, resolve } = Promise.withResolvers<FrameMessage | null>()
    const timer = setTimeout(resolve, maxMs, null)
    this.#answers.set(id, resolve)
    this.#send(request(id))
    const message = await promise
    clearTimeout(timer)
    this.#answers.delete(id)
    return message
  }

  #send(request: FrameRequest): void {
    this.#port?.postMessage(request)
  }

  /** Connects with the frame's document, and shows the page once it has proved that it runs on its own thread. */
  async #start(): Promise<void> {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.addEventListener('message', ({ data }) => this.#receive(data))
    port1.start()
    // An opaque origin cannot be named.
    this.element.contentWindow?.postMessage(null, '*', [port2])
    try {
      const isApart = await hasOwnThread(async (busyMs) => {
        const answer = await this.#ask((id) => ({ kind: 'prove', id, busyMs }), loadMs)
        return answer?.kind === 'busy' ? answer.untilMs : 0
      })
      if (!isApart) throw new Error('pages would run on the thread of the window')
      clearTimeout(this.#timer)
      const { kind, source } = this.#page
      const isComponent = kind === 'react'
      const own = kind === 'html' ? withOwnReact(documentOf(this.#page)) : null
      const used = isComponent || own !== null ? await libraries() : null
      // Nobody may learn of a page that was closed meanwhile.
      if (this.#end.signal.aborted) return
      const html = isComponent ? componentDocument : withLineNumbers(own ?? documentOf(this.#page))
      const component = isComponent ? source : null
      this.#send({ kind: 'show', document: html, libraries: used && { component, ...used } })
      this.#heardAtMs = this.#askedAtMs = performance.now()
      this.#watch(this.#heardAtMs)
    } catch {
      // Or the libraries could not be loaded, which are Parley's own files: without them, Parley has gone.
      if (!this.#end.signal.aborted) this.#stop('refused')
    }
  }

  #onLeft(): void {
    if (performance.now() - this.#usedAtMs > reloadMs) {
      this.#stop('left')
      return
    }
    this.close()
    this.#onReload()
  }

  #receive(data: unknown): void {
    if (this.#isFlooding()) return
    const message = readMessage(data)
    if (message === null) return
    this.#heardAtMs = performance.now()
    this.#onMessage(message)
  }

  /** Counts a message, by its weight; with too many within a second, the page is removed. */
  #isFlooding(weight = 1): boolean {
    const nowMs = performance.now()
    if (nowMs - this.#messages.startedAtMs > 1_000) this.#messages = { startedAtMs: nowMs, count: 0 }
    const isFlooding = (this.#messages.count += weight) > pageLimits.messagesPerSecond
    if (isFlooding) this.#stop('flooding')
    return isFlooding
  }

  #watch(shownAtMs: number): void {
    this.#timer = setTimeout(() => {
      const nowMs = performance.now()
      const isLate = this.#state.phase === 'loading' && nowMs - shownAtMs > paintMs
      const isSilent = this.#heardAtMs <= this.#askedAtMs
      // A page at rest has nothing to do that would keep it from answering.
      const isIdle = this.#isPaused && isSilent
      this.#silentTicks = isIdle ? this.#silentTicks + 1 : 0
      if (
        isLate ||
        this.#silentTicks >= maxSilentTicks ||
        // Not since its last message: in the background, timers of the window may be a minute late.
        (isSilent && nowMs - this.#askedAtMs > pageLimits.silentMs)
      ) {
        this.#stop(this.#loadedAtMs > this.#heardAtMs ? 'left' : 'stuck')
        return
      }
      if (!isSilent) this.#askedAtMs = nowMs
      this.#send({ kind: 'ping' })
      this.look()
      this.#watch(shownAtMs)
    }, pingMs)
  }

  #onMessage(message: FrameMessage): void {
    switch (message.kind) {
      case 'painted':
        this.#set({ phase: 'painted' })
        return
      case 'left':
        this.#onLeft()
        return
      case 'alive':
        if (message.heapBytes > pageLimits.heapBytes) this.#stop('stuck')
        return
      case 'pointed':
        this.#pointedAtMs = this.#usedAtMs = performance.now()
        return
      case 'problem': {
        const isLog = message.problem.kind === 'log'
        const alike = this.#problems.filter(({ kind }) => (kind === 'log') === isLog)
        if (alike.length >= pageLimits.problems) return
        this.#problems.push(message.problem)
        this.#telling ??= setTimeout(() => this.#set({}), tellMs)
        return
      }
      case 'key':
        this.#onKey(message.key)
        return
      case 'used':
        // The page cannot say by itself that it was used.
        if (!this.#isUsed() || (message.use.kind === 'key' && message.use.value.length > 32)) return
        this.#usedAtMs = performance.now()
        for (const listener of this.#useListeners) listener(message.use)
        return
      case 'busy':
      case 'repeated':
      case 'examined':
        this.#answers.get(message.id)?.(message)
    }
  }

  /** The user is in the page, or has its pointer over it. */
  #isUsed(): boolean {
    return document.activeElement === this.element || this.element.matches(':hover')
  }

  /** Keys count only while the user is in the page, and only those that write nothing there. */
  #onKey(pressed: PageKey): void {
    const { element } = this
    if (document.activeElement !== element) return
    if (pressed.key === 'Escape') {
      element.blur()
      element.inert = true
      element.dispatchEvent(new CustomEvent(pageLeftEvent, { bubbles: true }))
      return
    }
    if (!pressed.altKey && !pressed.ctrlKey && !pressed.metaKey) return
    element.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }))
  }

  /** Gives the focus back unless the user clicked in the page, whose report may come later, or was let in. */
  #onFocusTaken(): void {
    const { element } = this
    const check = () => {
      if (document.activeElement !== element || performance.now() - this.#pointedAtMs < 1_000) return
      element.blur()
      element.inert = true
      if (this.#focusedBefore instanceof HTMLElement) this.#focusedBefore.focus()
      this.#thefts += 1
      if (this.#thefts > maxThefts) this.#stop('flooding')
    }
    if (document.activeElement !== element) return
    if (element.inert) check()
    else setTimeout(check, evidenceMs)
  }

  #stop(phase: PageState['phase']): void {
    this.close()
    this.#set({ phase })
  }

  #set(change: Partial<PageState>): void {
    clearTimeout(this.#telling)
    this.#telling = undefined
    this.#state = { ...this.#state, problems: [...this.#problems], ...change }
    this.#onState(this.#state)
  }
}

/** Dispatched on the frame when the user leaves the page with Escape. */
export const pageLeftEvent = 'parley:page-left'

/** Each frame is a site of its own: names below `localhost` lead to this machine without a look-up. */
function addressOfFrame(): string {
  const name = [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const { protocol, port } = location
  const { pathname } = new URL('sandbox/page.html', document.baseURI)
  return protocol === 'parley:'
    ? `parley-page://p${name}/sandbox/page.html`
    : `http://p${name}.localhost:${port}${pathname}`
}
