import { fileText } from '../../shared/text/file-text'
import { failure } from '../errors/failure'

/** The text of a file in the encoding that it seems to have. */
export async function readTextFile(file: Blob): Promise<string> {
  return fileText(new Uint8Array(await file.arrayBuffer()), (encoding, bytes) =>
    new TextDecoder(encoding, { fatal: true }).decode(bytes),
  )
}

/**
 * At most `sizeBytes` bytes, from `offset`, of a file that the user chose.
 * @throws ParleyError the file is gone or has changed
 */
export async function pieceOfFile(
  file: Pick<File, 'slice'>,
  offset: number,
  sizeBytes: number,
): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(offset, offset + sizeBytes).arrayBuffer())
  } catch (error) {
    throw failure('INTERNAL', 'file-unreadable', {}, error)
  }
}
