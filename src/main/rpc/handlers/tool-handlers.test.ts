import { expect, test } from 'vitest'

import { toolChoiceLimits } from '../../../shared/tools/tools'
import { connectTo, startTestApp } from '../testing/test-app'

const web = { enabled: ['web.fetch', 'mcp:notes/*'] }
const files = { enabled: ['files.read'] }

test('tools of a chat: those given, else those of the project, else the default; kept by a copy and another model', async () => {
  const parley = connectTo(await startTestApp())
  const create = async (input: object = {}) => (await parley.invoke('sessions.create', input)).session
  expect((await create()).tools).toBeUndefined()
  await parley.invoke('settings.set', { defaultTools: ['files.read', 'files.read'] })
  const chat = await create({ model: 'demo/writer' })
  expect(chat.tools).toEqual(files)
  const { project } = await parley.invoke('projects.save', { name: 'Tea' })
  expect(project.tools).toBeNull()
  expect((await create({ projectId: project.id })).tools).toEqual(files)
  expect(
    (await parley.invoke('projects.save', { id: project.id, tools: { enabled: [] } })).project.tools,
  ).toEqual({ enabled: [] })
  expect((await create({ projectId: project.id })).tools).toEqual({ enabled: [] })
  expect((await create({ projectId: project.id, tools: web })).tools).toEqual(web)
  expect((await create({ isTemporary: true, tools: web })).tools).toEqual(web)

  const { id: sessionId } = chat
  await parley.invoke('sessions.update', { sessionId, tools: web })
  const { session } = await parley.invoke('sessions.update', { sessionId, model: 'demo/brief' })
  expect(session.tools).toEqual(web)
  expect((await parley.invoke('sessions.duplicate', { sessionId })).session.tools).toEqual(web)
  expect(await parley.invoke('tools.list', { sessionId })).toEqual({ tools: expect.any(Array) })
})

test('tools of panes: the same for all unless given, kept by another model and by a chat made from a pane', async () => {
  const parley = connectTo(await startTestApp())
  await parley.invoke('settings.set', { defaultTools: files.enabled })
  const { comparison } = await parley.invoke('compare.create', {
    models: ['demo/writer', { model: 'demo/brief', tools: web }],
  })
  const { id: comparisonId } = comparison
  const toolsOf = ({ panes }: typeof comparison) => panes.map(({ tools }) => tools)
  expect(toolsOf(comparison)).toEqual([files, web])
  const added = (await parley.invoke('compare.addPane', { comparisonId, model: 'demo/writer' })).comparison
  expect(toolsOf(added)).toEqual([files, web, web])
  const paneId = added.panes[0]?.paneId ?? ''
  await parley.invoke('compare.updatePane', { comparisonId, paneId, tools: { enabled: [] } })
  const replaced = await parley.invoke('compare.replacePane', { comparisonId, paneId, model: 'demo/brief' })
  expect(toolsOf(replaced.comparison)).toEqual([{ enabled: [] }, web, web])
  const second = added.panes[1]?.paneId ?? ''
  const promoted = await parley.invoke('compare.promotePane', { comparisonId, paneId: second })
  expect(promoted.session.tools).toEqual(web)
  const { lineUp } = await parley.invoke('lineUps.save', {
    name: 'Two',
    panes: [{ model: 'demo/writer', tools: web }, { model: 'demo/brief' }],
  })
  expect(lineUp.panes.map(({ tools }) => tools)).toEqual([web, undefined])
})

test('a blind comparison does not tell the tools of a hidden pane, which may differ between contestants', async () => {
  const parley = connectTo(await startTestApp())
  const { comparison } = await parley.invoke('compare.create', {
    models: [{ model: 'demo/writer', tools: web }, 'demo/brief'],
    isBlind: true,
  })
  expect(JSON.stringify(comparison)).not.toContain('tools')
  const { sessionId } = comparison.panes[0] ?? { sessionId: '' }
  expect(await parley.invoke('sessions.get', { sessionId })).not.toHaveProperty('session.tools')
  await expect(parley.invoke('tools.list', { sessionId })).rejects.toMatchObject({
    data: { reason: 'contestants-hidden' },
  })
})

test('refuses more tools, and longer names, than any chat needs', async () => {
  const parley = connectTo(await startTestApp())
  for (const enabled of [
    Array.from({ length: toolChoiceLimits.count + 1 }, (_, index) => `mcp:s/${index}`),
    ['x'.repeat(toolChoiceLimits.nameChars + 1)],
    [''],
  ]) {
    await expect(parley.invoke('sessions.create', { tools: { enabled } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  }
})
