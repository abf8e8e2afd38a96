import { failure } from '../../../shared/failures/failure'
import type { LineUpId, ProjectId } from '../../../shared/ids'
import type { OrUndefined } from '../../../shared/or-undefined'
import { type Project, projectColours, projectLimits } from '../../../shared/projects/projects'
import type { ProjectFields } from '../../../shared/projects/schema'
import type { ModelParams } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import { foldCase, type ReadableDatabase, type WritableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { changeOf, column, columnNames, insertionInto } from '../database/table'
import { UniqueNames } from '../database/unique-names'
import { type KnowledgeSourceRow, KnowledgeSources } from './knowledge-sources'
import { type ProjectMembers, ProjectMembership, projectNotFound } from './project-members'
import type { ToolChoice } from '../../../shared/tools/tools'

/** The number of removed projects that can be restored. */
const maxRemoved = 20

/** The given fields of a project. */
type GivenFields = Partial<Omit<ProjectFields, 'params'> & { params: OrUndefined<ModelParams> }>

interface RemovedProject {
  project: Project
  members: ProjectMembers
  knowledge: KnowledgeSourceRow[]
}

/** The user's projects. */
export class ProjectStore {
  readonly #database: WritableDatabase
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #members: ProjectMembership
  readonly #knowledge: KnowledgeSources
  readonly #removed = new Map<ProjectId, RemovedProject>()
  readonly #names: UniqueNames<ProjectId>
  readonly #list
  readonly #order
  readonly #get
  readonly #lineUp
  readonly #insert
  readonly #update
  readonly #place
  readonly #remove

  constructor(database: WritableDatabase, deps: { clock: Clock; newId: NewId }) {
    this.#database = database
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#members = new ProjectMembership(database)
    this.#names = new UniqueNames(database, 'projects')
    this.#knowledge = new KnowledgeSources(database, deps)
    this.#list = projectList(database)
    this.#order = database.query<{ id: ProjectId }>(
      'SELECT id FROM projects ORDER BY position, created_at, id',
    )
    this.#get = database.query<ProjectRow>(`SELECT ${projectColumns.join(', ')} FROM projects WHERE id = ?`)
    this.#lineUp = database.query<{ id: LineUpId }>('SELECT id FROM line_ups WHERE id = ?')
    this.#insert = database.command(insertionInto('projects', projectColumns))
    const changing = projectColumns.filter((name) => !['position', 'created_at'].includes(name))
    this.#update = database.command(changeOf('projects', changing))
    this.#place = database.command('UPDATE projects SET position = ? WHERE id = ?')
    this.#remove = database.command('DELETE FROM projects WHERE id = ?')
  }

  /** Lists the projects in the user's order. */
  list(): Project[] {
    return this.#list.all().map((row, position) => ({ ...toProject(row), position }))
  }

  /** @throws NOT_FOUND */
  get(id: ProjectId): Project {
    const row = this.#get.get(id)
    if (row === undefined) throw projectNotFound(id)
    return toProject(row)
  }

  /**
   * Adds a project at the end of the list or at `position`, or changes the given fields of the one with this id.
   * @throws NOT_FOUND also when there is no such line-up; INVALID_INPUT no name, a taken name, or too many projects
   */
  save({ id, ...given }: OrUndefined<{ id?: ProjectId } & GivenFields>): Project {
    return this.#database.transaction(() => {
      if (given.lineUpId != null && this.#lineUp.get(given.lineUpId) === undefined) {
        throw failure('NOT_FOUND', 'line-up', { lineUpId: given.lineUpId })
      }
      const before = id === undefined ? this.#blank() : this.get(id)
      const project: Project = {
        ...before,
        name: this.#names.toStored(given.name ?? before.name, before.id),
        colour: given.colour ?? before.colour,
        instructions: given.instructions ?? before.instructions,
        model: given.model === undefined ? before.model : given.model,
        // As JSON stores them: without absent fields.
        params: given.params === undefined ? before.params : fromJson<ModelParams>(toJson(given.params)),
        tools: given.tools === undefined ? before.tools : given.tools,
        lineUpId: given.lineUpId === undefined ? before.lineUpId : given.lineUpId,
        updatedAt: this.#clock.now(),
      }
      if (id === undefined) this.#insert.run(toProjectRow(project))
      else this.#update.run(toProjectRow(project))
      if (given.position !== undefined) this.#move(project.id, given.position)
      return this.#listed(project.id)
    })
  }

  /**
   * Removes a project; its chats and comparisons then belong to none. Returns them, or null if there was no such
   * project.
   */
  remove(id: ProjectId): ProjectMembers | null {
    const row = this.#get.get(id)
    if (row === undefined) return null
    const members = this.#members.of(id)
    const knowledge = this.#database.transaction(() => {
      this.#members.release(id)
      this.#remove.run(id)
      return this.#knowledge.takeAll(id)
    })
    this.#remember({ project: toProject(row), members, knowledge })
    return members
  }

  /**
   * Restores a project that was removed since the start, with those of its chats and comparisons that belong to none.
   * @throws NOT_FOUND; INVALID_INPUT its name is taken
   */
  restore(id: ProjectId): { project: Project; members: ProjectMembers } {
    const removed = this.#removed.get(id)
    if (removed === undefined) throw projectNotFound(id)
    const { project, members, knowledge } = removed
    const restored = this.#database.transaction(() => {
      this.#assertRoom()
      this.#names.toStored(project.name, id)
      const lineUpId = project.lineUpId === null ? null : (this.#lineUp.get(project.lineUpId)?.id ?? null)
      this.#insert.run(toProjectRow({ ...project, lineUpId }))
      this.#move(id, project.position)
      this.#members.claim(id, members)
      this.#knowledge.putBack(knowledge)
      return this.#listed(id)
    })
    this.#removed.delete(id)
    return { project: restored, members }
  }

  /** A new project at the end of the list. @throws INVALID_INPUT there are too many */
  #blank(): Project {
    const count = this.#assertRoom()
    const now = this.#clock.now()
    return {
      id: this.#newId<ProjectId>(),
      name: '',
      colour: 'grey',
      instructions: '',
      model: null,
      params: {},
      tools: null,
      lineUpId: null,
      position: count,
      createdAt: now,
      updatedAt: now,
    }
  }

  #assertRoom(): number {
    const { length: count } = this.#order.all()
    if (count >= projectLimits.count) {
      throw failure('INVALID_INPUT', 'too-many-projects', { max: projectLimits.count })
    }
    return count
  }

  /** Moves the project to `position`, counted from 0; a position past the end is the end. */
  #move(id: ProjectId, position: number): void {
    const others = this.#order.all().filter((row) => row.id !== id)
    const order = [...others.slice(0, position).map((row) => row.id), id]
    order.push(...others.slice(position).map((row) => row.id))
    for (const [place, each] of order.entries()) this.#place.run(place, each)
  }

  #listed(id: ProjectId): Project {
    const position = this.#order.all().findIndex((row) => row.id === id)
    return { ...this.get(id), position }
  }

  #remember(removed: RemovedProject): void {
    this.#removed.set(removed.project.id, removed)
    for (const oldest of this.#removed.keys()) {
      if (this.#removed.size <= maxRemoved) return
      this.#removed.delete(oldest)
    }
  }
}

