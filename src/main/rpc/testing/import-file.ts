import type { ParleyApi } from '../../../renderer/rpc/parley-api'
import type { StreamEnd } from '../../../shared/rpc/frames'
import type { ImportEvent } from '../../../shared/store/store'

/** The result of an import: its summary, if any, all events, and the end. */
export interface ImportOutcome {
  summary: Extract<ImportEvent, { type: 'summary' }> | null
  events: ImportEvent[]
  end: StreamEnd
}

const pieceBytes = 512 * 1024

/** Uploads a file piece by piece and imports it. */
export async function importFile(parley: ParleyApi, content: Buffer | string): Promise<ImportOutcome> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const { importId } = await parley.invoke('imports.begin', { fileName: 'file', sizeBytes: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    const data = bytes.subarray(offset, offset + pieceBytes).toString('base64')
    await parley.invoke('imports.append', { importId, offset, data })
  }
  const events: ImportEvent[] = []
  const end = await new Promise<StreamEnd>((resolve) => {
    parley.open('import.run', { importId }, { onEvents: (more) => void events.push(...more), onEnd: resolve })
  })
  return { summary: events.find((event) => event.type === 'summary') ?? null, events, end }
}
