import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, ProjectId, PromptId, SessionId } from '../../../shared/ids'
import type { WritableDatabase } from '../database/database'

/** The chats, comparisons and prompts of a project. */
export interface ProjectMembers {
  sessionIds: SessionId[]
  comparisonIds: ComparisonId[]
  promptIds: PromptId[]
}

/** The sessions of the project `:projectId`: its chats, and the panes and merges of its comparisons. */
export const sessionsOfProject = `
  SELECT id FROM sessions WHERE project_id = :projectId
  UNION ALL
  SELECT panes.session_id FROM comparisons JOIN panes ON panes.comparison_id = comparisons.id
    WHERE comparisons.project_id = :projectId
  UNION ALL
  SELECT merges.session_id FROM comparisons JOIN merges ON merges.comparison_id = comparisons.id
    WHERE comparisons.project_id = :projectId`

/** Assigns chats, comparisons and prompts to projects. */
export class ProjectMembership {
  readonly #exists
  readonly #projectOf
  readonly #instructions
  readonly #sessions
  readonly #comparisons
  readonly #prompts
  readonly #release
  readonly #claim

  constructor(database: WritableDatabase) {
    this.#exists = database.query<{ id: ProjectId }>('SELECT id FROM projects WHERE id = ?')
    const projectOf = `coalesce(
        (SELECT project_id FROM sessions WHERE id = :sessionId),
        (SELECT comparisons.project_id FROM panes JOIN comparisons ON comparisons.id = panes.comparison_id
          WHERE panes.session_id = :sessionId))`
    this.#projectOf = database.query<{ id: ProjectId }>(`SELECT id FROM projects WHERE id = ${projectOf}`)
    this.#instructions = database.query<{ instructions: string }>(
      `SELECT instructions FROM projects WHERE id = ${projectOf}`,
    )
    this.#sessions = database.query<{ id: SessionId }>('SELECT id FROM sessions WHERE project_id = ?')
    this.#comparisons = database.query<{ id: ComparisonId }>(
      'SELECT id FROM comparisons WHERE project_id = ?',
    )
    this.#prompts = database.query<{ id: PromptId }>('SELECT id FROM prompts WHERE project_id = ?')
    const tables = ['sessions', 'comparisons', 'prompts'] as const
    this.#release = tables.map((table) =>
      database.command(`UPDATE ${table} SET project_id = NULL WHERE project_id = ?`),
    )
    const [sessions, comparisons, prompts] = tables.map((table) =>
      database.command(`UPDATE ${table} SET project_id = :projectId WHERE id = :id AND project_id IS NULL`),
    )
    this.#claim = { sessions, comparisons, prompts }
  }

  /** @throws NOT_FOUND */
  assertExists(projectId: ProjectId): void {
    if (this.#exists.get(projectId) === undefined) throw projectNotFound(projectId)
  }

  /** The project of this chat or pane; null if it belongs to none. */
  projectOf(sessionId: SessionId): ProjectId | null {
    return this.#projectOf.get({ sessionId })?.id ?? null
  }

  /** The instructions for this chat or pane; empty if it belongs to no project. */
  instructionsFor(sessionId: SessionId): string {
    return this.#instructions.get({ sessionId })?.instructions ?? ''
  }

  /** Everything that belongs to the project, including archived and deleted chats. */
  of(projectId: ProjectId): ProjectMembers {
    return {
      sessionIds: this.#sessions.all(projectId).map(({ id }) => id),
      comparisonIds: this.#comparisons.all(projectId).map(({ id }) => id),
      promptIds: this.#prompts.all(projectId).map(({ id }) => id),
    }
  }

  /** Detaches the members of a project, which then belong to none. */
  release(projectId: ProjectId): void {
    for (const command of this.#release) command.run(projectId)
  }

  /** Adds those of them that belong to no project. */
  claim(projectId: ProjectId, { sessionIds, comparisonIds, promptIds }: ProjectMembers): void {
    for (const id of sessionIds) this.#claim.sessions?.run({ projectId, id })
    for (const id of comparisonIds) this.#claim.comparisons?.run({ projectId, id })
    for (const id of promptIds) this.#claim.prompts?.run({ projectId, id })
  }
}

/** The error for a project that does not exist. */
export function projectNotFound(projectId: ProjectId): ParleyError {
  return failure('NOT_FOUND', 'project', { projectId })
}
