import type { RawData, WebSocket } from 'ws'

import type { PreparedFrame } from '../../../shared/rpc/frames'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { systemClock } from '../../base/clock'
import { preparedFrame } from './prepared-answer'
import type { Transport } from './transport'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openList, closeList] = [0x5b, 0x5d]
const [openObject, closeObject] = [0x7b, 0x7d]

/**
 * True if a JSON text contains more values than `most`. Counts without parsing: an empty list takes two bytes of text
 * but hundreds of memory. For invalid JSON the result means nothing.
 */
export function hasMoreValues(json: Buffer, most: number): boolean {
  // Each value but the first follows a comma or is the first in a list or an object.
  let values = 1
  for (let at = 0; at < json.length && values <= most; at += 1) {
    const byte = json[at]
    if (byte === quote) at = endOfText(json, at)
    else if (byte === comma) values += 1
    else if (byte === openList && json[at + 1] !== closeList) values += 1
    else if (byte === openObject && json[at + 1] !== closeObject) values += 1
  }
  return values > most
}

/** The end of the string that begins at `start`. */
function endOfText(json: Buffer, start: number): number {
  for (let at = json.indexOf(quote, start + 1); at !== -1; at = json.indexOf(quote, at + 1)) {
    let escapes = at
    while (json[escapes - 1] === backslash) escapes -= 1
    if ((at - escapes) % 2 === 0) return at
  }
  return json.length
}

/** With more unsent bytes than this, the transport stops reading from a peer that does not read. */
const pauseAboveBytes = 8 * 1024 * 1024
/** Limits on frames that were read but not handled; beyond them, reading pauses. */
const pendingLimits = { frames: 1_000, bytes: 1024 * 1024 }
/** The RFC 6455 close code for a message that is too big. */
const tooBig = 1009
/** The time that a peer that sent too much may take to close its end before it is disconnected. */
const farewellMs = 1_000

/**
 * A wire over a WebSocket of the `ws` package: one JSON text per frame. Invalid JSON is passed on as `undefined`, which
 * is never a frame. The server limits the size of a frame (`maxPayload`); a frame with too many values ends the
 * connection like one that is too large.
 */
export function createWebSocketTransport(socket: WebSocket): Transport {
  let receive: ((frame: unknown) => void) | null = null
  let closed: (() => void) | null = null
  let isClosed = false
  let isPeerGone = false
  /**
   * Frames that were read and wait to be handled: `ws` emits everything from one read, even while the socket is paused.
   */
  const pending: { frame: unknown; bytes: number }[] = []
  let pendingBytes = 0
  let isTurnDue = false
  /** The peer does not read what it is sent. */
  let isStalled = false

  function finish(): void {
    if (isClosed) return
    isClosed = true
    pending.length = 0
    pendingBytes = 0
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
    if (!isTurnDue) handleNext()
  })
  socket.on('message', (data, isBinary) => {
    // A peer may keep sending until it sees the close.
    if (isClosed) return
    const bytes = Buffer.isBuffer(data) ? data.length : 0
    if (!isBinary && Buffer.isBuffer(data) && hasMoreValues(data, wireLimits.frameValues)) {
      refuse()
      return
    }
    pending.push({ frame: isBinary ? undefined : parseJson(data), bytes })
    pendingBytes += bytes
    readOrPause()
    if (!isTurnDue) handleNext()
  })
  // 'close' follows and suffices.
  socket.on('error', () => {})

  /**
   * Handles one frame per turn, so that its answer is sent, and counted below, before the next is handled. Consecutive
   * stream closes get no answers and are handled together, so that none waits for the end of another.
   */
  function handleNext(): void {
    isTurnDue = false
    if (isClosed || receive === null || (isStalled && !isPeerGone)) return
    if (pending.length > 0) {
      let count = 1
      while (isClose(pending[count - 1]?.frame) && isClose(pending[count]?.frame)) count += 1
      for (const { frame, bytes } of pending.splice(0, count)) {
        pendingBytes -= bytes
        if (!isClosed) receive(frame)
      }
      readOrPause()
      handleInNextTurn()
    } else if (isPeerGone) finish()
  }

  function readOrPause(): void {
    const isFull = pending.length >= pendingLimits.frames || pendingBytes >= pendingLimits.bytes
    const isToPause = !isClosed && (isStalled || isFull)
    if (isToPause === socket.isPaused) return
    if (isToPause) socket.pause()
    else socket.resume()
  }

  function handleInNextTurn(): void {
    if (isTurnDue) return
    isTurnDue = true
    setImmediate(handleNext)
  }

  /** Flow control limits the streams; this limits unread answers to a peer that asks and never reads. */
  function resumeWhenDrained(): void {
    if (!isStalled || socket.bufferedAmount > pauseAboveBytes) return
    isStalled = false
    readOrPause()
    handleInNextTurn()
  }

  /** Sends one message in several fragments, so that the prepared JSON is not copied. */
  function sendPrepared({ id, json }: PreparedFrame): void {
    const fragment = { binary: false, fin: false }
    socket.send(`{"type":"result","id":${id},"ok":true,"data":`, fragment)
    socket.send(json, fragment)
    socket.send('}', { ...fragment, fin: true }, resumeWhenDrained)
  }

  return {
    send(frame) {
      if (isClosed) return
      const prepared = preparedFrame(frame)
      if (prepared === null) socket.send(JSON.stringify(frame), resumeWhenDrained)
      else sendPrepared(prepared)
      if (socket.bufferedAmount <= pauseAboveBytes) return
      isStalled = true
      readOrPause()
    },
    onFrame(receiver) {
      receive = receiver
      handleNext()
    },
    onClosed(listener) {
      if (isClosed) listener()
      else closed = listener
    },
    close() {
      // The closing handshake needs to read from the peer.
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
    // Invalid JSON is malformed like any other wrong frame.
    return undefined
  }
}

/** True if the frame closes a stream. */
function isClose(frame: unknown): boolean {
  return typeof frame === 'object' && frame !== null && 'type' in frame && frame.type === 'close'
}
