import { expect, test } from 'vitest'

import { databaseBefore } from '../../testing/database-before'
import { lineUpFolders } from './0028-line-up-folders'
import { migrate } from './migrations'

test('line-ups that may have been imported with folders lose these, and nothing else', () => {
  const database = databaseBefore(lineUpFolders.version)
  const insert = database.command(
    'INSERT INTO line_ups (id, name, folded_name, panes, is_blind, updated_at) VALUES (:id, :id, :id, :panes, 0, 1)',
  )
  const model = { model: 'a/"workspace"', params: { temperature: 1e-7, topP: 1 }, systemPrompt: null }
  const agents = Array.from({ length: 8 }, (_, index) => ({ ...model, model: `codex/${index}` }))
  const before = {
    agents: JSON.stringify(agents.map((pane) => ({ ...pane, workspace: '/home/me/.ssh' }))),
    models: JSON.stringify([model, model]),
    damaged: '{"workspace"',
    odd: '["workspace",1,null,[{}]]',
  }
  for (const [id, panes] of Object.entries(before)) insert.run({ id, panes })
  migrate(database)
  const rows = database.query<{ id: string; panes: string }>('SELECT id, panes FROM line_ups').all()
  expect(Object.fromEntries(rows.map(({ id, panes }) => [id, panes]))).toEqual({
    ...before,
    agents: JSON.stringify(agents),
  })
})
