import type { ProjectId, SessionId } from '../../../../shared/ids'
import type { Platform } from '../../../platform/platform'
import type { ProjectKnowledge } from '../../../store/knowledge/project-knowledge'
import type { RouteHandlers } from '../../router'

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
