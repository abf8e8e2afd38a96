import { join } from 'node:path'

import Database from 'better-sqlite3'

import { inMs, median } from '../../e2e/helpers/figures.ts'
import { startHost } from '../../e2e/helpers/processes/host.ts'
import { seededRandom } from '../../src/main/base/seeded-random.ts'
import { Vocabulary } from '../data/vocabulary.ts'
import { type Figure, ratioFigure, type Row } from '../figure.ts'
import type { BenchStage } from '../stage.ts'

const chats = 1_000
const warmUpChats = 50
const messagesPerChat = 4
const wordsPerMessage = 60

/** Importing chats one request at a time, beside one small synced transaction for each. */
export const importChats: Row<BenchStage> = {
  name: 'import-chats',
  async measure(): Promise<Figure[]> {
    const random = seededRandom('import-chats')
    const vocabulary = new Vocabulary(random)
    const text = () => Array.from({ length: wordsPerMessage }, () => vocabulary.word(random)).join(' ')
    const host = await startHost()
    // On the same disk as the store.
    const bare = new Database(join(host.dataFolder, 'bare.db'))
    try {
      bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE chats (text TEXT)')
      const insert = bare.prepare('INSERT INTO chats VALUES (?)')
      const client = await host.connect()
      const importsMs: number[] = []
      const baresMs: number[] = []
      for (let chat = 0; chat < warmUpChats + chats; chat += 1) {
        const messages = Array.from({ length: messagesPerChat }, (_, at) => ({
          role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
          content: text(),
        }))
        const startedMs = performance.now()
        await client.invoke('sessions.import', { title: `Chat ${chat}`, messages })
        const importedMs = performance.now()
        insert.run(JSON.stringify(messages))
        if (chat < warmUpChats) continue
        importsMs.push(importedMs - startedMs)
        baresMs.push(performance.now() - importedMs)
      }
      await client.close()
      const yardstick = { value: median(baresMs), name: 'a synced transaction' }
      return [ratioFigure('importing a chat by request', median(importsMs), yardstick, null, inMs)]
    } finally {
      bare.close()
      await host.stop()
    }
  },
}
