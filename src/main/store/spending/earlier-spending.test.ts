import { expect, test } from 'vitest'

import { spending } from '../database/migrations/0016-spending'
import { migrate } from '../database/migrations/migrations'
import { databaseBefore } from '../testing/database-before'

test('finds what earlier versions spent in answers, titles and cells, but not what was imported', () => {
  const database = databaseBefore(spending.version)
  const session = (id: string, kind: string, more: { origin?: string; usage?: unknown } = {}) =>
    database
      .command(`INSERT INTO sessions (id, kind, state, title_source, model, params, pinned, archived, unseen, origin,
        background_usage, created_at, updated_at) VALUES (?, ?, 'ready', 'none', 'one/a', '{}', 0, 0, 0, ?, ?, 5, 5)`)
      .run(id, kind, more.origin ?? null, more.usage === undefined ? null : JSON.stringify(more.usage))
  const message = (
    id: string,
    sessionId: string,
    {
      usage,
      parts = '[{"type":"text","text":"Yes"}]',
      stopReason = 'end',
    }: { usage?: string; parts?: string; stopReason?: string },
  ) =>
    database
      .command(`INSERT INTO messages (id, session_id, depth, role, status, stop_reason, run_id, hidden, created_at,
        usage, parts) VALUES (?, ?, 0, 'assistant', 'complete', ?, ?, 0, 7, ?, ?)`)
      .run(`answer-${id}`, sessionId, stopReason, id, usage ?? null, parts)
  const run = (id: string, sessionId: string, kind = 'detached') =>
    database
      .command(`INSERT INTO runs (id, session_id, message_id, kind, model, state, started_at, ended_at)
        VALUES (?, ?, ?, ?, 'one/a', 'closed', 10, 20)`)
      .run(id, sessionId, `answer-${id}`, kind)

  session('chat', 'chat', { usage: { inputTokens: 3, outputTokens: 1, costUsd: 0.5 } })
  session('theirs', 'chat', { origin: 'parley:1', usage: { costUsd: 100 } })
  session('pane', 'pane')
  session('merge', 'pane')
  database.script(`
    INSERT INTO comparisons (id, title_source, created_at, updated_at) VALUES ('c', 'none', 1, 1);
    INSERT INTO merges (id, comparison_id, session_id, kind, answers, created_at)
      VALUES ('m', 'c', 'merge', 'best', '[]', 1);
    INSERT INTO prompt_sets (id, name, created_at, updated_at) VALUES ('set', 'Mine', 1, 1);
    INSERT INTO set_runs (id, set_id, name, state, models, prompt_count, repeats, at_once, started_at, prompts, judge_of)
      VALUES ('r', 'set', 'Mine', 'done', '[{"model":"one/a"},{"model":"two/b"}]', 2, 1, 1, 30, '[]', NULL),
        ('j', 'set', 'Mine', 'stopped', '[{"model":"two/b"}]', 1, 1, 1, 40, '[]', 'r'),
        ('f', 'set', 'Mine', 'imported', '[{"model":"one/a"}]', 1, 1, 1, 1, '[]', NULL);
    INSERT INTO set_cells (run_id, cell, is_done, attempts, lost_usd, text, usage, cost_usd, answered_at)
      VALUES ('r', 0, 1, 1, 0, 'A', '{"inputTokens":4,"costUsd":2}', 2, 31),
        ('r', 1, 1, 3, 0.25, 'B', '{}', NULL, 32),
        ('r', 2, 1, 1, 0, '', '{}', NULL, 33),
        ('j', 0, 0, 1, 0, NULL, NULL, NULL, NULL),
        ('f', 0, 1, 1, 0, 'C', '{"costUsd":9}', 9, 2);`)
  for (const id of ['plain', 'open', 'more', 'cut', 'refused', 'damaged']) run(id, 'chat')
  message('plain', 'chat', { usage: '{"inputTokens":10,"outputTokens":2,"costUsd":1}' })
  message('open', 'chat', {})
  message('more', 'chat', {
    usage: '{"outputTokens":5,"costUsd":1.5,"earlier":{"outputTokens":2,"costUsd":1}}',
  })
  message('cut', 'chat', { usage: '{"costUsd":4}', stopReason: 'interrupted' })
  message('refused', 'chat', { parts: '[{"type":"error"}]' })
  message('damaged', 'chat', { usage: '{"costUsd":' })
  message('imported', 'theirs', { usage: '{"costUsd":50}' })
  run('in-pane', 'pane', 'direct')
  message('in-pane', 'pane', { usage: '{"costUsd":0}' })
  run('in-merge', 'merge', 'direct')
  message('in-merge', 'merge', { usage: '{"costUsd":3}' })

  migrate(database)
  const rows = database
    .query<Record<string, unknown>>(
      `SELECT id, at, model, purpose, coalesce(session_id, set_id) AS place, input_tokens AS input,
        output_tokens AS output, cost_usd AS cost FROM spending ORDER BY id`,
    )
    .all()
    .map((row) => Object.values(row))
  expect(rows).toEqual([
    ['chat/titles', 5, 'one/a', 'title', 'chat', 3, 1, 0.5],
    ['cut', 10, 'one/a', 'chat', 'chat', 0, 0, 4],
    ['damaged', 20, 'one/a', 'chat', 'chat', 0, 0, null],
    ['in-merge', 20, 'one/a', 'merge', 'merge', 0, 0, 3],
    ['in-pane', 20, 'one/a', 'comparison', 'pane', 0, 0, 0],
    ['j/0/lost-1', 40, 'two/b', 'judge', 'set', 0, 0, null],
    ['more', 20, 'one/a', 'continuation', 'chat', 0, 3, 0.5],
    ['open', 20, 'one/a', 'chat', 'chat', 0, 0, null],
    ['plain', 20, 'one/a', 'chat', 'chat', 10, 2, 1],
    ['r/0', 31, 'one/a', 'set', 'set', 4, 0, 2],
    ['r/1', 32, 'two/b', 'set', 'set', 0, 0, null],
    ['r/1/lost-1', 30, 'two/b', 'set', 'set', 0, 0, null],
    ['r/1/lost-2', 30, 'two/b', 'set', 'set', 0, 0, null],
    ['r/1/stopped', 32, 'two/b', 'set', 'set', 0, 0, 0.25],
  ])
})
