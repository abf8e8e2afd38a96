/**
 * Values that only the reveal of a blind comparison may show: columns of rows of other tables, as JSON by their names.
 * Those rows are missing there, or have neutral values.
 */
export const sealed = `
  CREATE TABLE sealed (
    number     INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    place      TEXT NOT NULL CHECK (place IN ('sessions', 'runs', 'run_journal', 'messages', 'spending',
                 'agent_turns', 'consents', 'tool_consents', 'file_edits')),
    row_id     TEXT NOT NULL,
    columns    TEXT NOT NULL CHECK (json_valid(columns)),
    UNIQUE (session_id, place, row_id)
  ) STRICT;
  -- Before each request, limits count what hidden contestants have cost.
  CREATE INDEX sealed_spending ON sealed (number) WHERE place = 'spending';
  -- Costs outlive the chats that caused them.
  CREATE TRIGGER sealed_spending_kept AFTER DELETE ON sealed WHEN old.place = 'spending' BEGIN
    INSERT OR IGNORE INTO spending
      (id, at, model, purpose, session_id, set_id, input_tokens, output_tokens, cost_usd, least_usd)
    VALUES (old.columns ->> '$.id', old.columns ->> '$.at', old.columns ->> '$.model', old.columns ->> '$.purpose',
      old.session_id, NULL, old.columns ->> '$.input_tokens', old.columns ->> '$.output_tokens',
      old.columns ->> '$.cost_usd', old.columns ->> '$.least_usd');
  END;`
