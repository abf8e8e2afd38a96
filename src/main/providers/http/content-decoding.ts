import type { IncomingMessage } from 'node:http'
import { Readable, Transform, type TransformCallback } from 'node:stream'
import {
  type BrotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Gunzip,
  type Inflate,
  type InflateRaw,
  inflateRawSync,
} from 'node:zlib'

import { failure } from '../../../shared/failures/failure'
import { type Peer, peerData } from './peer'

/** The body of an answer after decompression. */
export interface DecodedBody {
  stream: Readable
  /** Why the connection was lost; valid once `stream` has ended. */
  lost: () => Error | null
}

type Decoder = Gunzip | Inflate | InflateRaw | BrotliDecompress

/** More layers than any server needs; each one costs memory, whatever the body is. */
const mostLayers = 5
/** The size of a gzip header without a file name, as every server sends it. */
const gzipHeaderBytes = 10
/** Compressed data that is kept until it proves valid, in bytes. */
const mostPackedBytes = 256 * 1024
const mostOutputBytes = 64 * 1024 * 1024

/** Truncated data still yields what it contains. */
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}

/**
 * Decodes a body: gzip, br and deflate, also nested. Each layer of the header counts only if the first bytes agree,
 * because gateways leave the header of bodies that they decoded, or send it twice. A layer that cannot be decoded fails
 * the stream with PROVIDER_PROTOCOL, so that the status can still be reported, and so do more than five layers.
 */
export function decodedBody(incoming: IncomingMessage, peer: Peer): DecodedBody {
  const names = (incoming.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > mostLayers) return { stream: failed(peer, names.length), lost: () => null }
  let stream: Readable = incoming
  let lost: Error | null = null
  for (const name of names.toReversed()) {
    const packed = stream
    const decoder = new LayerDecoder(name, peer)
    packed.once('error', (error) => {
      lost ??= error
      // Ended, not destroyed: it still contains what arrived before the loss.
      decoder.end()
    })
    stream = packed.pipe(decoder)
  }
  return { stream, lost: () => lost }
}

/** A body that is not read, because it claims too many layers. */
function failed(peer: Peer, layers: number): Readable {
  const encoding = `${layers} layers`
  return new Readable({
    read() {
      this.destroy(failure('PROVIDER_PROTOCOL', 'encoding', { ...peerData(peer), encoding }))
    },
  })
}

/** Removes one layer, which its first bytes identify. */
class LayerDecoder extends Transform {
  readonly #name: string
  readonly #peer: Peer
  #beginning: Buffer = Buffer.alloc(0)
  #compression: Compression | 'none' | null = null
  #decoder: Decoder | null = null
  /** The compressed data so far, while there is little of it. */
  #packed: Buffer[] | null = []
  #packedBytes = 0
  #outputBytes = 0
  /** Data after the end of the compressed data is ignored. */
  #isOver = false
  /** A pending write; a decoder that has failed never calls back. */
  #onOver: (() => void) | null = null

