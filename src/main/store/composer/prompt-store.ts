import { failure } from '../../../shared/failures/failure'
import type { ProjectId, PromptId } from '../../../shared/ids'
import type { Prompt } from '../../../shared/sessions/prompts'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import { foldCase, type WritableDatabase } from '../database/database'
import { UniqueNames } from '../database/unique-names'
import { ProjectMembership } from '../projects/project-members'

interface PromptRow {
  id: PromptId
  name: string
  text: string
  project_id: ProjectId | null
  updated_at: number
}

/** The user's saved prompts. They have unique names because they are called by name. */
export class PromptStore {
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #projects: ProjectMembership
  readonly #names: UniqueNames<PromptId>
  readonly #list
  readonly #projectOf
  readonly #text
  readonly #insert
  readonly #update
  readonly #remove

  constructor(database: WritableDatabase, deps: { clock: Clock; newId: NewId }) {
    this.#database = database
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#projects = new ProjectMembership(database)
    this.#names = new UniqueNames(database, 'prompts')
    this.#list = database.query<PromptRow>(
      'SELECT id, name, text, project_id, updated_at FROM prompts ORDER BY folded_name',
    )
    this.#projectOf = database.query<Pick<PromptRow, 'project_id'>>(
      'SELECT project_id FROM prompts WHERE id = ?',
    )
    this.#text = database.query<Pick<PromptRow, 'text'>>('SELECT text FROM prompts WHERE id = ?')
    this.#insert = database.command(`
      INSERT INTO prompts (id, name, folded_name, text, project_id, updated_at)
      VALUES (:id, :name, :foldedName, :text, :projectId, :updatedAt)`)
    this.#update = database.command(`
      UPDATE prompts SET name = :name, folded_name = :foldedName, text = :text, project_id = :projectId,
        updated_at = :updatedAt
      WHERE id = :id`)
    this.#remove = database.command('DELETE FROM prompts WHERE id = ?')
  }

  list(): Prompt[] {
    return this.#list.all().map(({ id, name, text, project_id: projectId, updated_at: updatedAt }) => ({
      id,
      name,
      text,
      ...(projectId === null ? {} : { projectId }),
      updatedAt,
    }))
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
      const projectId = prompt.projectId === undefined ? former : prompt.projectId
      const saved = {
        id: prompt.id ?? this.#newId<PromptId>(),
        name,
        text: prompt.text,
        updatedAt: this.#clock.now(),
      }
      const columns = { ...saved, foldedName: foldCase(name), projectId }
      if (prompt.id === undefined) this.#insert.run(columns)
      else if (this.#update.run(columns) === 0) {
        throw failure('NOT_FOUND', 'prompt', { promptId: prompt.id })
      }
      return { ...saved, ...(projectId === null ? {} : { projectId }) }
    })
  }

  /**
   * Adds an imported prompt. If the name is taken by a prompt with the same text, nothing changes; with another text,
   * the imported one gets a numbered name. Returns whether it was added.
   */
  restore({
    name: given,
    text,
    updatedAt,
    projectId,
  }: Pick<Prompt, 'name' | 'text' | 'updatedAt'> & { projectId: ProjectId | null }): boolean {
    return this.#database.transaction(() => {
      const imported = this.#names.toImport(given, (id) => this.#text.get(id)?.text === text)
      if (imported === null || 'equalId' in imported) return false
      const { name } = imported
      const id = this.#newId<PromptId>()
      this.#insert.run({ id, name, foldedName: foldCase(name), text, projectId, updatedAt })
      return true
    })
  }

  /** Returns whether there was one. */
  remove(id: PromptId): boolean {
    return this.#remove.run(id) > 0
  }
}
