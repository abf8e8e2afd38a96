import type { FakeRequest } from './fake-request.ts'

/** The delta field that a token travels in; `reasoning_content` and `reasoning` are the two usual spellings. */
export type TokenField = 'content' | 'reasoning_content' | 'reasoning'

/** One thing that a scripted stream does. They are played in order. */
export type Step =
  /** Sends each token as one event; `perSecond` absent means as fast as the reader takes them. */
  | { type: 'tokens'; tokens: readonly string[]; perSecond?: number; field?: TokenField }
  /** Sends one event whose data is this value as JSON. */
  | { type: 'event'; data: unknown }
  /** Sends one chat chunk with this `delta`. */
  | { type: 'delta'; delta: Record<string, unknown> }
  /** Sends these bytes of the body as they are, as one HTTP chunk. */
  | { type: 'bytes'; bytes: Uint8Array | string }
  | { type: 'wait'; ms: number }
  /** Sends nothing more, ever; the socket stays open until the client closes it. */
  | { type: 'silence' }
  /** Sends the closing chunk of the answer with its finish reason. */
  | { type: 'finish'; reason: string }
  /** Sends a last chunk without choices that carries the counts; absent ones are counted. `cost` is in US dollars. */
  | {
      type: 'usage'
      promptTokens?: number
      completionTokens?: number
      reasoningTokens?: number
      cost?: number
    }
  /** Sends `data: [DONE]`. */
  | { type: 'done' }

/** How a stream's connection ends once its steps are played. */
export type Ending =
  /** The HTTP body ends as it should, then the connection. */
  | 'close'
  /** The connection is closed (FIN) without the end of the HTTP body. */
  | 'cut'
  /** The connection is reset (RST). */
  | 'reset'
  /** Nothing ends: the server leaves the socket open. */
  | 'linger'

/** What the server does when the client half-closes (FIN). */
export type OnClientClose =
  | { type: 'close' }
  /** Falls silent at once, but keeps its own side open for so long. */
  | { type: 'close-after'; ms: number }
  /** Ends the HTTP body properly at once, and keeps its own side open for so long. */
  | { type: 'end-then-close-after'; ms: number }
  /** Goes on with the script as if nothing had happened. */
  | { type: 'go-on' }

/** What one request gets. */
export type Script =
  /** A whole answer at once: errors, pages, JSON. */
  | { type: 'reply'; status: number; headers?: Record<string, string>; body: string }
  /** Reads the request and says nothing at all. */
  | { type: 'no-answer' }
  /** Resets the connection instead of answering. */
  | { type: 'reset' }
  | {
      type: 'stream'
      steps: readonly Step[]
      headersAfterMs?: number
      ending?: Ending
      onClientClose?: OnClientClose
    }

/** What a model does: the same for every request, or decided by the request. */
export type ModelScript = Script | ((request: FakeRequest) => Script)

/** A stream that ends as a provider's does: the steps, finish, usage and `[DONE]`. */
export function completeStream(
  steps: readonly Step[],
  options: { reason?: string; ending?: Ending; onClientClose?: OnClientClose } = {},
): Script {
  const { reason = 'stop', ...rest } = options
  return {
    type: 'stream',
    steps: [...steps, { type: 'finish', reason }, { type: 'usage' }, { type: 'done' }],
    ...rest,
  }
}

/** An error in the shape that OpenAI gave the world. */
export function errorReply(
  status: number,
  error: { message: string; type?: string; code?: string | number },
  headers: Record<string, string> = {},
): Script {
  return {
    type: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ error: { param: null, ...error } }),
  }
}
