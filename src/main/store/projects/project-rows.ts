import type { LineUpId, ProjectId } from '../../../shared/ids'
import { type Project, type ProjectColour, projectColours } from '../../../shared/projects/projects'
import type { ModelParams } from '../../../shared/sessions/sessions'
import type { ToolChoice } from '../../../shared/tools/tools'
import { foldCase, type ReadableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'

/** A row of the table of projects, without the name as it is compared. */
export interface ProjectRow {
  id: ProjectId
  name: string
  colour: string
  instructions: string
  model: string | null
  params: string
  tools: string | null
  line_up_id: LineUpId | null
  position: number
  created_at: number
  updated_at: number
}

const columns = `id, name, colour, instructions, model, params, tools, line_up_id, position, created_at, updated_at`

/** Every project, in the user's order. */
export function projectList(database: ReadableDatabase) {
  return database.query<ProjectRow>(`SELECT ${columns} FROM projects ORDER BY position, created_at, id`)
}

/** The project with this id. */
export function projectById(database: ReadableDatabase) {
  return database.query<ProjectRow>(`SELECT ${columns} FROM projects WHERE id = ?`)
}

/** The project that a row represents. */
export function toProject(row: ProjectRow): Project {
  const { line_up_id: lineUpId, created_at: createdAt, updated_at: updatedAt, ...rest } = row
  return {
    ...rest,
    colour: isColour(row.colour) ? row.colour : 'grey',
    params: fromJson<ModelParams>(row.params),
    tools: row.tools === null ? null : fromJson<ToolChoice>(row.tools),
    lineUpId,
    createdAt,
    updatedAt,
  }
}

/** The values of all columns. */
export function projectColumns({ params, tools, ...project }: Project) {
  return {
    ...project,
    foldedName: foldCase(project.name),
    params: toJson(params),
    tools: tools === null ? null : toJson(tools),
  }
}

function isColour(colour: string): colour is ProjectColour {
  return (projectColours as readonly string[]).includes(colour)
}
