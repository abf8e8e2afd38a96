import type { RawData, WebSocket } from 'ws'

import type { PreparedFrame } from '../../../shared/rpc/frames'
import { wireLimits } from '../../../shared/rpc/limits'
import { systemClock } from '../../base/clock'
import { hasMoreValues } from './json-values'
import { preparedFrame } from './prepared-answer'
import type { Transport } from './transport'

/** Unsent bytes above which a peer that does not read is not listened to either. */
const pauseAboveBytes = 8 * 1024 * 1024
/** Frames that are read before their turn has come: with more, or larger ones, no more is read for now. */
const unheardLimits = { frames: 1_000, bytes: 1024 * 1024 }
/** The status of RFC 6455 for a frame that is too much to take. */
const tooBig = 1009
/** How long a peer that sent too much may take to close its end before it is cut off. */
const farewellMs = 1_000

/**
 * A wire over a WebSocket of the `ws` package: one JSON text per frame. What is not JSON is handed on as
 * `undefined`, which no frame is. Whoever made the server bounds the size of a frame (`maxPayload`); one with too many
 * values ends the connection like one that is too large.
 */
export function createWebSocketTransport(socket: WebSocket): Transport {
  let receive: ((frame: unknown) => void) | null = null
  let closed: (() => void) | null = null
  let isClosed = false
  let isPeerGone = false
  /** What was read and waits for its turn: the package gives out all of one read, also while the socket is paused. */
  const unheard: { frame: unknown; bytes: number }[] = []
  let unheardBytes = 0
  let isTurnDue = false
  /** The peer does not read what it is sent. */
  let isStalled = false

  function finish(): void {
    if (isClosed) return
    isClosed = true
    unheard.length = 0
    unheardBytes = 0
    closed?.()
  }

  function refuse(): void {
    socket.close(tooBig)
    finish()
    readOrPause()
    const cancel = systemClock.after(farewellMs, () => socket.terminate())
    socket.once('close', cancel)
  }

  socket.on('close', () => {
    isPeerGone = true
    if (!isTurnDue) hear()
  })
  socket.on('message', (data, isBinary) => {
    // A peer may go on sending until it hears that this end is closed.
    if (isClosed) return
    const bytes = Buffer.isBuffer(data) ? data.length : 0
    if (!isBinary && Buffer.isBuffer(data) && hasMoreValues(data, wireLimits.frameValues)) {
      refuse()
      return
    }
    unheard.push({ frame: isBinary ? undefined : parseJson(data), bytes })
    unheardBytes += bytes
    readOrPause()
    if (!isTurnDue) hear()
  })
  // 'close' follows, and says all that matters.
  socket.on('error', () => {})

  /**
   * One frame in a turn, so that its answer is sent, and counted below, before the next one is looked at. Streams that
   * are closed together get no answers, and none of them is to wait for what the end of another takes.
   */
  function hear(): void {
    isTurnDue = false
    if (isClosed || receive === null || (isStalled && !isPeerGone)) return
    if (unheard.length > 0) {
      let count = 1
      while (isClose(unheard[count - 1]?.frame) && isClose(unheard[count]?.frame)) count += 1
      for (const { frame, bytes } of unheard.splice(0, count)) {
        unheardBytes -= bytes
        if (!isClosed) receive(frame)
      }
      readOrPause()
      hearInNextTurn()
    } else if (isPeerGone) finish()
  }

  function readOrPause(): void {
    const isFull = unheard.length >= unheardLimits.frames || unheardBytes >= unheardLimits.bytes
    const isToPause = !isClosed && (isStalled || isFull)
    if (isToPause === socket.isPaused) return
    if (isToPause) socket.pause()
    else socket.resume()
  }

  function hearInNextTurn(): void {
    if (isTurnDue) return
    isTurnDue = true
    setImmediate(hear)
  }

  /** Flow control bounds the streams; this bounds the answers to calls of a peer that asks and never reads. */
  function listenWhenDrained(): void {
    if (!isStalled || socket.bufferedAmount > pauseAboveBytes) return
    isStalled = false
    readOrPause()
    hearInNextTurn()
  }

  /** One message of several fragments: what is prepared is not copied. */
  function sendPrepared({ id, json }: PreparedFrame): void {
    const fragment = { binary: false, fin: false }
    socket.send(`{"type":"result","id":${id},"ok":true,"data":`, fragment)
    socket.send(json, fragment)
    socket.send('}', { ...fragment, fin: true }, listenWhenDrained)
  }

  return {
    send(frame) {
      if (isClosed) return
      const prepared = preparedFrame(frame)
      if (prepared === null) socket.send(JSON.stringify(frame), listenWhenDrained)
      else sendPrepared(prepared)
      if (socket.bufferedAmount <= pauseAboveBytes) return
      isStalled = true
      readOrPause()
    },
    onFrame(receiver) {
      receive = receiver
      hear()
    },
    onClosed(listener) {
      if (isClosed) listener()
      else closed = listener
    },
    close() {
      // The closing handshake needs to hear the peer.
      if (socket.isPaused) socket.resume()
      socket.close(1001)
      finish()
    },
  }
}

function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')
  } catch {
    // Not JSON: malformed like any other wrong frame.
    return undefined
  }
}

/** Whether this is what a peer says to close a stream. */
function isClose(frame: unknown): boolean {
  return typeof frame === 'object' && frame !== null && 'type' in frame && frame.type === 'close'
}
