import type { Migration } from './migration'

/**
 * What requests to models have used and cost: one row for each, which is never changed and refers to nothing. It is
 * filled from the answers, titles and cells of earlier versions; imported ones were paid for elsewhere.
 */
export const spending: Migration = {
  version: 16,
  up(database) {
    database.script(`
      CREATE TABLE spending (
        number        INTEGER PRIMARY KEY,
        -- The run, or the cell of a set's run.
        id            TEXT NOT NULL UNIQUE,
        at            INTEGER NOT NULL,
        model         TEXT NOT NULL,
        purpose       TEXT NOT NULL CHECK (purpose IN
                        ('chat', 'comparison', 'continuation', 'merge', 'title', 'set', 'judge')),
        session_id    TEXT,
        set_id        TEXT,
        input_tokens  INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        -- US dollars; null when unknown.
        cost_usd      REAL
      ) STRICT;
      CREATE INDEX spending_by_time ON spending (at, cost_usd);

      -- Imported answers have no row in runs. The usage of a continued answer includes that of the one before.
      WITH used AS (
        SELECT runs.id, runs.model, runs.kind, runs.session_id,
          coalesce(CASE WHEN messages.stop_reason = 'interrupted' THEN runs.started_at END, runs.ended_at,
            messages.created_at) AS at,
          CASE WHEN json_valid(messages.usage) THEN messages.usage ELSE '{}' END AS usage,
          instr(parts, '"type":"text"') + instr(parts, '"type":"reasoning"') + instr(parts, '"type":"tool-call"') > 0
            AS has_arrived
        FROM messages JOIN runs ON runs.id = messages.run_id
        WHERE messages.role = 'assistant'
      ), counted AS (
        SELECT id, model, kind, session_id, at, has_arrived, usage ->> '$.earlier' IS NOT NULL AS is_continued,
          max(0, CAST(coalesce(usage ->> '$.inputTokens', 0) - coalesce(usage ->> '$.earlier.inputTokens', 0)
            AS INTEGER)) AS input,
          max(0, CAST(coalesce(usage ->> '$.outputTokens', 0) - coalesce(usage ->> '$.earlier.outputTokens', 0)
            AS INTEGER)) AS output,
          max(0, usage ->> '$.costUsd' - coalesce(usage ->> '$.earlier.costUsd', 0)) AS cost
        FROM used
      )
      INSERT OR IGNORE INTO spending (id, at, model, purpose, session_id, input_tokens, output_tokens, cost_usd)
      SELECT id, at, model,
        CASE
          WHEN is_continued THEN 'continuation'
          WHEN kind = 'detached' THEN 'chat'
          WHEN session_id IN (SELECT session_id FROM merges) THEN 'merge'
          ELSE 'comparison'
        END,
        session_id, input, output, CASE WHEN is_continued AND input + output = 0 THEN NULL ELSE cost END
      FROM counted
      WHERE has_arrived OR input + output > 0 OR cost IS NOT NULL
      ORDER BY at;

      INSERT OR IGNORE INTO spending (id, at, model, purpose, session_id, input_tokens, output_tokens, cost_usd)
      SELECT id || '/titles', created_at, model, 'title', id,
        max(0, CAST(coalesce(background_usage ->> '$.inputTokens', 0) AS INTEGER)),
        max(0, CAST(coalesce(background_usage ->> '$.outputTokens', 0) AS INTEGER)),
        background_usage ->> '$.costUsd'
      FROM sessions
      WHERE json_valid(background_usage) AND origin IS NULL AND model IS NOT NULL;

      WITH cells AS (
        SELECT run_id || '/' || cell AS id, set_cells.*, set_runs.set_id, set_runs.started_at,
          coalesce(answered_at, ended_at, started_at) AS at,
          CASE WHEN json_valid(usage) THEN usage ELSE '{}' END AS used,
          json_extract(models, '$[' || (cell % json_array_length(models)) || '].model') AS model,
          CASE WHEN judge_of IS NULL THEN 'set' ELSE 'judge' END AS purpose
        FROM set_cells JOIN set_runs ON set_runs.id = set_cells.run_id
        WHERE set_runs.state <> 'imported' AND json_valid(models) AND json_array_length(models) > 0
      ), lost (n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM lost WHERE n < 100
      ), spent AS (
        SELECT id, at, model, purpose, set_id,
          max(0, CAST(coalesce(used ->> '$.inputTokens', 0) AS INTEGER)) AS input,
          max(0, CAST(coalesce(used ->> '$.outputTokens', 0) AS INTEGER)) AS output, cost_usd AS cost,
          coalesce(text, '') <> '' AS has_arrived
        FROM cells WHERE is_done = 1
        UNION ALL
        SELECT id || '/stopped', at, model, purpose, set_id, 0, 0, lost_usd, true FROM cells WHERE lost_usd > 0
        UNION ALL
        SELECT id || '/lost-' || n, started_at, model, purpose, set_id, 0, 0, NULL, true
        FROM cells JOIN lost ON n <= attempts - is_done
      )
      INSERT OR IGNORE INTO spending (id, at, model, purpose, set_id, input_tokens, output_tokens, cost_usd)
      SELECT id, at, model, purpose, set_id, input, output, cost
      FROM spent
      WHERE has_arrived OR input + output > 0 OR cost IS NOT NULL
      ORDER BY at;
    `)
  },
}
