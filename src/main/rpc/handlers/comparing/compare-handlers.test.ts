import { describe, expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { ParleyError } from '../../../../shared/errors'
import type { ComparisonId } from '../../../../shared/ids'
import { messageText } from '../../../../shared/sessions/messages'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { Comparison, Pane } from '../../../../shared/sessions/sessions'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { connectOverSocket } from '../../testing/app-client'
import { connectTo, startTestApp } from '../../testing/test-app'

function paneAt({ panes }: Comparison, position: number): Pane {
  const pane = panes[position]
  if (pane === undefined) throw new Error(`no pane at position ${position}`)
  return pane
}

function order({ panes }: Comparison): string[] {
  return panes.map(({ position, model }) => `${position} ${model}`)
}

async function code(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    if (error instanceof ParleyError) return error.code
    throw error
  }
  return 'answered'
}

/** Runs the pane: `ended` settles with the end, `started` once the question is stored. */
function run(parley: ParleyApi, { paneId }: Pane, text: string) {
  const ended = Promise.withResolvers<StreamEnd>()
  const started = Promise.withResolvers<void>()
  const stream = parley.open(
    'pane.run',
    { paneId, text },
    { onEvents: () => started.resolve(), onEnd: ended.resolve },
  )
  return { started: started.promise, ended: ended.promise, close: () => stream.close() }
}

async function open() {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const parley = await connectOverSocket(await startTestApp())
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  return { fake, parley }
}

const panes = [
  { model: 'demo/brief', params: { temperature: 0.2 }, systemPrompt: 'Be brief.' },
  { model: 'gone/model', params: {}, systemPrompt: null },
]

