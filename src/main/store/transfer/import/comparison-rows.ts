import type { ComparisonId } from '../../../../shared/ids'
import type { WritableDatabase } from '../../database/database'

/** The statements, prepared for one database. */
export type ImportedComparisons = ReturnType<typeof comparisonRows>

/** The statements that store imported comparisons. */
export function comparisonRows(database: WritableDatabase) {
  return {
    insert: database.command(`
      INSERT INTO comparisons (id, title, title_source, pinned, archived, created_at, updated_at, deleted_at, is_blind,
        revealed_at, project_id)
      VALUES (:id, :title, :titleSource, :pinned, :archived, :createdAt, :updatedAt, :deletedAt, :isBlind,
        :revealedAt, :projectId)`),
    insertPane: database.command(`
      INSERT INTO panes (id, comparison_id, session_id, position, removed_at, letter)
      VALUES (:id, :comparisonId, :sessionId, :position, :removedAt, :letter)`),
    withPane: database.query<{ id: ComparisonId }>(`
      SELECT comparisons.id FROM sessions
      JOIN panes ON panes.session_id = sessions.id JOIN comparisons ON comparisons.id = panes.comparison_id
      WHERE sessions.origin = :origin AND sessions.state = 'ready'
        AND (comparisons.deleted_at IS NULL OR :isDeleted)`),
    hasPane: database.query<{ id: string }>(`
      SELECT panes.id FROM panes JOIN sessions ON sessions.id = panes.session_id
      WHERE panes.comparison_id = :id AND sessions.origin = :origin`),
  }
}
