import {
  isLocalTombstone,
  localKnown,
  rowIdIn,
  type VersionedTable,
  versionedTables,
} from './row-version-tables'

/** The tables whose rows travel but get no version when they are inserted, with the condition that this one does. */
const inserted = new Map([
  ...Object.entries(versionedTables)
    .filter(([, table]) => !('isShared' in table))
    .map(([table]): [string, string] => [table, '1']),
  ['sessions', "new.state = 'ready'"],
  ['messages', "EXISTS (SELECT 1 FROM sessions WHERE id = new.session_id AND state = 'ready')"],
  ['sealed', "new.place IN ('sessions', 'messages', 'spending')"],
  ['spending', '1'],
  ['set_looks', '1'],
])

/** Changes here are sent to the person's other machines. */
const isExchanging = 'is_versioning() AND (SELECT is_exchanging FROM store_state)'

const again = 'ON CONFLICT DO UPDATE SET is_taken = 0'

/** What rows wait for that are stored once the user does not need their chat for something else. */
export const freeChat = 'a free chat'
/** What rows of other machines wait for while their chat or comparison is kept on this one, before its id. */
export const sharedAgain = 'shared again '

/** The statement that puts these rows in line. */
export function lineUp(table: string, row: string, condition: string): string {
  return `INSERT INTO outgoing_rows (place, row_id)
    SELECT '${table}', ${rowIdIn(row, keysOf(table))} FROM ${table} WHERE ${condition} ${again}`
}

/** The columns of the key of a table whose rows travel. */
function keysOf(table: string): readonly string[] | undefined {
  if (table === 'set_looks') return ['run_id']
  return Object.entries<VersionedTable>(versionedTables).find(([name]) => name === table)?.[1].key
}

/** The query for other messages after the same one. */
function siblings(columns = '1'): string {
  return `SELECT ${columns} FROM messages AS others
    WHERE others.parent_id IS new.parent_id AND others.session_id = new.session_id AND others.id <> new.id`
}

/** Such a message was written here, and whoever wrote the new one did not know it. */
const isConcurrent = 'others.siblings = new.siblings AND NOT others.is_received'

/**
 * Rows that were inserted, changed or erased here and are to be sent to the person's other machines, and rows of those
 * that cannot be stored yet. A row that begins to travel later, with its session or its run, is put in line then.
 */
