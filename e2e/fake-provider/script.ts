import type { FakeRequest } from './fake-request.ts'
import type { CallPiece, FakeError, TokenField } from './protocols/protocol.ts'

/** The reported prompt tokens if the script does not set them. */
export const defaultPromptTokens = 12

/** One step of a scripted stream. Steps are played in order. */
export type Step =
  /** Sends each token as one event; without `perSecond`, as fast as the reader reads. */
  | { type: 'tokens'; tokens: readonly string[]; perSecond?: number; field?: TokenField }
  /** Sends one event whose data is this value as JSON. */
  | { type: 'event'; data: unknown }
  /** Sends one piece of a tool call. */
  | { type: 'call'; piece: CallPiece }
  /** Sends an error in the middle of the stream. */
  | { type: 'error'; error: FakeError }
  /** Sends these bytes of the body unchanged, as one HTTP chunk. */
  | { type: 'bytes'; bytes: Uint8Array | string }
  | { type: 'wait'; ms: number }
  /** Sends nothing until a test calls `goOn` of the request. */
  | { type: 'hold' }
  /** Sends nothing more, ever; the socket stays open until the client closes it. */
  | { type: 'silence' }
  /** Sends the finish reason, `stop`, `length`, `tool_calls` or `content_filter`, in the protocol's own term. */
  | { type: 'finish'; reason: string }
  /** Sends the usage; absent counts are computed. `cost` is in US dollars. */
  | {
      type: 'usage'
      promptTokens?: number
      completionTokens?: number
      reasoningTokens?: number
      cost?: number
    }
  /** Sends the protocol's end marker, such as `data: [DONE]`. */
  | { type: 'done' }

/** How a stream's connection ends after its steps. */
export type Ending =
  /** The HTTP body ends properly, then the connection. */
  | 'close'
  /** The connection is closed (FIN) without the end of the HTTP body. */
  | 'cut'
  /** The connection is reset (RST). */
  | 'reset'
  /** The socket stays open. */
  | 'linger'

/** The reaction to a client that half-closes (FIN). */
export type OnClientClose =
  | { type: 'close' }
  /** Stops sending at once, but keeps its side open for this long. */
  | { type: 'close-after'; ms: number }
  /** Ends the HTTP body properly at once, and keeps its side open for this long. */
  | { type: 'end-then-close-after'; ms: number }
  /** Continues with the script as if nothing had happened. */
  | { type: 'go-on' }

/** The response to one request. */
export type Script =
  /** An error with this status, in the protocol's format. */
  | { type: 'refusal'; status: number; headers?: Record<string, string>; error: FakeError }
  /** A complete response at once, such as a page or JSON. */
  | { type: 'reply'; status: number; headers?: Record<string, string>; body: string }
  /** Reads the request and never responds. */
  | { type: 'no-answer' }
  /** Resets the connection instead of answering. */
  | { type: 'reset' }
  | {
      type: 'stream'
      steps: readonly Step[]
      headersAfterMs?: number
      /** The name of the model that answers; by default the requested one. */
      answeredBy?: string
      ending?: Ending
      onClientClose?: OnClientClose
    }

/** An answer that streams. */
export type StreamScript = Extract<Script, { type: 'stream' }>

/** The behaviour of a model: the same for every request, or decided by the request, perhaps after another one has ended. */
export type ModelScript = Script | ((request: FakeRequest) => Script | Promise<Script>)

/** A stream that ends like a provider's: the steps, finish, usage and `[DONE]`. */
export function completeStream(
  steps: readonly Step[],
  options: { reason?: string; answeredBy?: string; ending?: Ending; onClientClose?: OnClientClose } = {},
): Script {
  const { reason = 'stop', ...rest } = options
  return {
    type: 'stream',
    steps: [...steps, { type: 'finish', reason }, { type: 'usage' }, { type: 'done' }],
    ...rest,
  }
}

/** A complete answer with this text. */
export function saying(text: string): Script {
  return completeStream([{ type: 'tokens', tokens: [text] }])
}

/** An error response, with the message of the protocol. */
export function errorReply(status: number, error: FakeError, headers: Record<string, string> = {}): Script {
  return { type: 'refusal', status, error, headers }
}

/** An answer that reports a million tokens in each direction, so that its cost equals the prices per million. */
export const millionEachWay: Script = {
  type: 'stream',
  steps: [
    { type: 'tokens', tokens: ['Priced.'] },
    { type: 'finish', reason: 'stop' },
    { type: 'usage', promptTokens: 1_000_000, completionTokens: 1_000_000 },
    { type: 'done' },
  ],
}
