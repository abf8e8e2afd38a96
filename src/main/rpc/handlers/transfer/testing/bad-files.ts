import type { ParleyApi } from '../../../../../renderer/rpc/parley-api'
import type { ImportSkip } from '../../../../../shared/store/store'
import { chatgptConversation } from '../../../../store/transfer/import/testing/files-of-others'
import { type ImportOutcome } from '../../../testing/import-file'
import { connectTo, startTestApp } from '../../../testing/test-app'

/** A connection to a fresh app. */
export async function open(): Promise<ParleyApi> {
  return connectTo(await startTestApp())
}

function brief(skips: ImportSkip[] = []): string[] {
  return skips.map(({ reason, count }) => `${count}: ${reason}`)
}

/** The end, and what was imported, skipped and remarked. */
export function outcome({ end, summary }: ImportOutcome) {
  return {
    end: end.reason === 'completed' ? 'completed' : `${end.reason} ${end.error?.code}`,
    imported: summary?.importedCount ?? null,
    skipped: brief(summary?.skipped),
    remarks: brief(summary?.remarks),
  }
}

/** A conversation without faults. */
export const good = chatgptConversation('good', [{ id: 'q', text: 'question' }])

/** `good` as JSON. */
export const goodText = JSON.stringify(good)

/** The outcome of a file that cannot be imported. */
export const refused = { end: 'failed INVALID_INPUT', imported: null, skipped: [], remarks: [] }

/** The outcome of a file that was imported. */
export function taken(expected: { imported?: number; skipped?: string[]; remarks?: string[] }) {
  return { end: 'completed', imported: 1, skipped: [], remarks: [], ...expected }
}

/** The titles of all stored chats. */
export async function titles(parley: ParleyApi): Promise<string[]> {
  const { sessions } = await parley.invoke('sessions.list', { limit: 500 })
  return sessions.map(({ title }) => title)
}
