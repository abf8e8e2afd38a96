import { systemClock } from '../../src/main/base/clock.ts'
import { randomId } from '../../src/main/base/new-id.ts'
import { seededRandom } from '../../src/main/base/seeded-random.ts'
import { openSessionDatabase } from '../../src/main/store/opening/open-session-database.ts'
import { ProjectStore } from '../../src/main/store/projects/project-store.ts'
import { TreeWriter } from '../../src/main/store/sessions/tree-writer.ts'
import type { ProjectId } from '../../src/shared/ids.ts'
import { projectColours } from '../../src/shared/projects/projects.ts'
import { SampleMessages } from './sample-messages.ts'
import { anyOf, Vocabulary } from './vocabulary.ts'

/** How much somebody has after years who keeps everything. */
export const yearsOfUse = { chats: 10_000, projects: 500, models: 5_000 } as const

const chatsPerTransaction = 500
const hourMs = 3_600_000

/** Fills a new data folder with many short chats, a third of them in projects. Takes a few seconds. */
export function fillYearsOfUse(folder: string): void {
  const database = openSessionDatabase(folder, { clock: systemClock, onSlowStatement: () => {} })
  try {
    const random = seededRandom('years-of-use')
    const samples = new SampleMessages(random, new Vocabulary(random))
    const store = new ProjectStore(database, { clock: systemClock, newId: randomId })
    const projects: ProjectId[] = []
    for (let index = 0; index < yearsOfUse.projects; index += 1) {
      const colour = anyOf(random, projectColours)
      projects.push(store.save({ name: `${samples.title(false)} ${index}`, colour }).id)
    }
    const writer = new TreeWriter(database, { newId: randomId, pause: () => Promise.resolve() })
    const now = systemClock.now()
    for (let from = 0; from < yearsOfUse.chats; from += chatsPerTransaction) {
      writer.writeTogether(
        Array.from({ length: chatsPerTransaction }, (_, offset) => {
          const createdAt = now - (from + offset) * hourMs
          const place = { status: 'complete', createdAt } as const
          return {
            session: {
              title: samples.title(false),
              title_source: 'auto',
              model: 'many/model-1',
              project_id: random.below(3) === 0 ? anyOf(random, projects) : null,
              created_at: createdAt,
              updated_at: createdAt,
            } as const,
            messages: [
              { ...place, key: 'q', parentKey: null, role: 'user', parts: samples.question(false) },
              { ...place, key: 'a', parentKey: 'q', role: 'assistant', parts: samples.answer(false) },
            ] as const,
            leafKey: 'a',
            alsoStore: () => {},
          }
        }),
      )
    }
  } finally {
    database.close()
  }
}
