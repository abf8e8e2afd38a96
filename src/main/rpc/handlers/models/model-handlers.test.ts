import { expect, test } from 'vitest'

import type { WindowEvent } from '../../../../shared/rpc/window-events'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectTo, startTestApp } from '../../testing/test-app'

const brief = 'demo/brief'
const writer = 'demo/writer'

async function listed(parley: ParleyApi, id: string) {
  return (await parley.invoke('models.list', {})).models.find((model) => model.id === id)
}

test('what is set for a model is listed, reaches other windows, and survives a restart until it is reset', async () => {
  const dataFolder = temporaryFolder()
  const first = await startTestApp({ dataFolder })
  const [parley, other] = [connectTo(first), connectTo(first)]
  const events: WindowEvent[] = []
  other.open('window.attach', {}, { onEvents: (some) => events.push(...some), onEnd: () => {} })
  await expect.poll(() => events.some(({ type }) => type === 'attached')).toBe(true)
  const name = (await listed(parley, writer))?.name
  const preference = {
    model: writer,
    isHidden: true,
    label: 'Scribe',
    note: 'for drafts',
    params: { temperature: 0.2 },
  }
  expect(await parley.invoke('models.update', preference)).toEqual({ preference })
  await expect
    .poll(() => events.filter(({ type }) => type === 'models-updated'))
    .toEqual([{ type: 'models-updated', preferences: [preference] }])
  expect(await listed(parley, writer)).toMatchObject({ name: 'Scribe', ownName: name, preference })
  expect(await parley.invoke('models.update', { model: writer, note: null })).toMatchObject({
    preference: { ...preference, note: null },
  })
  await first.close()

  const again = connectTo(await startTestApp({ dataFolder }))
  expect(await listed(again, writer)).toMatchObject({
    name: 'Scribe',
    preference: { isHidden: true, note: null },
  })
  await again.invoke('models.update', { model: writer, isHidden: false, label: '', params: {} })
  const reset = await listed(again, writer)
  expect([reset?.name, reset?.ownName, reset?.preference]).toEqual([name, undefined, undefined])
})

test('names and notes contain nothing that misleads, and those that are too long are refused', async () => {
  const parley = connectTo(await startTestApp())
  const hostile = '  GPT\u202e\u0007\n5\u200b \u2066pro '
  expect(await parley.invoke('models.update', { model: brief, label: hostile, note: hostile })).toMatchObject(
    {
      preference: { label: 'GPT 5 pro', note: 'GPT 5 pro' },
    },
  )
  for (const change of [{ label: 'x'.repeat(101) }, { note: 'x'.repeat(501) }, { params: { topP: 2 } }]) {
    await expect(parley.invoke('models.update', { model: brief, ...change })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  }
  await expect(parley.invoke('models.update', { model: 'no-slash', isHidden: true })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('too many changes at once change nothing', async () => {
  const parley = connectTo(await startTestApp())
  const hiddenOnes = Array.from({ length: 10_000 }, (_, index) => ({
    model: `many/m${index}`,
    isHidden: true,
  }))
  await parley.invoke('models.updateMany', { changes: hiddenOnes.slice(1) })
  await expect(
    parley.invoke('models.updateMany', {
      changes: [{ model: brief, label: 'B' }, ...hiddenOnes.slice(0, 1)],
    }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { reason: 'too-many-models-changed' } })
  expect((await listed(parley, brief))?.preference).toBeUndefined()
})

test('a new chat or pane has the parameters of its model, unless others are given', async () => {
  const parley = connectTo(await startTestApp())
  const own = { temperature: 0.3, maxOutputTokens: 500 }
  await parley.invoke('models.update', { model: brief, params: own })
  const chat = await parley.invoke('sessions.create', { model: brief })
  const given = await parley.invoke('sessions.create', { model: brief, params: { temperature: 1 } })
  const temporary = await parley.invoke('sessions.create', { model: brief, isTemporary: true })
  expect([chat, given, temporary].map(({ session }) => session.params)).toEqual([
    own,
    { temperature: 1 },
    own,
  ])

  const { comparison } = await parley.invoke('compare.create', {
    models: [brief, { model: brief, params: {} }],
  })
  const comparisonId = comparison.id
  await parley.invoke('compare.addPane', { comparisonId, model: brief })
  const paneId = comparison.panes[1]?.paneId ?? ''
  const { comparison: changed } = await parley.invoke('compare.replacePane', {
    comparisonId,
    paneId,
    model: writer,
  })
  expect(changed.panes.map(({ params }) => params)).toEqual([own, {}, own])

  for (const [params, expected] of [
    [{}, own],
    [{ temperature: 0.9 }, { temperature: 0.9 }],
  ] as const) {
    const saved = await parley.invoke('projects.save', { name: JSON.stringify(params), params })
    const { session } = await parley.invoke('sessions.create', { model: brief, projectId: saved.project.id })
    expect(session.params).toEqual(expected)
  }
})

test('a chat in a project whose model is hidden gets the default model, unless the call names one', async () => {
  const parley = connectTo(await startTestApp())
  await parley.invoke('settings.set', { defaultModel: writer })
  const { project } = await parley.invoke('projects.save', { name: 'Hidden', model: brief })
  await parley.invoke('models.update', { model: brief, isHidden: true })
  const created = async (model: string | undefined) =>
    (
      await parley.invoke('sessions.create', {
        projectId: project.id,
        ...(model === undefined ? {} : { model }),
      })
    ).session.model
  expect([await created(undefined), await created(brief)]).toEqual([writer, brief])
})

test('a new chat without a model never gets a hidden one while another is left, not even the default', async () => {
  const parley = connectTo(await startTestApp())
  const created = async () => (await parley.invoke('sessions.create', {})).session.model
  const isFirst = await created()
  await parley.invoke('settings.set', { defaultModel: writer })
  await parley.invoke('models.update', { model: writer, isHidden: true })
  const { models } = await parley.invoke('models.list', {})
  expect([isFirst, await created()]).toEqual([
    writer,
    models.find(({ id, isScripted }) => isScripted && id !== writer)?.id,
  ])
  const others = models.filter(({ id }) => id !== writer).map(({ id }) => id)
  await parley.invoke('models.updateMany', {
    changes: others.map((model) => ({ model, isHidden: true })),
  })
  expect(await created()).toBe(writer)
})
