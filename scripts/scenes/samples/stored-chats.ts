import type { Page } from '@playwright/test'

import { invoke } from '../../../e2e/helpers/pages/window-api.ts'
import type { SessionId } from '../../../src/shared/ids.ts'
import type { RouteInput } from '../../../src/shared/rpc/contract.ts'

export type ChatMessage = RouteInput<'sessions.import'>['messages'][number]

interface StoredChat {
  title: string
  messages: ChatMessage[]
  model?: string
}

/** Stores a chat directly, without a run, and opens it. */
export async function openChat(page: Page, { title, messages, model }: StoredChat): Promise<SessionId> {
  const { session } = await invoke(page, 'sessions.import', {
    title,
    messages,
    model: model ?? 'fake/brief',
  })
  await page.goto(new URL(`#/chat/${encodeURIComponent(session.id)}`, page.url()).href)
  await page.getByRole('article').first().waitFor()
  return session.id
}
