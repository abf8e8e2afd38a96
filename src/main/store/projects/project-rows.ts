import { z } from 'zod'

import type { LineUpId, ProjectId } from '../../../shared/ids'
import { type Project, projectColours } from '../../../shared/projects/projects'
import type { ModelParams } from '../../../shared/sessions/sessions'
import type { ToolChoice } from '../../../shared/tools/tools'
import { foldCase, type ReadableDatabase } from '../database/database'
import { fromJson, toJson } from '../database/stored-json'
import { columnNames, jsonText, optionalText, rowId, textOf } from '../database/table'

/** The columns of the table `projects`. */
const projectRow = z.object({
  id: rowId<ProjectId>(),
  name: z.string(),
  /** The name as it is compared. */
  folded_name: z.string(),
  colour: z.string(),
  instructions: z.string(),
  model: optionalText,
  params: jsonText,
  tools: jsonText.nullable(),
  line_up_id: textOf<LineUpId>(),
  position: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
})
export type ProjectRow = z.infer<typeof projectRow>

export const projectColumns = columnNames(projectRow)

/** Every project, in the user's order. */
export function projectList(database: ReadableDatabase) {
  return database.query<ProjectRow>(
    `SELECT ${projectColumns.join(', ')} FROM projects ORDER BY position, created_at, id`,
  )
}

/** The project that a row represents. */
export function toProject(row: ProjectRow): Project {
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
export function toProjectRow(project: Project): ProjectRow {
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
