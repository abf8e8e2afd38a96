import { jsonSampleBytes, utf16OfJson } from '../../../../base/files/text-encoding'

/** Converts the pieces of a JSON file from UTF-16 to UTF-8, and passes others through. */
export async function* utf8Pieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let beginning: Uint8Array = new Uint8Array()
  let convert: ((piece: Uint8Array) => Uint8Array) | null = null
  for await (const piece of pieces) {
    if (convert !== null) {
      yield convert(piece)
      continue
    }
    beginning = beginning.length === 0 ? piece : Buffer.concat([beginning, piece])
    if (beginning.length < jsonSampleBytes) continue
    convert = converterFor(beginning)
    yield convert(beginning)
  }
  if (convert === null) yield converterFor(beginning)(beginning)
}

function converterFor(beginning: Uint8Array): (piece: Uint8Array) => Uint8Array {
  const encoding = utf16OfJson(beginning)
  if (encoding === null) return (piece) => piece
  const decoder = new TextDecoder(encoding)
  return (piece) => Buffer.from(decoder.decode(piece, { stream: true }), 'utf8')
}
