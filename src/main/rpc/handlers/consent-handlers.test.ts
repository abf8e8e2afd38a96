import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ToolConsentRule } from '../../../shared/tools/tools'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { connectTo, startTestApp } from '../testing/test-app'
import { consentHandlers } from './tool-handlers'

test('reports a decision that nobody waits for, and cannot remove a consent that was never given', async () => {
  const parley = connectTo(await startTestApp())
  await expect(
    parley.invoke('approvals.answer', { approvalId: 'gone', decision: 'always' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', data: { reason: 'decision', approvalId: 'gone' } })
  expect(await parley.invoke('consents.list', {})).toEqual({ consents: [], tools: [] })
  expect(await parley.invoke('consents.remove', { consentId: 'gone' })).toEqual({ removed: false })
})

test('keeps permission and isolation of a chat and a pane over the wire, and requires isolation for a pane', async () => {
  const parley = connectTo(await startTestApp())
  const work = { workspace: '/work', permission: 'workspace-write', isolation: 'worktree' } as const
  const { session } = await parley.invoke('sessions.create', { model: 'codex/default', ...work })
  expect(session).toMatchObject(work)
  const { comparison } = await parley.invoke('compare.create', {
    models: ['demo/writer', { model: 'codex/default', ...work }],
  })
  const [, pane] = comparison.panes
  if (pane === undefined) throw new Error('expected two panes')
  expect(pane).toMatchObject(work)
  await expect(
    parley.invoke('compare.updatePane', {
      comparisonId: comparison.id,
      paneId: pane.paneId,
      isolation: 'same',
    }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'isolation' } })
})

test('lists a folder with unlimited permission among the consents, and removes it for good', async () => {
  const dataFolder = temporaryFolder()
  const file = join(dataFolder, 'settings.json')
  const place = { agentId: 'codex', folder: '/projects/one' } as const
  const other = { agentId: 'claude-code', folder: '/projects/one' } as const
  writeFileSync(file, JSON.stringify({ settings: {}, unlimitedFolders: [place, other, place] }))
  const parley = connectTo(await startTestApp({ dataFolder }))
  const { consents } = await parley.invoke('consents.list', {})
  expect(consents).toMatchObject([
    { ...place, kind: 'everything' },
    { ...other, kind: 'everything' },
    { ...place, kind: 'everything' },
  ])
  const consentId = consents[0]?.id ?? ''
  expect(await parley.invoke('consents.remove', { consentId })).toEqual({ removed: true })
  expect((await parley.invoke('consents.list', {})).consents).toMatchObject([other])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ unlimitedFolders: [other] })
  expect(await parley.invoke('consents.remove', { consentId })).toEqual({ removed: false })
})

function fail(): never {
  throw new ParleyError('STORE_DAMAGED', 'The file is damaged.')
}

test('lists and removes a folder with unlimited permission even when the store has failed', () => {
  const place = { agentId: 'codex', folder: '/projects/one' } as const
  const folders = [place]
  const handlers = consentHandlers({
    active: { answerApproval: () => false },
    consents: { list: fail, listOfChats: fail, remove: fail },
    toolConsents: { list: fail, listOfChats: fail, remove: fail },
    settings: { unlimitedFolders: () => folders, removeUnlimitedFolder: () => folders.pop() },
  })
  const { consents, problem } = handlers['consents.list']()
  expect(consents).toMatchObject([{ ...place, kind: 'everything' }])
  expect(problem).toMatchObject({
    code: 'DEGRADED',
    data: { reason: 'not-now', cause: { code: 'STORE_DAMAGED' } },
  })
  expect(handlers['consents.remove']({ consentId: consents[0]?.id ?? '' })).toEqual({ removed: true })
  expect(folders).toEqual([])
})

test('lists decisions about tools with place and last use, and revokes them', () => {
  const rule: ToolConsentRule = {
    id: 'rule',
    decision: 'never',
    tool: 'web.fetch',
    place: 'example.com',
    description: 'Fetches a page.',
    decidedAt: 1,
    lastUsedAt: 2,
  }
  const rules = [rule]
  const handlers = consentHandlers({
    active: { answerApproval: () => false },
    consents: { list: () => [], listOfChats: () => [], remove: () => false },
    toolConsents: {
      list: () => rules,
      listOfChats: () => [],
      remove: (id) => rules.splice(0).some((known) => known.id === id),
    },
    settings: { unlimitedFolders: () => [], removeUnlimitedFolder: () => {} },
  })
  expect(handlers['consents.list']()).toEqual({ consents: [], tools: [rule] })
  expect(handlers['consents.remove']({ consentId: 'rule' })).toEqual({ removed: true })
  expect(handlers['consents.remove']({ consentId: 'rule' })).toEqual({ removed: false })
})
