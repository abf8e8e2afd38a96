import type { MermaidConfig } from 'mermaid'

import { hasOwnThread } from '../../ui/own-thread'
import type { DiagramAnswer, DiagramRequest } from './diagram-frame'
import styles from './diagram.module.css'

/** Drawing that takes longer is cancelled by removing its frame. */
const maxDrawMs = 8_000
/** The library is several megabytes, and the machine may be busy. */
const maxLoadMs = 30_000
/** A drawing with more markup is not shown. */
const maxSvgChars = 3_000_000
/** How long the frame is kept for another diagram. */
const idleMs = 30_000

/** Why a diagram was not drawn although it may be valid. */
export class DiagramRefused extends Error {
  override name = 'DiagramRefused'
  readonly reason: 'stuck' | 'no-thread'

  constructor(reason: 'stuck' | 'no-thread') {
    super(reason === 'stuck' ? 'the diagram took too long' : 'a diagram could not be stopped here')
    this.reason = reason
  }
}

/** The drawing of a diagram is too large to show. */
export class DiagramTooLarge extends Error {
  override name = 'DiagramTooLarge'
}

/** The frame did not answer in time and was removed. */
class NoAnswer extends Error {
  override name = 'NoAnswer'
}

let opened: Promise<DiagramFrame> | null = null
let closeTimer: ReturnType<typeof setTimeout> | null = null
let hasThread = false
/** A busy window looks as if the frame shared its thread, so the proof is repeated after a while. */
const proveAgainMs = 60_000
let triedAtMs = Number.NEGATIVE_INFINITY
let count = 0

/**
 * Draws a diagram where it can be cancelled, one at a time.
 * @throws DiagramRefused when it takes too long, or could not be cancelled if it did
 * @throws DiagramTooLarge
 * @throws Error when it is not a diagram
 */
export async function drawInSandbox(source: string, config: MermaidConfig): Promise<string> {
  if (closeTimer !== null) clearTimeout(closeTimer)
  count += 1
  try {
    const frame = await (opened ??= open())
    const request = { kind: 'draw', id: `diagram-${count}`, source, config, maxSvgChars } as const
    const answer = await frame.ask(request, maxDrawMs)
    // The frame's own claim is not trusted: a diagram may have taken it over.
    const isTooLarge = answer.kind === 'drawn' && answer.svg.length > maxSvgChars
    if (isTooLarge || answer.kind === 'too-large') throw new DiagramTooLarge('the diagram cannot be shown')
    if (answer.kind !== 'drawn') throw new Error('the source is not a valid diagram')
    return answer.svg
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    opened = null
    throw new DiagramRefused('stuck')
  } finally {
    closeTimer = setTimeout(() => void close(), idleMs)
  }
}

async function close(): Promise<void> {
  const closing = opened
  opened = null
  await closing?.then(
    (frame) => frame.close(),
    () => {
      // It was closed when opening it failed.
    },
  )
}

async function open(): Promise<DiagramFrame> {
  const frame = new DiagramFrame()
  try {
    if (!hasThread && performance.now() - triedAtMs > proveAgainMs) {
      hasThread = await hasOwnThread(async (busyMs) => {
        const answer = await frame.ask({ kind: 'prove', busyMs }, maxLoadMs)
        return answer.kind === 'busy' ? answer.untilMs : 0
      })
      triedAtMs = performance.now()
    }
    if (!hasThread) throw new DiagramRefused('no-thread')
    const { kind } = await frame.ask({ kind: 'load', library: addressOf('mermaid.js') }, maxLoadMs)
    if (kind !== 'loaded') throw new Error('the library could not be loaded')
    return frame
  } catch (error) {
    frame.close()
    opened = null
    // Must not look like a diagram that takes too long.
    throw error instanceof NoAnswer ? new Error('the library could not be loaded', { cause: error }) : error
  }
}

/**
 * A frame without an origin: the browser runs it in a separate process, which ends with it. It inherits the window's
 * content security policy and has no access to the window.
 */
class DiagramFrame {
  readonly #element = document.createElement('iframe')
  readonly #port: Promise<MessagePort>

  constructor() {
    const element = this.#element
    element.className = styles.frame ?? ''
    element.setAttribute('aria-hidden', 'true')
    element.setAttribute('sandbox', 'allow-scripts')
    element.tabIndex = -1
    const script = document.createElement('script')
    script.src = addressOf('diagram-frame.js')
    element.srcdoc = `<!doctype html>${script.outerHTML}`
    this.#port = new Promise((resolve) => {
      element.addEventListener(
        'load',
        () => {
          const { port1, port2 } = new MessageChannel()
          port1.start()
          // An opaque origin cannot be named.
          element.contentWindow?.postMessage(null, '*', [port2])
          resolve(port1)
        },
        { once: true },
      )
    })
    document.body.append(element)
  }

  /**
   * Sends one request and returns its answer; one request at a time.
   * @throws NoAnswer when there is none in time; the frame has then been removed
   */
  async ask(request: DiagramRequest, maxMs: number): Promise<DiagramAnswer> {
    const answered = Promise.withResolvers<DiagramAnswer>()
    const timer = setTimeout(() => {
      this.close()
      answered.reject(new NoAnswer('the frame did not answer in time'))
    }, maxMs)
    const askPort = async () => {
      const port = await this.#port
      port.addEventListener('message', (event: MessageEvent<DiagramAnswer>) => answered.resolve(event.data), {
        once: true,
      })
      port.postMessage(request)
    }
    void askPort()
    try {
      return await answered.promise
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#element.remove()
  }
}

/** The sandbox files are served to a frame that has no cookie. */
function addressOf(file: string): string {
  return new URL(`sandbox/${file}`, document.baseURI).href
}
