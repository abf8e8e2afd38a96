import type { Page, WebSocketRoute } from '@playwright/test'

import { invoke } from './window-api.ts'
import type { MessageId, RunId, SessionId } from '../../../src/shared/ids.ts'
import type { ClientFrame, ServerFrame } from '../../../src/shared/rpc/frames.ts'
import type { RunEventBody, WatchEvent } from '../../../src/shared/runs/events.ts'
import { emptySnapshot, reduceRun, unansweredMessage } from '../../../src/shared/runs/reduce-run.ts'

const runId = 'scripted-run' as RunId
const messageId = 'scripted-answer' as MessageId
const panePattern = /"paneId":"(?<pane>[^"]+)","sessionId":"(?<session>[^"]+)"/g

/** A run without a model: the window gets its events from the test instead of main. */
export class ScriptedRun {
  readonly #socket: WebSocketRoute
  readonly #stream: number
  #seq: number

  private constructor(socket: WebSocketRoute, stream: number, seq: number) {
    this.#socket = socket
    this.#stream = stream
    this.#seq = seq
  }

  /** Shows a running answer in the open chat that has reached `events`; `tell` sends later ones. */
  static async inChat(
    page: Page,
    sessionId: SessionId,
    events: readonly RunEventBody[],
  ): Promise<ScriptedRun> {
    const { promise: opened, resolve } = Promise.withResolvers<ScriptedRun>()
    const { messages } = await invoke(page, 'sessions.get', { sessionId })
    await takeOver(page, 'session.watch', (socket, id) => {
      send(socket, id, beginning(sessionId, events, messages.at(-1) ?? null))
      resolve(new ScriptedRun(socket, id, events.length))
    })
    await page.reload()
    return opened
  }

  /** From now on, every pane of this window answers any message with these `events` at once. */
  static async inPanes(page: Page, events: readonly RunEventBody[]): Promise<void> {
    await takeOver(page, 'pane.run', (socket, id, sessionId) =>
      send(socket, id, beginning(sessionId, events, null)),
    )
    await page.reload()
  }

  /** Sends more events, all at once. */
  tell(events: readonly RunEventBody[]): void {
    const numbered = events.map((event): WatchEvent => {
      this.#seq += 1
      return { ...event, seq: this.#seq }
    })
    send(this.#socket, this.#stream, numbered)
  }
}

/** The first events of a stream that joins a running answer. */
function beginning(
  sessionId: SessionId,
  events: readonly RunEventBody[],
  parent: Extract<WatchEvent, { type: 'stream-start' }>['parent'],
): WatchEvent[] {
  const message = unansweredMessage({
    runId,
    sessionId,
    messageId,
    parentId: parent?.id ?? null,
    model: 'demo/agent',
    startedAt: Date.now(),
  })
  const snapshot = reduceRun(emptySnapshot(message), events)
  return [
    { type: 'stream-start', runId, sessionId, messageId, parent },
    { type: 'replay-start', count: 0, throughSeq: events.length, snapshot },
    { type: 'replay-end' },
  ]
}

/** Intercepts streams of this kind, also for pages that are loaded later. */
async function takeOver(
  page: Page,
  streamName: 'session.watch' | 'pane.run',
  onOpen: (socket: WebSocketRoute, streamId: number, sessionId: SessionId) => void,
): Promise<void> {
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    const taken = new Set<number>()
    const sessionOfPane = new Map<string, SessionId>()
    server.onMessage((text) => {
      for (const { groups } of String(text).matchAll(panePattern)) {
        sessionOfPane.set(groups?.['pane'] ?? '', (groups?.['session'] ?? '') as SessionId)
      }
      socket.send(text)
    })
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as ClientFrame
      if (frame.type === 'open' && frame.stream === streamName) {
        taken.add(frame.id)
        const { paneId = '', sessionId } = frame.input as { paneId?: string; sessionId?: SessionId }
        const of = sessionId ?? sessionOfPane.get(paneId)
        if (of === undefined) throw new Error(`no chat is known for the pane "${paneId}"`)
        onOpen(socket, frame.id, of)
      } else if (frame.type === 'call' && frame.route === 'approvals.answer') {
        refuse(socket, frame.id)
      } else if (!taken.has(frame.id)) server.send(text)
    })
  })
}

function send(socket: WebSocketRoute, id: number, events: WatchEvent[]): void {
  socket.send(JSON.stringify({ type: 'batch', id, events } satisfies ServerFrame))
}

/** Replies that the approval was already decided elsewhere. */
function refuse(socket: WebSocketRoute, id: number): void {
  const error = {
    code: 'NOT_FOUND' as const,
    message: 'This request for a decision was not found. It was answered elsewhere, or the answer has ended.',
    data: { reason: 'decision', approvalId: 'scripted' },
  }
  socket.send(JSON.stringify({ type: 'result', id, ok: false, error } satisfies ServerFrame))
}

/** A tool call, and its result. */
export function called(
  toolCallId: string,
  call: Omit<Extract<RunEventBody, { type: 'tool-call' }>, 'type' | 'toolCallId'>,
  output: unknown,
  isError?: boolean,
): RunEventBody[] {
  return [
    { type: 'tool-call', toolCallId, ...call },
    { type: 'tool-result', toolCallId, output, ...(isError === undefined ? {} : { isError }) },
  ]
}
