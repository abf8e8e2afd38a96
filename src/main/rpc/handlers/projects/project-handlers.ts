import type { ComparisonId, ProjectId, SessionId } from '../../../../shared/ids'
import type { ProjectMembers } from '../../../store/projects/project-members'
import type { ProjectStore } from '../../../store/projects/project-store'
import type { RouteHandlers } from '../../router'
import type { Platform } from '../../../platform/platform'
import type { ProjectKnowledge } from '../../../store/knowledge/project-knowledge'

/** Above this, windows reload their lists instead of receiving a message about each chat. */
const announcedOneByOne = 100

/** `projects.*`. */
export function projectHandlers(deps: {
  projects: ProjectStore
  announceSession: (id: SessionId) => void
  announceComparison: (id: ComparisonId) => void
  onListsChanged: () => void
  onChanged: () => void
  /** Its index is built from its sources, if it has any now. */
  onRemoved: (id: ProjectId) => void
  onRestored: (id: ProjectId) => void
}) {
  const { projects, announceSession, announceComparison, onListsChanged, onChanged, onRemoved, onRestored } =
    deps

  /** Notifies windows of chats and comparisons that have left the project, or are in it again. */
  function announce({ sessionIds, comparisonIds }: ProjectMembers): void {
    onChanged()
    for (const id of sessionIds.slice(0, announcedOneByOne)) announceSession(id)
    for (const id of comparisonIds.slice(0, announcedOneByOne)) announceComparison(id)
    if (Math.max(sessionIds.length, comparisonIds.length) > announcedOneByOne) onListsChanged()
  }

  return {
    'projects.list': () => ({ projects: projects.list() }),
    'projects.save': (given) => {
      const project = projects.save(given)
      onChanged()
      return { project }
    },
    'projects.remove': ({ projectId }) => {
      const members = projects.remove(projectId)
      if (members === null) return { removed: false }
      announce(members)
      onRemoved(projectId)
      return { removed: true }
    },
    'projects.restore': ({ projectId }) => {
      const { project, members } = projects.restore(projectId)
      announce(members)
      onRestored(projectId)
      return { project }
    },
  } satisfies Partial<RouteHandlers>
}

/** `knowledge.*`. */
export function knowledgeHandlers(deps: {
  knowledge: ProjectKnowledge
  platform: Pick<Platform, 'chooseFolder'>
  projectOf: (sessionId: SessionId) => ProjectId | null
}) {
  const { knowledge, platform, projectOf } = deps
  return {
    'knowledge.list': async ({ projectId }) => ({ knowledge: await knowledge.list(projectId) }),
    'knowledge.addFiles': ({ projectId, attachmentIds }) => {
      knowledge.addFiles(projectId, attachmentIds)
      return {}
    },
    'knowledge.addFolder': async ({ projectId, path }, { signal }) => ({
      added: await knowledge.addFolder(projectId, path, { isChosen: false, signal }),
    }),
    'knowledge.chooseFolder': async ({ projectId }, { signal }) => {
      const path = (await platform.chooseFolder?.('knowledge')) ?? null
      const added = path !== null && (await knowledge.addFolder(projectId, path, { isChosen: true, signal }))
      return { added, hasDialog: platform.chooseFolder !== undefined }
    },
    'knowledge.allow': async ({ sourceId }, { signal }) => ({
      allowed: await knowledge.allow(sourceId, signal),
    }),
    'knowledge.remove': ({ sourceId }) => ({ removed: knowledge.remove(sourceId) !== null }),
    'knowledge.restore': ({ sourceId }) => {
      knowledge.restore(sourceId)
      return {}
    },
    'knowledge.refresh': ({ projectId }) => {
      knowledge.refresh(projectId)
      return {}
    },
    'knowledge.files': async ({ sourceId, offset }) => ({ files: await knowledge.files(sourceId, offset) }),
    'knowledge.text': ({ sessionId, hash }) => knowledge.text(projectOf(sessionId), hash),
  } satisfies Partial<RouteHandlers>
}
