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
