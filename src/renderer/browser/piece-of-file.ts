import { failure } from '../../shared/failures/failure'

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
    throw failure('INTERNAL', 'file-unreadable', {}, error)
  }
}
