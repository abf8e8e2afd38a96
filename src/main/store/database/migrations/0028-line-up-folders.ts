import type { Migration } from './migration'

/**
 * Line-ups lose their folders: earlier versions imported them with line-ups, where a folder counts as chosen by the user.
 * Nothing says which line-ups were imported, or saved from panes of an imported one.
 */
export const lineUpFolders: Migration = {
  version: 28,
  up(database) {
    database.script(`
      UPDATE line_ups
      SET panes = (
        SELECT json_group_array(
          json(CASE type WHEN 'object' THEN json_remove(value, '$.workspace') ELSE json_quote(value) END) ORDER BY key
        )
        FROM json_each(panes)
      )
      WHERE json_valid(panes) AND json_type(panes) = 'array' AND panes LIKE '%"workspace"%';
    `)
  },
}
