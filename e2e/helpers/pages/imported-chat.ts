import type { Page } from '@playwright/test'

import type { MessageId, SessionId } from '../../../src/shared/ids.ts'
import { invoke } from './window-api.ts'

const hourMs = 3_600_000

/** A chat that was imported, and its messages in order. */
interface ImportedChat {
  sessionId: SessionId
  ids: MessageId[]
}

/** Imports questions and answers `stepMs` apart, the last one an hour ago. */
export async function importChat(
  page: Page,
  { title, count, stepMs = 60_000 }: { title: string; count: number; stepMs?: number },
): Promise<ImportedChat> {
  const last = Date.now() - hourMs
  const messages = Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content:
      index % 2 === 0
        ? `Question ${index / 2 + 1}`
        : ['## Its answer', ...Array<string>(8).fill('It has some lines.'), '## More of it'].join('\n\n'),
    createdAt: last - (count - 1 - index) * stepMs,
  }))
  const { session } = await invoke(page, 'sessions.import', { title, messages, model: 'fake/brief' })
  const path = await invoke(page, 'sessions.get', { sessionId: session.id })
  return { sessionId: session.id, ids: path.messages.map(({ id }) => id) }
}
