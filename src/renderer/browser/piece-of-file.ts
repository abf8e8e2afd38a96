import { failure } from '../errors/failure'

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
