import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Inflate,
  type InflateRaw,
} from 'node:zlib'

import { ParleyError } from '../../../shared/errors'
import { type Peer, peerData } from './peer'

/** The body of an answer without its compression. */
export interface DecodedBody {
  stream: Readable
  /** Why the connection was lost, once `stream` has given all that came before. */
  lost: () => Error | null
}

/** Data that is cut off still gives what it holds. */
const zlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
}

const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => createGunzip(zlibOptions)],
  ['x-gzip', () => createGunzip(zlibOptions)],
  ['br', () => createBrotliDecompress(brotliOptions)],
  ['deflate', createDeflateDecoder],
])

/**
 * The body as its sender meant it: gzip, br and deflate are decoded, also one on top of another.
 * @throws ParleyError PROVIDER_PROTOCOL another compression was used
 */
export function decodedBody(incoming: IncomingMessage, peer: Peer): DecodedBody {
  const names = (incoming.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  let stream: Readable = incoming
  let lost: Error | null = null
  for (const name of names.toReversed()) {
    const packed = stream
    const decoder = decoders.get(name)?.()
    if (decoder === undefined) throw unknownEncodingError(peer, name)
    packed.once('error', (error) => {
      lost ??= error
      // Ended, not destroyed: what came before the loss is still in there.
      decoder.end()
    })
    stream = packed.pipe(decoder)
  }
  return { stream, lost: () => lost }
}

/** Some servers send bare data under this name; others with the header that belongs to it. */
function createDeflateDecoder(): Transform {
  let decoder: Inflate | InflateRaw | null = null
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (decoder === null) {
        const hasHeader = ((chunk[0] ?? 0) & 0x0f) === 8
        decoder = hasHeader ? createInflate(zlibOptions) : createInflateRaw(zlibOptions)
        decoder.on('data', (piece: Buffer) => this.push(piece))
        decoder.on('error', (error) => this.destroy(error))
      }
      decoder.write(chunk, () => done())
    },
    flush(done) {
      if (decoder === null) {
        done()
        return
      }
      decoder.once('end', () => done())
      decoder.end()
    },
  })
}

function unknownEncodingError(peer: Peer, name: string): ParleyError {
  return new ParleyError(
    'PROVIDER_PROTOCOL',
    `${peer.name} at ${peer.address} compressed its answer in a way that Parley cannot read (${name.slice(0, 40)}).`,
    { data: { ...peerData(peer), problem: 'encoding', encoding: name.slice(0, 40) } },
  )
}
