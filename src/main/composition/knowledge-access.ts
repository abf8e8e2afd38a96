import type { Clock } from '../base/clock'
import type { NewId } from '../base/new-id'
import { SerialThread } from '../base/threads/serial-thread'
import { type WorkerProgram, WorkerThread } from '../base/threads/worker-thread'
import type { HealthMonitor } from '../health/health-monitor'
import type { Platform } from '../platform/platform'
import { IndexUpdates } from '../store/knowledge/index-updates'
import type { KnowledgeJobs } from '../store/knowledge/knowledge-jobs'
import { KnowledgePlaces } from '../store/knowledge/knowledge-places'
import { ProjectKnowledge } from '../store/knowledge/project-knowledge'
import { KnowledgeSources } from '../store/projects/knowledge-sources'
import { ProjectMembership } from '../store/projects/project-members'
import type { Storage } from './storage'

/** Starting a thread delays a question. */
const finderIdleMs = 5 * 60_000

export type KnowledgeAccess = ReturnType<typeof openKnowledge>

/** The knowledge of projects, and the thread that reads it. Disposing `resources` ends that thread. */
export function openKnowledge(
  deps: {
    storage: Storage
    confirm: Platform['confirm']
    storeWorker: WorkerProgram
    clock: Clock
    newId: NewId
    health: HealthMonitor
  },
  resources: AsyncDisposableStack,
) {
  const { storage, confirm, storeWorker, clock, newId, health } = deps
  const { database, attachments } = storage
  const sources = new KnowledgeSources(database, { clock, newId })
  const members = new ProjectMembership(database)
  const places = new KnowledgePlaces(storage.dataFolder, database)
  const openThread = () => new WorkerThread<KnowledgeJobs>(storeWorker, { clock })
  // A thread of its own: a folder may be on a disk that does not answer, for which nothing else must wait.
  const finder = new SerialThread<KnowledgeJobs>({ open: openThread, clock, idleMs: finderIdleMs })
  resources.defer(() => finder.close())
  const updates = new IndexUpdates({
    sources,
    places,
    openThread,
    inspect: storage.inspect,
    clock,
    errors: health,
  })
  resources.defer(() => updates.close())
  const knowledge = new ProjectKnowledge({
    sources,
    places,
    updates,
    jobs: { run: (name, input, options) => finder.use((thread) => thread.run(name, input, options)) },
    useAttachments: (ids) => attachments.use(ids),
    assertProject: (projectId) => members.assertExists(projectId),
    confirmFolder: (path, signal) =>
      confirm({ kind: 'knowledge-folder', lines: [{ label: 'folder', value: path }] }, signal),
  })
  return { knowledge, updates, members }
}
