import type { Part } from '../../../../shared/sessions/messages'
import type { ImportResult } from '../../transfer/import/conversation-importer'
import { messagesIn, type Scene } from './scene'

/** Imports one of a few chats, or a longer version of it. */
export async function importChat(scene: Scene): Promise<void> {
  const { device, random, acknowledged } = scene
  const origin = `chatgpt:${random.below(3)}`
  const count = 1 + random.below(6)
  const head = {
    created_at: 5,
    updated_at: 5 + count,
    title: `Imported ${origin}`,
    title_source: 'named' as const,
    origin,
    origin_hash: `${origin} ${count}`,
  }
  const messages = Array.from({ length: count }, (_, at) => ({
    key: `key-${at}`,
    parentKey: at === 0 ? null : `key-${at - 1}`,
    origin: `${origin}-${at}`,
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    status: 'complete' as const,
    createdAt: at,
    parts: [{ type: 'text', text: `imported ${at}` }] satisfies Part[],
  }))
  const leafKey = `key-${count - 1}`
  const results: ImportResult[] = []
  const { importer } = device.parts
  const note = (_: number, result: ImportResult) => void results.push(result)
  await importer.small.add([{ head, messages, leafKey }], new AbortController().signal, note)
  if (results.length === 0) {
    const begun = await importer.begin(head, leafKey)
    if ('kind' in begun) return
    await begun.add(messages)
    results.push(begun.finish())
  }
  for (const result of results) {
    if (result.kind !== 'imported' && result.kind !== 'extended') continue
    for (const id of messagesIn(scene, result.sessionId)) {
      acknowledged.set(id, acknowledged.get(id) ?? { sessionId: result.sessionId, word: null })
    }
  }
}
