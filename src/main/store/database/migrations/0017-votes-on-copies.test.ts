import { expect, test } from 'vitest'

import { databaseBefore } from '../../testing/database-before'
import type { WritableDatabase } from '../database'
import { votesOnCopies } from './0017-votes-on-copies'
import { migrate } from './migrations'

function openBefore(): WritableDatabase {
  const database = databaseBefore(votesOnCopies.version)
  database.script(`
    INSERT INTO prompt_sets (id, name, created_at, updated_at) VALUES ('set', 'Set', 1, 1);
    INSERT INTO set_runs (id, set_id, name, state, models, prompt_count, repeats, at_once, started_at, prompts)
    VALUES ('run', 'set', 'Set', 'done', '[{},{}]', 2, 2, 1, 1, '[]');
    INSERT INTO set_ballots (run_id, prompt, repeat, answers)
    VALUES ('run', 1, 1, '[{"id":"x","cell":7},{"id":"y","cell":6}]');
    INSERT INTO comparisons (id, title_source, pinned, archived, created_at, updated_at) VALUES ('row', 'none', 0, 0, 1, 1);
  `)
  for (const model of [0, 1]) {
    database.script(`
      INSERT INTO sessions (id, kind, state, title_source, model, params, pinned, archived, unseen, origin, created_at, updated_at)
      VALUES ('s${model}', 'pane', 'ready', 'none', 'a/b', '{}', 0, 0, 0, 'set-run:run 1 1 ${model}', 1, 1);
      INSERT INTO panes (id, comparison_id, session_id, position) VALUES ('p${model}', 'row', 's${model}', ${model});
      INSERT INTO messages (id, session_id, depth, role, status, hidden, created_at, parts)
      VALUES ('m${model}', 's${model}', 0, 'assistant', 'complete', 0, 1, '[]');
    `)
  }
  return database
}

function addVote(
  database: WritableDatabase,
  vote: { id: string; key: string; shown: unknown; at: number },
): void {
  database
    .command(`
      INSERT INTO votes (id, comparison_id, answers_key, result, chosen, shown, tags, is_blind, voted_at)
      VALUES (:id, :comparison, :key, 'best', '[0]', :shown, '[]', 0, :at)`)
    .run({
      ...vote,
      shown: JSON.stringify(vote.shown),
      comparison: vote.key.startsWith('m') ? 'row' : null,
    })
}

const onRow = ['x', 'y'].map((paneId) => ({ paneId, messageId: null }))
const inComparison = [0, 1].map((model) => ({ paneId: `p${model}`, messageId: `m${model}` }))
const key = 'set-run:run 1 1 0 set-run:run 1 1 1'

function votesIn(database: WritableDatabase) {
  return database
    .query<{ id: string; answers_key: string; shown: string }>('SELECT id, answers_key, shown FROM votes')
    .all()
    .map(({ shown, ...vote }) => ({ ...vote, shown: JSON.parse(shown) as unknown }))
}

test.each([
  ['the vote on the row', 9, 'on-row', onRow, [1, 0]],
  ['the vote in the comparison', 3, 'in-comparison', inComparison, [0, 1]],
])('of two votes on the same answers, %s is kept if it is the later one', (_, at, id, shown, models) => {
  const database = openBefore()
  addVote(database, { id: 'on-row', key: 'set-run run 6 7', shown: onRow, at })
  addVote(database, { id: 'in-comparison', key: 'm0 m1', shown: inComparison, at: 5 })
  migrate(database)
  const original = models.map((model) => `set-run:run 1 1 ${model}`)
  expect(votesIn(database)).toEqual([
    { id, answers_key: key, shown: shown.map((answer, index) => ({ ...answer, original: original[index] })) },
  ])
})

test('a vote whose run is gone, whose row is damaged, or that is on other answers is unchanged', () => {
  const database = openBefore()
  const votes = [
    { id: 'gone', key: 'set-run other 0 1', shown: onRow, at: 1 },
    { id: 'unknown', key: 'set-run run 0 1', shown: onRow, at: 1 },
    { id: 'others', key: 'm8 m9', shown: [{ paneId: 'p0', messageId: 'm8' }], at: 1 },
  ]
  for (const vote of votes) addVote(database, vote)
  database.script("UPDATE votes SET shown = '{' WHERE id = 'gone'")
  const before = database.query('SELECT * FROM votes').all()
  migrate(database)
  expect(database.query('SELECT * FROM votes').all()).toEqual(before)
})
