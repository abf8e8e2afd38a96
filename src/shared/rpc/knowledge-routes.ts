import { z } from 'zod'

import type { AttachmentId, KnowledgeSourceId } from '../ids'
import { type KnowledgeFile, knowledgeLimits, type ProjectKnowledge } from '../knowledge/knowledge'
import { route } from './definitions/define-route'
import { projectId, sessionId } from './definitions/fields'
import { id } from '../schema'

const sourceId = id<KnowledgeSourceId>()
const path = z.string().min(1).max(knowledgeLimits.pathChars)
/** The number of files that are added at once. */
const maxFiles = 100

/** Routes of the knowledge of projects. The window event `knowledge-changed` follows what changes. */
export const knowledgeRoutes = {
  /** @throws NOT_FOUND */
  'knowledge.list': route(() => z.object({ projectId })).returns<{ knowledge: ProjectKnowledge }>(),
  /** Adds uploaded files. @throws NOT_FOUND; INVALID_INPUT one is an image, or there are too many sources */
  'knowledge.addFiles': route(() =>
    z.object({ projectId, attachmentIds: z.array(id<AttachmentId>()).min(1).max(maxFiles) }),
  ).returns<Record<string, never>>(),
  /**
   * Adds a folder once the user has confirmed it outside the window. False if the user refused.
   * @throws NOT_FOUND; INVALID_INPUT there is no such folder, it is Parley’s own, or there are too many sources
   */
  'knowledge.addFolder': route(() => z.object({ projectId, path })).returns<{ added: boolean }>(),
  /** Lets the user choose a folder in a dialog of the system, which is permission enough. @throws as `addFolder` */
  'knowledge.chooseFolder': route(() => z.object({ projectId })).returns<{
    added: boolean
    hasDialog: boolean
  }>(),
  /** Asks the user to allow a folder that came with an imported project. @throws as `addFolder` */
  'knowledge.allow': route(() => z.object({ sourceId })).returns<{ allowed: boolean }>(),
  /** Removes a source from its project. Files on disk stay. */
  'knowledge.remove': route(() => z.object({ sourceId })).returns<{ removed: boolean }>(),
  /** Puts back a source that was removed since Parley started. @throws NOT_FOUND */
  'knowledge.restore': route(() => z.object({ sourceId })).returns<Record<string, never>>(),
  /** Looks for new, changed and removed files. @throws NOT_FOUND */
  'knowledge.refresh': route(() => z.object({ projectId })).returns<Record<string, never>>(),
  /** A page of the files of a source, first those that cannot be read. @throws NOT_FOUND */
  'knowledge.files': route(() => z.object({ sourceId, offset: z.number().int().min(0) })).returns<{
    files: KnowledgeFile[]
  }>(),
  /**
   * The text of the file with this SHA-256, in hex, from the project of a chat or pane.
   * @throws NOT_FOUND it is not part of the project, or has changed
   */
  'knowledge.text': route(() => z.object({ sessionId, hash: z.string().length(64) })).returns<{
    text: string
    isCut: boolean
  }>(),
}