  constructor(name: string, peer: Peer) {
    super()
    this.#name = name
    this.#peer = peer
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#compression !== null) {
      this.#decode(chunk, done)
      return
    }
    this.#beginning = Buffer.concat([this.#beginning, chunk])
    this.#decide(false, done)
  }

  override _flush(done: TransformCallback): void {
    if (this.#compression !== null) {
      this.#end(done)
      return
    }
    this.#decide(true, (error, plain?: Buffer) => {
      if (plain !== undefined) this.push(plain)
      if (error) done(error)
      else this.#end(done)
    })
  }

  override _read(sizeBytes: number): void {
    this.#decoder?.resume()
    // oxlint-disable-next-line no-underscore-dangle -- Node's name for what a reader asks for
    super._read(sizeBytes)
  }

  #decide(isEnd: boolean, done: TransformCallback): void {
    const compression = compressionOf(this.#beginning, this.#name, isEnd)
    if (compression === null) {
      done()
      return
    }
    if (compression === 'unknown') {
      const encoding = this.#name.slice(0, 40)
      done(failure('PROVIDER_PROTOCOL', 'encoding', { ...peerData(this.#peer), encoding }))
      return
    }
    this.#compression = compression
    if (compression !== 'none') this.#listenTo(createDecoder(compression))
    this.#decode(this.#beginning, done)
  }

  #listenTo(decoder: Decoder): void {
    this.#decoder = decoder
    this.once('close', () => decoder.destroy())
    decoder.on('data', (piece: Buffer) => {
      this.#outputBytes += piece.length
      if (!this.push(piece)) decoder.pause()
    })
    decoder.on('end', () => {
      this.#isOver = true
      this.#onOver?.()
    })
    decoder.on('error', (error: NodeJS.ErrnoException) => {
      const isBehindData = /header check|unknown compression method/.test(error.message)
      const rest = isBehindData ? this.#restBefore() : null
      this.#isOver = rest !== null
      if (rest !== null && rest.length > 0) this.push(rest)
      if (this.#isOver) this.#onOver?.()
      else this.destroy(error)
    })
  }

  /**
   * The data before stray bytes at the end of gzip: the decoder takes those for another member and drops the data that
   * arrived with them. Null when no data came before.
   */
  #restBefore(): Buffer | null {
    const packed = Buffer.concat(this.#packed ?? [])
    const hasPlainHeader = packed[0] === 0x1f && packed[3] === 0
    if (!hasPlainHeader) return this.#outputBytes > 0 ? Buffer.alloc(0) : null
    try {
      const options = { ...zlibOptions, maxOutputLength: mostOutputBytes }
      return inflateRawSync(packed.subarray(gzipHeaderBytes), options).subarray(this.#outputBytes)
    } catch {
      return null // Not gzip at all.
    }
  }

  #keep(chunk: Buffer): void {
    this.#packedBytes += chunk.length
    if (this.#packedBytes > mostPackedBytes) this.#packed = null
    this.#packed?.push(chunk)
  }

  #decode(chunk: Buffer, done: TransformCallback): void {
    if (this.#compression === 'gzip') this.#keep(chunk)
    if (this.#decoder === null) done(null, chunk)
    else if (this.#isOver) done()
    else {
      this.#onOver = once(done)
      this.#decoder.write(chunk, this.#onOver)
    }
  }

  #end(done: TransformCallback): void {
    if (this.#decoder === null || this.#isOver) {
      done()
      return
    }
    this.#onOver = once(done)
    this.#decoder.end()
  }
}

/** Makes the callback safe to call twice, and never passes an error, which would destroy the stream. */
function once(done: TransformCallback): () => void {
  let isDone = false
  return () => {
    if (!isDone) done()
    isDone = true
  }
}

function createDecoder(compression: Compression): Decoder {
  switch (compression) {
    case 'gzip':
      return createGunzip(zlibOptions)
    case 'br':
      return createBrotliDecompress(brotliOptions)
    case 'zlib':
      return createInflate(zlibOptions)
    case 'deflate':
      return createInflateRaw(zlibOptions)
    default:
      return compression satisfies never
  }
}

/** How data is compressed; `zlib` is deflate with a header. */
type Compression = 'gzip' | 'zlib' | 'deflate' | 'br'

/** Bytes that are enough to tell text from compressed data. */
const telltaleBytes = 8
/** How a text body begins: JSON, events, or a web page. */
const beginning = /^\s*(?:\{\s*["}]|\{\s*$|\[\s*[[{"\]]|data:|event:|id:|retry:|: |:\s|<[!a-z?])/i

/**
 * How data that begins with these bytes is compressed, if its sender calls it `name`: `none` when it is not, null until
 * there are enough bytes, `unknown` when Parley does not know the compression.
 */
function compressionOf(bytes: Buffer, name: string, isEnd: boolean): Compression | 'none' | 'unknown' | null {
  const [first, second] = bytes
  if (first === undefined) return isEnd ? 'none' : null
  // A single byte is ambiguous.
  if (second === undefined && !isEnd) return null
  if (first === 0x1f && second === 0x8b) return 'gzip'
  const isWords = looksLikeText(bytes)
  if (isWords && bytes.length < telltaleBytes && !isEnd) return null
  // Compressed data in these formats may begin like text.
  const isSure = name !== 'br' && name !== 'deflate'
  if (isWords && (isSure || beginning.test(bytes.toString('latin1', 0, 64)))) return 'none'
  if (name === 'br') return 'br'
  if (isZlibHeader(first, second ?? 0)) return 'zlib'
  if (name === 'deflate') return 'deflate'
  return 'unknown'
}

function isZlibHeader(first: number, second: number): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0
}

/** True if the first bytes are text: no control characters except white space, and valid UTF-8 as far as they go. */
function looksLikeText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 64)
  if (start.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false
  try {
    // The last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return true
  } catch {
    return false // Not UTF-8.
  }
}