/** The columns of the table `projects`. */
const projectRow = {
  id: column<ProjectId>(),
  name: column<string>(),
  /** The name as it is compared. */
  folded_name: column<string>(),
  colour: column<string>(),
  instructions: column<string>(),
  model: column<string | null>(),
  params: column<string>(),
  tools: column<string | null>(),
  line_up_id: column<LineUpId | null>(),
  position: column<number>(),
  created_at: column<number>(),
  updated_at: column<number>(),
}
type ProjectRow = typeof projectRow

const projectColumns = columnNames(projectRow)

/** Every project, in the user's order. */
function projectList(database: ReadableDatabase) {
  return database.query<ProjectRow>(
    `SELECT ${projectColumns.join(', ')} FROM projects ORDER BY position, created_at, id`,
  )
}

/** The project that a row represents. */
function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    colour: projectColours.find((colour) => colour === row.colour) ?? 'grey',
    instructions: row.instructions,
    model: row.model,
    params: fromJson<ModelParams>(row.params),
    tools: row.tools === null ? null : fromJson<ToolChoice>(row.tools),
    lineUpId: row.line_up_id,
    position: row.position,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The row that represents a project. */
function toProjectRow(project: Project): ProjectRow {
  return {
    id: project.id,
    name: project.name,
    folded_name: foldCase(project.name),
    colour: project.colour,
    instructions: project.instructions,
    model: project.model,
    params: toJson(project.params),
    tools: project.tools === null ? null : toJson(project.tools),
    line_up_id: project.lineUpId,
    position: project.position,
    created_at: project.createdAt,
    updated_at: project.updatedAt,
  }
}
