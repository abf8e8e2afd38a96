import type { FakeRequest } from './fake-request.ts'
import type { CallPiece, FakeError, TokenField } from './protocols/protocol.ts'

/** What a prompt is said to cost when the script does not say. */
export const defaultPromptTokens = 12

/** One thing that a scripted stream does. They are played in order. */
export type Step =
  /** Sends each token as one event; `perSecond` absent means as fast as the reader takes them. */
  | { type: 'tokens'; tokens: readonly string[]; perSecond?: number; field?: TokenField }
  /** Sends one event whose data is this value as JSON. */
  | { type: 'event'; data: unknown }
  /** Sends one piece of a tool call. */
  | { type: 'call'; piece: CallPiece }
  /** Sends an error in the middle of the stream. */
  | { type: 'error'; error: FakeError }
  /** Sends these bytes of the body as they are, as one HTTP chunk. */
  | { type: 'bytes'; bytes: Uint8Array | string }
  | { type: 'wait'; ms: number }
  /** Sends nothing more, ever; the socket stays open until the client closes it. */
  | { type: 'silence' }
  /** Says why the answer is complete: `stop`, `length`, `tool_calls`, `content_filter`, in the protocol's own word. */
  | { type: 'finish'; reason: string }
  /** Says what it cost; absent counts are counted. `cost` is in US dollars. */
  | {
      type: 'usage'
      promptTokens?: number
      completionTokens?: number
      reasoningTokens?: number
      cost?: number
    }
  /** Sends the protocol's last word, such as `data: [DONE]`. */
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
  /** An error with this status, in the protocol's shape. */
  | { type: 'refusal'; status: number; headers?: Record<string, string>; error: FakeError }
  /** A whole answer at once: pages, JSON. */
  | { type: 'reply'; status: number; headers?: Record<string, string>; body: string }
  /** Reads the request and says nothing at all. */
  | { type: 'no-answer' }
  /** Resets the connection instead of answering. */
  | { type: 'reset' }
  | {
      type: 'stream'
      steps: readonly Step[]
      headersAfterMs?: number
      /** The name of the model that answers; absent it is the one that was asked. */
      answeredBy?: string
      ending?: Ending
      onClientClose?: OnClientClose
    }

/** An answer that streams. */
export type StreamScript = Extract<Script, { type: 'stream' }>

/** What a model does: the same for every request, or decided by the request. */
export type ModelScript = Script | ((request: FakeRequest) => Script)

/** A stream that ends as a provider's does: the steps, finish, usage and `[DONE]`. */
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

/** A refusal, with what the protocol says to it. */
export function errorReply(status: number, error: FakeError, headers: Record<string, string> = {}): Script {
  return { type: 'refusal', status, error, headers }
}

/** An answer that is said to have taken a million tokens each way, so that prices per million are what it costs. */
export const millionEachWay: Script = {
  type: 'stream',
  steps: [
    { type: 'tokens', tokens: ['Priced.'] },
    { type: 'finish', reason: 'stop' },
    { type: 'usage', promptTokens: 1_000_000, completionTokens: 1_000_000 },
    { type: 'done' },
  ],
}
