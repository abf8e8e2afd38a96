import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import type { ProjectId } from '../../../shared/ids'
import type { ClosableThread } from '../../base/threads/serial-thread'
import { KnowledgeSources } from '../projects/knowledge-sources'
import { ProjectStore } from '../projects/project-store'
import { openTestStore } from '../testing/test-store'
import { removeOtherIndexes } from './open-index'
import { IndexUpdates } from './index-updates'
import type { KnowledgeJobs } from './knowledge-jobs'
import { KnowledgePlaces } from './knowledge-places'

/** Updates whose thread only records its jobs, except for the one that removes indexes. */
function startUpdates() {
  const { database, clock, newId, folder } = openTestStore()
  const places = new KnowledgePlaces(folder, database)
  const sources = new KnowledgeSources(database, { clock, newId })
  const jobs: string[] = []
  const thread = {
    async run(name: string, input: Parameters<typeof removeOtherIndexes>[0]) {
      jobs.push(name)
      return name === 'removeOtherIndexes' ? removeOtherIndexes(input) : null
    },
    close: async () => {},
  }
  const updates = new IndexUpdates({
    sources,
    places,
    openThread: () => thread as ClosableThread<KnowledgeJobs>,
    inspect: () => Promise.reject(new Error('no file is inspected')),
    clock,
    errors: { fatal: () => {}, warning: () => {} },
  })
  onTestFinished(() => updates.close())
  onTestFinished(updates.start())
  const projects = new ProjectStore(database, { clock, newId })
  return { updates, clock, places, sources, projects, jobs, folder }
}

test('an app that has never had knowledge starts no thread to look for indexes', async () => {
  const { updates, clock, jobs } = startUpdates()
  clock.advance(60_000)
  updates.forget('gone' as ProjectId)
  // The jobs of a thread run one after another.
  await expect.poll(() => jobs).toEqual(['removeIndex'])
})

test('soon after the start, indexes that no project needs are removed, and all others stay', async () => {
  const { clock, places, sources, projects, folder } = startUpdates()
  const { id } = projects.save({ name: 'Tea' })
  sources.addFolder(id, folder)
  mkdirSync(places.indexFolder)
  const kept = basename(places.index(id))
  for (const name of [kept, `${kept}-wal`, 'gone.db', 'gone.db-wal']) {
    writeFileSync(join(places.indexFolder, name), '')
  }
  clock.advance(5_000)
  await expect.poll(() => readdirSync(places.indexFolder).toSorted()).toEqual([kept, `${kept}-wal`])
})
