import type { ComparisonId, ProjectId } from '../../../shared/ids'
import type { TitleSource } from '../sessions/session-rows'

/** A row of the table of comparisons. */
export interface ComparisonRow {
  id: ComparisonId
  title: string | null
  title_source: TitleSource
  pinned: number
  archived: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  is_blind: number
  revealed_at: number | null
  project_id: ProjectId | null
}

/** The row of a new comparison without a title, which is not blind and belongs to no project. */
export function newComparisonRow(id: ComparisonId, now: number): ComparisonRow {
  return {
    id,
    title: null,
    title_source: 'none',
    pinned: 0,
    archived: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    is_blind: 0,
    revealed_at: null,
    project_id: null,
  }
}