export const exchangeTables = `
  CREATE TABLE outgoing_rows (
    number   INTEGER PRIMARY KEY,
    place    TEXT NOT NULL,
    row_id   TEXT NOT NULL,
    -- Whether it is being sent; a change since then makes it 0.
    is_taken INTEGER NOT NULL DEFAULT 0,
    UNIQUE (place, row_id)
  ) STRICT;
  CREATE INDEX taken_rows ON outgoing_rows (number) WHERE is_taken;
  -- Each waits for the row, or for what else, that missing names.
  CREATE TABLE waiting_rows (
    number  INTEGER PRIMARY KEY,
    missing TEXT NOT NULL,
    content TEXT NOT NULL,
    UNIQUE (missing, content)
  ) STRICT;

  ${['INSERT', 'UPDATE']
    .map(
      (event) => `
  CREATE TRIGGER row_versions_sent_after_${event.toLowerCase()} AFTER ${event} ON row_versions WHEN ${isExchanging} BEGIN
    INSERT INTO outgoing_rows (place, row_id) VALUES (new.place, new.row_id) ${again};
  END;`,
    )
    .join('')}
  ${[...inserted]
    .map(
      ([table, condition]) => `
  CREATE TRIGGER ${table}_sent AFTER INSERT ON ${table} WHEN ${isExchanging} AND ${condition} BEGIN
    INSERT INTO outgoing_rows (place, row_id) VALUES ('${table}', ${rowIdIn('new', keysOf(table))}) ${again};
  END;`,
    )
    .join('')}
  CREATE TRIGGER messages_numbered AFTER INSERT ON messages WHEN is_versioning() AND EXISTS (${siblings()}) BEGIN
    UPDATE messages SET siblings = (${siblings('count(*)')}) WHERE number = new.number;
  END;
  -- Another machine continued the chat from here, and neither knew of the other.
  CREATE TRIGGER sessions_forked AFTER INSERT ON messages
  WHEN new.is_received AND EXISTS (${siblings()} AND ${isConcurrent}) BEGIN
    UPDATE sessions SET fork = json_array((${siblings('id')} AND ${isConcurrent}), new.id)
    WHERE id = new.session_id AND kind = 'chat';
  END;
  CREATE TRIGGER messages_moved AFTER UPDATE OF session_id ON messages WHEN ${isExchanging} BEGIN
    INSERT INTO outgoing_rows (place, row_id) VALUES ('messages', new.id) ${again};
  END;
  -- What a hidden contestant has cost is only now in the ledger, whoever revealed or erased it.
  CREATE TRIGGER sealed_spending_sent AFTER DELETE ON sealed
  WHEN old.place = 'spending' AND (SELECT is_exchanging FROM store_state) BEGIN
    INSERT INTO outgoing_rows (place, row_id) VALUES ('spending', old.columns ->> '$.id') ${again};
  END;
  -- Emptied with its chat: if that comes back from another machine, so does the draft.
  CREATE TRIGGER drafts_forgotten AFTER UPDATE OF text ON drafts WHEN new.text = '' AND NOT is_versioning() BEGIN
    DELETE FROM row_versions WHERE place = 'drafts' AND row_id = new.place;
  END;
  CREATE TRIGGER sessions_ready AFTER UPDATE OF state ON sessions
  WHEN ${isExchanging} AND old.state = 'importing' AND new.state = 'ready' BEGIN
    ${lineUp('sessions', 'sessions', 'id = new.id')};
    ${['messages', 'panes', 'merges', 'sealed'].map((table) => `${lineUp(table, table, `${table}.session_id = new.id`)};`).join('')}
  END;
  ${['panes', 'merges']
    .map(
      (table) => `
  CREATE TRIGGER ${table}_kept_here AFTER INSERT ON ${table}
  WHEN (SELECT is_local FROM comparisons WHERE id = new.comparison_id) BEGIN
    UPDATE sessions SET is_local = 1 WHERE id = new.session_id;
  END;`,
    )
    .join('')}
  CREATE TRIGGER comparisons_kept_here AFTER UPDATE OF is_local ON comparisons
  WHEN new.is_local <> old.is_local BEGIN
    UPDATE sessions SET is_local = new.is_local WHERE id IN (
      SELECT session_id FROM panes WHERE comparison_id = new.id
      UNION SELECT session_id FROM merges WHERE comparison_id = new.id);
  END;
  -- What was erased while it was kept here is now erased everywhere.
  CREATE TRIGGER comparisons_tombstones_shared AFTER UPDATE OF is_local ON comparisons
  WHEN old.is_local AND NOT new.is_local BEGIN
    UPDATE row_versions SET known = substr(known, length(${localKnown('new.id', "''")}) + 1)
    WHERE place IN ('sessions', 'votes') AND ${isLocalTombstone}
      AND substr(known, 1, length(${localKnown('new.id', "''")})) = ${localKnown('new.id', "''")};
  END;
  ${sharingAgain('comparisons', [
    ['comparisons', 'id = new.id'],
    ['row_verdicts', 'comparison_id = new.id'],
    ['votes', 'comparison_id = new.id'],
    ['drafts', "place = 'compare:' || new.id"],
  ])}
  ${sharingAgain('sessions', [
    ['sessions', 'id = new.id'],
    ...(['messages', 'panes', 'merges', 'sealed', 'spending'] as const).map((table): [string, string] => [
      table,
      `${table}.session_id = new.id`,
    ]),
    [
      'drafts',
      `place = 'chat:' || new.id OR place IN (SELECT 'edit:' || id FROM messages WHERE session_id = new.id)
        OR place IN (SELECT 'pane:' || id FROM panes WHERE session_id = new.id)`,
    ],
  ])}
  CREATE TRIGGER set_runs_ended AFTER UPDATE OF state ON set_runs
  WHEN ${isExchanging} AND old.state = 'running' AND new.state <> 'running' BEGIN
    ${['set_cells', 'set_ballots'].map((table) => `${lineUp(table, table, `${table}.run_id = new.id`)};`).join('')}
    ${lineUp('set_looks', 'set_looks', 'run_id = new.id OR baseline_id = new.id')};
  END;`

/** The triggers for a row that is not kept on this machine any more: it is sent with what belongs to it. */
function sharingAgain(owner: string, rows: readonly (readonly [table: string, condition: string])[]): string {
  const event = `AFTER UPDATE OF is_local ON ${owner} WHEN old.is_local AND NOT new.is_local`
  return `
  CREATE TRIGGER ${owner}_shared_again ${event} AND ${isExchanging} BEGIN
    ${rows.map(([table, condition]) => `${lineUp(table, table, condition)};`).join('')}
  END;
  CREATE TRIGGER ${owner}_awaited ${event} BEGIN
    UPDATE OR REPLACE waiting_rows SET missing = '${freeChat}' WHERE missing = '${sharedAgain}' || new.id;
  END;`
}
