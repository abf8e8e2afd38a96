import type { Migration } from './migration'

/**
 * Whether the folder of a chat or pane came with an imported file. Models get its files only after the user has chosen
 * it. What has an origin was imported, or opened from a prompt set.
 */
export const importedFolders: Migration = {
  version: 26,
  up(database) {
    database.script(`
      ALTER TABLE sessions ADD COLUMN folder_imported INTEGER NOT NULL DEFAULT 0;
      UPDATE sessions SET folder_imported = 1 WHERE origin IS NOT NULL AND workspace IS NOT NULL;
    `)
  },
}
