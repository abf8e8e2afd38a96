import { failure } from '../../../shared/failures/failure'
import type { ProjectId, PromptId } from '../../../shared/ids'
import type { Prompt } from '../../../shared/sessions/prompts'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import { foldCase, type WritableDatabase } from '../database/database'
import { changeOf, column, columnNames, insertionInto } from '../database/table'
import { UniqueNames } from '../database/unique-names'
import { ProjectMembership } from '../projects/project-members'

/** The columns of the table `prompts`. */
const promptRow = {
  id: column<PromptId>(),
  name: column<string>(),
  /** The name as it is compared. */
  folded_name: column<string>(),
  text: column<string>(),
  project_id: column<ProjectId | null>(),
  updated_at: column<number>(),
}
type PromptRow = typeof promptRow

/** The user's saved prompts. They have unique names because they are called by name. */
export class PromptStore {
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #projects: ProjectMembership
  readonly #names: UniqueNames<PromptId>
  readonly #list
  readonly #projectOf
  readonly #insert
  readonly #update
  readonly #remove

  constructor(database: WritableDatabase, deps: { clock: Clock; newId: NewId }) {
    this.#database = database
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#projects = new ProjectMembership(database)
    this.#names = new UniqueNames(database, 'prompts')
    const columns = columnNames(promptRow)
    this.#list = database.query<PromptRow>(`SELECT ${columns.join(', ')} FROM prompts ORDER BY folded_name`)
    this.#projectOf = database.query<Pick<PromptRow, 'project_id'>>(
      'SELECT project_id FROM prompts WHERE id = ?',
    )
    this.#insert = database.command(insertionInto('prompts', columns))
    this.#update = database.command(changeOf('prompts', columns))
    this.#remove = database.command('DELETE FROM prompts WHERE id = ?')
  }

  list(): Prompt[] {
    return this.#list.all().map(toPrompt)
  }

  /**
   * Adds a prompt, or changes the one with this id, whose project stays unless another one, or none, is given.
   * @throws NOT_FOUND also when there is no such project; INVALID_INPUT another has the name
   */
  save(prompt: { id?: PromptId; name: string; text: string; projectId?: ProjectId | null }): Prompt {
    return this.#database.transaction(() => {
      const name = this.#names.toStored(prompt.name, prompt.id)
      if (prompt.projectId != null) this.#projects.assertExists(prompt.projectId)
      const former = prompt.id === undefined ? null : (this.#projectOf.get(prompt.id)?.project_id ?? null)
      const row: PromptRow = {
        id: prompt.id ?? this.#newId<PromptId>(),
        name,
        folded_name: foldCase(name),
        text: prompt.text,
        project_id: prompt.projectId === undefined ? former : prompt.projectId,
        updated_at: this.#clock.now(),
      }
      if (prompt.id === undefined) this.#insert.run(row)
      else if (this.#update.run(row) === 0) throw failure('NOT_FOUND', 'prompt', { promptId: prompt.id })
      return toPrompt(row)
    })
  }

  /** Returns whether there was one. */
  remove(id: PromptId): boolean {
    return this.#remove.run(id) > 0
  }
}

function toPrompt({ id, name, text, project_id: projectId, updated_at: updatedAt }: PromptRow): Prompt {
  return { id, name, text, ...(projectId === null ? {} : { projectId }), updatedAt }
}
