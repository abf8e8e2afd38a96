import { expect, test } from 'vitest'

import { systemClock } from '../../base/clock'
import { openMemoryDatabase } from './temporary-chats'
import { sessionTables } from './session-tables'

/** Tables whose rows a temporary chat never has, with the reason. */
const neverUsed = {
  agent_turns: 'no agents',
  consents: 'no agents',
  merges: 'no comparisons',
  panes: 'no comparisons',
  reading_places: 'known in the window only',
  sealed: 'no comparisons',
  spending: 'recorded in the stored database',
}

test('every table with rows of a chat is kept with it, or is never used by a temporary one', () => {
  const database = openMemoryDatabase({ clock: systemClock, onSlowStatement: () => {} })
  const referring = database
    .query<{ name: string }>(
      `SELECT DISTINCT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND columns.name = 'session_id'`,
    )
    .all()
    .map(({ name }) => name)
  database.close()
  const known = [...sessionTables.filter((name) => name !== 'sessions'), ...Object.keys(neverUsed)]
  expect(referring.filter((name) => !known.includes(name))).toEqual([])
})
