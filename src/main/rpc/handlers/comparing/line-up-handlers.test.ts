import { expect, test } from 'vitest'

import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectTo, startTestApp } from '../../testing/test-app'

const panes = [
  { model: 'demo/brief', params: { temperature: 0.2 }, systemPrompt: 'Be brief.' },
  { model: 'gone/model', params: {}, systemPrompt: null },
]

test('keeps line-ups across a restart, by name, with models that no longer exist', async () => {
  const dataFolder = temporaryFolder()
  const first = await startTestApp({ dataFolder })
  const parley = connectTo(first)
  const { lineUp } = await parley.invoke('lineUps.save', { name: ' zebra\n herd ', panes, isBlind: true })
  await parley.invoke('lineUps.save', { name: 'Apples', panes: [{ model: 'a/b' }, { model: 'a/c' }] })
  await first.close()
  const again = connectTo(await startTestApp({ dataFolder }))
  expect((await again.invoke('lineUps.list', {})).lineUps).toEqual([
    {
      id: expect.any(String),
      name: 'Apples',
      panes: ['a/b', 'a/c'].map((model) => ({ model, params: {}, systemPrompt: null })),
      isBlind: false,
      updatedAt: expect.any(Number),
    },
    { id: lineUp.id, name: 'zebra herd', panes, isBlind: true, updatedAt: lineUp.updatedAt },
  ])
})

test('replaces, renames and removes a line-up under its id, and refuses a name that another one has', async () => {
  const parley = connectTo(await startTestApp())
  const { lineUp } = await parley.invoke('lineUps.save', { name: 'Übung', panes })
  const { lineUp: other } = await parley.invoke('lineUps.save', { name: 'Other', panes })
  const taken = {
    code: 'INVALID_INPUT',
    data: { field: 'name', reason: 'line-up-name-taken', name: 'Übung' },
  }
  await expect(parley.invoke('lineUps.save', { name: 'ÜBUNG', panes })).rejects.toMatchObject(taken)
  await expect(parley.invoke('lineUps.rename', { lineUpId: other.id, name: 'übung' })).rejects.toMatchObject(
    taken,
  )
  await parley.invoke('lineUps.rename', { lineUpId: lineUp.id, name: 'ÜBUNG' })
  await parley.invoke('lineUps.save', {
    id: other.id,
    name: 'Other',
    panes: panes.toReversed(),
    isBlind: true,
  })
  const { lineUps } = await parley.invoke('lineUps.list', {})
  expect(lineUps.map(({ name, panes: [first], isBlind }) => [name, first?.model, isBlind])).toEqual([
    ['Other', 'gone/model', true],
    ['ÜBUNG', 'demo/brief', false],
  ])
  expect(await parley.invoke('lineUps.remove', { lineUpId: other.id })).toEqual({ removed: true })
  expect(await parley.invoke('lineUps.remove', { lineUpId: other.id })).toEqual({ removed: false })
  for (const change of [
    parley.invoke('lineUps.rename', { lineUpId: other.id, name: 'Back' }),
    parley.invoke('lineUps.save', { id: other.id, name: 'Back', panes }),
  ]) {
    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test.each([
  ['name', { name: ' ', panes }],
  ['panes', { name: 'One', panes: panes.slice(0, 1) }],
  ['panes', { name: 'Nine', panes: Array.from({ length: 9 }, () => ({ model: 'a/b' })) }],
])('refuses a line-up with a bad %s', async (field, lineUp) => {
  const parley = connectTo(await startTestApp())
  await expect(parley.invoke('lineUps.save', lineUp)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field },
  })
})
