import { expect, test } from 'vitest'

import { connectTo, startTestApp } from '../testing/test-app'

test('a decision that nobody waits for is told, and what was never allowed cannot be taken back', async () => {
  const parley = connectTo(await startTestApp())
  await expect(
    parley.invoke('approvals.answer', { approvalId: 'gone', decision: 'always' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', data: { approvalId: 'gone' } })
  expect(await parley.invoke('consents.list', {})).toEqual({ consents: [] })
  expect(await parley.invoke('consents.remove', { consentId: 'gone' })).toEqual({ removed: false })
})

test('a chat and a pane keep what their agents may do over the wire, and a pane is held to a folder of its own', async () => {
  const parley = connectTo(await startTestApp())
  const work = { workspace: '/work', permission: 'workspace-write', isolation: 'worktree' } as const
  const { session } = await parley.invoke('sessions.create', { model: 'codex/default', ...work })
  expect(session).toMatchObject(work)
  const { comparison } = await parley.invoke('compare.create', {
    models: ['demo/writer', { model: 'codex/default', ...work }],
  })
  const [, pane] = comparison.panes
  if (pane === undefined) throw new Error('there are two panes')
  expect(pane).toMatchObject(work)
  await expect(
    parley.invoke('compare.updatePane', {
      comparisonId: comparison.id,
      paneId: pane.paneId,
      isolation: 'same',
    }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'isolation' } })
})
