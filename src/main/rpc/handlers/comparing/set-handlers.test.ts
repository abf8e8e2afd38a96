import { expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import type { StreamInput } from '../../../../shared/rpc/contract'
import type { StreamEnd } from '../../../../shared/rpc/frames'
import type { SetRunEvent } from '../../../../shared/sets/sets'
import { connectOverSocket } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

/** Starts or resumes a run: its first event, all events so far, and how it ends. */
async function run(parley: ParleyApi, input: StreamInput<'sets.run'>) {
  const ended = Promise.withResolvers<StreamEnd>()
  const first = Promise.withResolvers<Extract<SetRunEvent, { type: 'run' }>['run']>()
  const events: SetRunEvent[] = []
  const handle = parley.open('sets.run', input, {
    onEvents: (batch) => {
      events.push(...batch)
      for (const event of batch) if (event.type === 'run') first.resolve(event.run)
    },
    onEnd: (end) => ended.resolve(end),
  })
  return { handle, events, started: await first.promise, ended: ended.promise }
}

test('a set is created from a file, run on two models, and its result is read', async () => {
  const parley = await connectOverSocket(await startTestApp())
  const created = await parley.invoke('sets.create', {
    name: 'Capitals',
    prompts: ['Typed', { text: 'With {{x}}', values: { x: 'y' }, checks: [{ kind: 'length', min: 1 }] }],
    file: { format: 'csv', content: 'prompt,contains\nWhere is Paris?,\n,x\n' },
  })
  expect(created).toMatchObject({ added: 3, skipped: 1, problems: [{ row: 2, reason: 'prompt-missing' }] })
  const setId = created.set.id
  expect((await parley.invoke('sets.list', {})).sets).toMatchObject([{ id: setId, promptCount: 3 }])

  const { started, ended, events } = await run(parley, {
    setId,
    models: ['demo/brief', { model: 'demo/brief', systemPrompt: 'Be kind.' }],
    repeats: 2,
    atOnce: 8,
  })
  expect(started).toMatchObject({ state: 'running', cells: 12, promptCount: 3, name: 'Capitals' })
  expect(await ended).toMatchObject({ reason: 'completed' })
  expect(events.at(-1)).toMatchObject({ type: 'progress', progress: { state: 'done', done: 12, passed: 4 } })
  const result = await parley.invoke('sets.result', { runId: started.id, baselineRunId: started.id })
  expect(result.rows.map(({ text }) => text)).toEqual(['Typed', 'With y', 'Where is Paris?'])
  expect(result.rows[1]?.cells).toMatchObject([
    { judged: 2, passed: 2, change: 'same' },
    { judged: 2, passed: 2, change: 'same' },
  ])
  const { answers } = await parley.invoke('sets.answers', { runId: started.id, prompt: 0 })
  expect(answers).toHaveLength(4)
  expect(answers.every(({ text, error }) => text.length > 0 && error === null)).toBe(true)
})

test('a run outlives its window, stops on request, and is resumed after a restart', async () => {
  const dataFolder = temporaryFolder()
  const app = await startTestApp({ dataFolder })
  const parley = await connectOverSocket(app)
  const { set } = await parley.invoke('sets.create', { name: 'Slow', prompts: ['A', 'B'] })
  const { handle, started } = await run(parley, { setId: set.id, models: ['demo/slow'], atOnce: 1 })
  handle.close()
  const { runs } = await parley.invoke('sets.runs', { setId: set.id })
  expect(runs).toMatchObject([{ id: started.id, state: 'running' }])
  expect(app.activity().runs).toBe(1)
  await app.close()

  const again = await connectOverSocket(await startTestApp({ dataFolder }))
  expect((await again.invoke('sets.runs', {})).runs).toMatchObject([{ state: 'interrupted', done: 0 }])
  const resumed = await run(again, { runId: started.id })
  expect(resumed.started).toMatchObject({ id: started.id, state: 'running' })
  expect(await again.invoke('sets.stop', { runId: started.id })).toMatchObject({
    run: { state: 'stopped', done: 0 },
  })
  expect(await resumed.ended).toMatchObject({ reason: 'stopped' })
})

test('a deleted set hides its runs and can be restored; prompts are changed and removed', async () => {
  const parley = await connectOverSocket(await startTestApp())
  const { set } = await parley.invoke('sets.create', { name: 'Kept', prompts: ['A', 'B'] })
  const [first, second] = set.prompts
  if (first === undefined || second === undefined) throw new Error('expected two prompts')
  await parley.invoke('sets.changePrompt', {
    setId: set.id,
    promptId: first.id,
    prompt: { text: 'Changed', checks: [{ kind: 'json' }] },
  })
  await parley.invoke('sets.removePrompt', { setId: set.id, promptId: second.id })
  await parley.invoke('sets.rename', { setId: set.id, name: 'Renamed' })
  expect(await parley.invoke('sets.delete', { setId: set.id })).toEqual({ deleted: true })
  await expect(parley.invoke('sets.get', { setId: set.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const restored = await parley.invoke('sets.restore', { setId: set.id })
  expect(restored.set).toMatchObject({
    name: 'Renamed',
    prompts: [{ text: 'Changed', checks: [{ kind: 'json' }] }],
  })
})
