import { fileText } from '../../shared/text/file-text'

/** The text of a file in the encoding that it seems to have. */
export async function readTextFile(file: Blob): Promise<string> {
  return fileText(new Uint8Array(await file.arrayBuffer()), (encoding, bytes) =>
    new TextDecoder(encoding, { fatal: true }).decode(bytes),
  )
}
