import { unreadableFile } from '../errors/error-data'

/**
 * The bytes of a file that the user chose, from `offset` on, `sizeBytes` of them at most.
 * @throws ParleyError it is not there any more, or not as it was
 */
export async function pieceOfFile(
  file: Pick<File, 'slice'>,
  offset: number,
  sizeBytes: number,
): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(offset, offset + sizeBytes).arrayBuffer())
  } catch (error) {
    throw unreadableFile(error)
  }
}
