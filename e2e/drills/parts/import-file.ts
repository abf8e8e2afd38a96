import type { StreamEnd } from '../../../src/shared/rpc/frames.ts'
import type { ImportEvent } from '../../../src/shared/store/store.ts'
import type { WireClient } from '../../helpers/wire-client.ts'

/** As the window sends them. */
export const pieceBytes = 192 * 1024

interface SentFile {
  fileName: string
  sizeBytes: number
  /** Its bytes, in pieces of at most `pieceBytes`. */
  pieces: Iterable<Uint8Array>
}

/** Sends a file and imports it. Returns the events of the import; the last one is its summary. */
export async function importFile(
  client: WireClient,
  { fileName, sizeBytes, pieces }: SentFile,
  on: { received?: () => void; events?: () => void } = {},
): Promise<{ summary: Extract<ImportEvent, { type: 'summary' }>; events: readonly ImportEvent[] }> {
  const { importId } = await client.invoke('imports.begin', { fileName, sizeBytes })
  let offset = 0
  for (const piece of pieces) {
    const data = Buffer.from(piece).toString('base64')
    offset = (await client.invoke('imports.append', { importId, offset, data })).receivedBytes
  }
  on.received?.()
  const events: ImportEvent[] = []
  const end = await new Promise<StreamEnd>((resolve) => {
    client.open(
      'import.run',
      { importId },
      {
        onEvents: (more) => {
          events.push(...more)
          on.events?.()
        },
        onEnd: resolve,
      },
    )
  })
  const summary = events.find((event) => event.type === 'summary')
  if (summary === undefined || end.reason !== 'completed')
    throw new Error(`no summary, but ${JSON.stringify(end)}`)
  return { summary, events }
}

/** Imports a file with this content. */
export function importBytes(client: WireClient, fileName: string, bytes: Uint8Array) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  return importFile(client, { fileName, sizeBytes: bytes.length, pieces })
}