describe('panes', () => {
  test('moves a pane to any position, without gaps, and keeps the order', async () => {
    const { parley } = await open()
    const { comparison } = await parley.invoke('compare.create', { models: ['demo/a', 'demo/b', 'demo/c'] })
    const comparisonId = comparison.id
    const { paneId } = paneAt(comparison, 0)
    const move = async (position: number) =>
      order((await parley.invoke('compare.movePane', { comparisonId, paneId, position })).comparison)
    expect(await move(1)).toEqual(['0 demo/b', '1 demo/a', '2 demo/c'])
    expect(await move(7)).toEqual(['0 demo/b', '1 demo/c', '2 demo/a'])
    expect(await move(0)).toEqual(['0 demo/a', '1 demo/b', '2 demo/c'])
    await parley.invoke('compare.removePane', { comparisonId, paneId: paneAt(comparison, 1).paneId })
    await parley.invoke('compare.addPane', { comparisonId, model: 'demo/d' })
    expect(await move(1)).toEqual(['0 demo/c', '1 demo/a', '2 demo/d'])
    expect(order((await parley.invoke('compare.get', { comparisonId })).comparison)).toEqual([
      '0 demo/c',
      '1 demo/a',
      '2 demo/d',
    ])
  })

  test('refuses a pane of another comparison, an unknown pane and an invalid position', async () => {
    const { parley } = await open()
    const models = ['demo/a', 'demo/b']
    const { comparison } = await parley.invoke('compare.create', { models })
    const { comparison: other } = await parley.invoke('compare.create', { models })
    const foreign = { comparisonId: other.id, paneId: paneAt(comparison, 0).paneId }
    expect(await code(parley.invoke('compare.movePane', { ...foreign, position: 0 }))).toBe('NOT_FOUND')
    expect(await code(parley.invoke('compare.updatePane', { ...foreign, params: {} }))).toBe('NOT_FOUND')
    expect(await code(parley.invoke('compare.promotePane', foreign))).toBe('NOT_FOUND')
    const unknown = { comparisonId: 'never' as string as ComparisonId, paneId: foreign.paneId }
    expect(await code(parley.invoke('compare.movePane', { ...unknown, position: 0 }))).toBe('NOT_FOUND')
    const own = { comparisonId: comparison.id, paneId: foreign.paneId }
    expect(await code(parley.invoke('compare.movePane', { ...own, position: -1 }))).toBe('INVALID_INPUT')
  })

  test('moves and changes a running pane without ending its run; the changes apply to the next run', async () => {
    const { fake, parley } = await open()
    const { comparison } = await parley.invoke('compare.create', {
      models: [{ model: 'fake/silent', params: { temperature: 1 } }, 'fake/brief'],
    })
    const comparisonId = comparison.id
    const pane = paneAt(comparison, 0)
    const first = run(parley, pane, 'first')
    await first.started
    const { body } = await fake.waitForRequest('silent')
    expect(body).toMatchObject({ temperature: 1 })
    await parley.invoke('compare.movePane', { comparisonId, paneId: pane.paneId, position: 1 })
    const { comparison: changed } = await parley.invoke('compare.updatePane', {
      comparisonId,
      paneId: pane.paneId,
      params: { temperature: 0.2 },
      systemPrompt: 'Be brief.',
    })
    expect(changed.panes[1]).toMatchObject({
      paneId: pane.paneId,
      params: { temperature: 0.2 },
      systemPrompt: 'Be brief.',
    })
    expect((await parley.invoke('runs.list', {})).runs).toHaveLength(1)
    first.close()
    expect(await first.ended).toMatchObject({ reason: 'stopped' })

    const second = run(parley, pane, 'second')
    await second.started
    const asked = await fake.waitForRequest('silent')
    expect(asked.body).toMatchObject({ temperature: 0.2 })
    expect(JSON.stringify(asked.body)).toContain('Be brief.')
    second.close()
    await second.ended
  })

  test('keeps omitted settings, such as the system prompt when parameters or the model change', async () => {
    const { parley } = await open()
    const { comparison } = await parley.invoke('compare.create', {
      models: [{ model: 'demo/a', params: { seed: 1 }, systemPrompt: 'As a poet.' }, 'demo/b'],
    })
    const comparisonId = comparison.id
    const { paneId } = paneAt(comparison, 0)
    const updated = await parley.invoke('compare.updatePane', { comparisonId, paneId, params: { seed: 2 } })
    expect(updated.comparison.panes[0]).toMatchObject({ params: { seed: 2 }, systemPrompt: 'As a poet.' })
    const replaced = await parley.invoke('compare.replacePane', { comparisonId, paneId, model: 'demo/c' })
    expect(replaced.comparison.panes[0]).toMatchObject({ params: {}, systemPrompt: 'As a poet.' })
    const cleared = await parley.invoke('compare.updatePane', { comparisonId, paneId, systemPrompt: null })
    expect(cleared.comparison.panes[0]).toMatchObject({ systemPrompt: null })
    const added = await parley.invoke('compare.addPane', {
      comparisonId,
      model: 'demo/d',
      systemPrompt: 'As a judge.',
    })
    expect(added.comparison.panes[2]).toMatchObject({ params: {}, systemPrompt: 'As a judge.' })
  })

  test('promotes a pane to a chat named after the comparison and the model, and keeps the pane', async () => {
    const { parley } = await open()
    const { comparison } = await parley.invoke('compare.create', {
      models: [{ model: 'fake/brief', params: { seed: 7 }, systemPrompt: 'Be kind.' }, 'fake/silent'],
    })
    const comparisonId = comparison.id
    const pane = paneAt(comparison, 0)
    const running = run(parley, paneAt(comparison, 1), 'Explain it')
    await running.started
    expect((await run(parley, pane, 'Explain it').ended).reason).toBe('completed')
    expect(
      await code(
        parley.invoke('compare.promotePane', { comparisonId, paneId: paneAt(comparison, 1).paneId }),
      ),
    ).toBe('RUN_ACTIVE')

    const { session } = await parley.invoke('compare.promotePane', { comparisonId, paneId: pane.paneId })
    expect(session).toMatchObject({
      kind: 'chat',
      title: 'brief · Explain it',
      model: 'fake/brief',
      params: { seed: 7 },
      systemPrompt: 'Be kind.',
    })
    const { messages } = await parley.invoke('sessions.get', { sessionId: session.id })
    expect(messages.map(messageText)).toEqual(['Explain it', 'Here is the answer.'])
    const kept = await parley.invoke('sessions.get', { sessionId: pane.sessionId })
    expect(kept.messages.map(({ id }) => id)).not.toContain(messages[0]?.id)
    expect((await parley.invoke('sessions.list', {})).sessions.map(({ id }) => id)).toEqual([session.id])
    expect((await parley.invoke('compare.get', { comparisonId })).comparison.panes).toHaveLength(2)
    running.close()
    await running.ended
  })

  test('restores a removed pane, and regenerating keeps the previous answer as a version', async () => {
    const { parley } = await open()
    const models = ['fake/brief', 'fake/brief', 'fake/brief']
    const { comparison } = await parley.invoke('compare.create', { models })
    const comparisonId = comparison.id
    const pane = paneAt(comparison, 1)
    const { paneId, sessionId } = pane
    await run(parley, pane, 'Explain it').ended
    await parley.invoke('compare.removePane', { comparisonId, paneId })
    const { comparison: restored } = await parley.invoke('compare.restorePane', { comparisonId, paneId })
    expect(restored.panes).toEqual(comparison.panes)

    const before = (await parley.invoke('sessions.get', { sessionId })).messages.at(-1)
    const ended = Promise.withResolvers<StreamEnd>()
    parley.open('pane.run', { paneId, regenerate: true }, { onEvents: () => {}, onEnd: ended.resolve })
    const { messageId } = await ended.promise
    const { messages, versions } = await parley.invoke('sessions.get', { sessionId })
    expect(messages).toHaveLength(2)
    if (before === undefined || messageId === undefined) throw new Error('expected two answered questions')
    expect(versions).toEqual({ [messageId]: [before.id, messageId] })
    await parley.invoke('sessions.setLeaf', { sessionId, messageId: before.id, descend: true })
    expect((await parley.invoke('sessions.get', { sessionId })).messages.at(-1)).toEqual(before)
  })

  test('a chat from an empty pane is still named after its first message', async () => {
    const { parley } = await open()
    const { comparison } = await parley.invoke('compare.create', { models: ['demo/a', 'demo/b'] })
    const { session } = await parley.invoke('compare.promotePane', {
      comparisonId: comparison.id,
      paneId: paneAt(comparison, 0).paneId,
    })
    expect(session.title).toBe('New chat')
  })
})

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
