import type { Part } from '../../../../shared/sessions/messages'
import type { ImportResult } from '../../transfer/import/conversation-importer'
import { messagesIn, type Scene } from './scene'

/** Imports one of a few chats, or a longer version of it; or ends an import that is still running. */
export async function importChat(scene: Scene): Promise<void> {
  const { device, random, acknowledged } = scene
  if (device.importing !== null) {
    const { complete, stop } = device.importing
    device.importing = null
    await (random.below(3) === 0 ? stop() : complete())
    return
  }
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
  const { importer } = device.parts
  const note = (result: ImportResult) => {
    if (result.kind !== 'imported' && result.kind !== 'extended') return
    for (const id of messagesIn(scene, result.sessionId)) {
      acknowledged.set(id, acknowledged.get(id) ?? { sessionId: result.sessionId, word: null })
    }
  }
  // As if there were too many messages for one step.
  const isLong = random.below(3) === 0
  const isKnown = device.database.query<object>('SELECT 1 FROM sessions WHERE origin = ?')
  const isNew = isKnown.get(origin) === undefined
  if (!isLong) {
    let isStored = false
    await importer.small.add([{ head, messages, leafKey }], new AbortController().signal, (_, result) => {
      isStored = true
      note(result)
    })
    if (isStored) return
  }
  const begun = await importer.begin(head, leafKey)
  if ('kind' in begun) return
  const done = random.below(count + 1)
  await begun.add(messages.slice(0, done))
  const complete = async () => {
    await begun.add(messages.slice(done))
    note(begun.finish())
  }
  // Others may write into the chat before the rest comes.
  if (isLong && isNew) device.importing = { complete, stop: () => begun.abandon() }
  else await complete()
}
