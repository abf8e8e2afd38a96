import { z } from 'zod'

import type { ProjectId } from '../ids'
import type { Project } from '../projects/projects'
import { projectFields } from '../projects/schema'
import { route } from './definitions/define-route'
import { projectId } from './definitions/fields'
import { id } from '../schema'

/**
 * Routes of projects. A chat is assigned to one by `sessions.create` or `sessions.update`, a comparison by
 * `compare.create` or `compare.update`.
 */
export const projectRoutes = {
  /** All projects, in the user's order. */
  'projects.list': route(() => z.object({})).returns<{ projects: Project[] }>(),
  /**
   * Adds a project, or changes the given fields of the one with this `id`. `position` moves it within the list.
   * @throws NOT_FOUND also when there is no such line-up; INVALID_INPUT the name is missing or taken, or there are too
   * many projects
   */
  'projects.save': route(() =>
    z.object({ id: id<ProjectId>().exactOptional(), ...projectFields.exactPartial().shape }),
  ).returns<{ project: Project }>(),
  /** Removes a project. Its chats and comparisons stay, and then belong to none. */
  'projects.remove': route(() => z.object({ projectId })).returns<{ removed: boolean }>(),
  /**
   * Restores a project that was removed since Parley started, with the chats and comparisons that still belong to no
   * other.
   * @throws NOT_FOUND; INVALID_INPUT its name is taken
   */
  'projects.restore': route(() => z.object({ projectId })).returns<{ project: Project }>(),
}
