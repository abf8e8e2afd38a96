import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

import { openBundle } from './bundle-source'
import { type ImportSource, noReferencedFiles } from './source-files'
import { openZip } from './zip-source'

const pieceBytes = 256 * 1024
const sampleBytes = 512

/** Opens a file according to its content, regardless of its name. @throws INVALID_INPUT */
export async function openSource(path: string): Promise<ImportSource> {
  const handle = await open(path, 'r')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
  const { size } = await handle.stat()
  await handle.close()
  if (isZip(buffer)) return openZip(path)
  if (isPage(buffer.subarray(0, bytesRead))) return openBundle(path, size)
  const read = () => createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>
  return {
    files: [{ sizeBytes: size, read }],
    referencedFiles: noReferencedFiles,
    announced: null,
    isPage: false,
    remarks: new Map(),
    close: () => {},
  }
}

/** HTML begins with a tag or a comment; JSON never does. */
function isPage(start: Buffer): boolean {
  return start
    .toString('latin1')
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s*/, '')
    .startsWith('<')
}

/** A ZIP starts with its first entry or, when it has none, with its directory. */
function isZip(start: Uint8Array): boolean {
  const [first, second, third, fourth] = start
  return first === 0x50 && second === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))
}
