import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../../e2e/fake-provider/fake-provider'
import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import type { ComparisonId, PaneId, SessionId } from '../../../../shared/ids'
import { projectLimits } from '../../../../shared/projects/projects'
import type { WindowEvent } from '../../../../shared/rpc/window-events'
import type { ExportEvent } from '../../../../shared/store/store'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { watchSession } from '../../testing/app-client'
import { recordingObserver } from '../../testing/contract-setup'
import { importFile } from '../../testing/import-file'
import { connectTo, startTestApp } from '../../testing/test-app'

async function open() {
  const app = await startTestApp()
  return connectTo(app)
}

/** Like `open`, with a provider `near`, whose requests the test reads. */
async function openWithProvider() {
  const fake = await startFakeProvider({})
  onTestFinished(() => fake.close())
  const parley = await open()
  await parley.invoke('settings.set', { nameChats: false })
  await parley.invoke('providers.save', { id: 'near', kind: 'openai-compatible', baseUrl: fake.baseUrl })
  return { fake, parley }
}

async function ask(parley: ParleyApi, sessionId: SessionId, text: string): Promise<void> {
  const watch = watchSession(parley, sessionId)
  await parley.invoke('runs.send', { sessionId, text })
  await watch.first('run-end')
}

/** The names of the entries of an export, and the export itself. */
async function exported(parley: ParleyApi, input: Parameters<typeof parley.open<'export.run'>>[1]) {
  const observer = recordingObserver<ExportEvent>()
  parley.open('export.run', input, observer)
  await expect.poll(() => observer.ends.items).toEqual([{ reason: 'completed' }])
  const ready = observer.events.at(-1)
  if (ready?.type !== 'ready') throw new Error('nothing was exported')
  const { data } = await parley.invoke('exports.read', { exportId: ready.exportId, offset: 0 })
  const file = Buffer.from(data, 'base64')
  return { file, names: Object.keys(unzipSync(file)) }
}

test('projects survive a restart in the user’s order, and absent fields of a change stay', async () => {
  const dataFolder = temporaryFolder()
  const first = await startTestApp({ dataFolder })
  const parley = connectTo(first)
  const { project } = await parley.invoke('projects.save', {
    name: ' Green\n tea ',
    colour: 'green',
    instructions: 'Answer as a botanist.',
    model: 'demo/brief',
    params: { temperature: 0.4 },
  })
  await parley.invoke('projects.save', { name: 'Second' })
  await parley.invoke('projects.save', { name: 'Third', position: 0 })
  await parley.invoke('projects.save', { id: project.id, model: null, position: 9 })
  await first.close()
  const again = connectTo(await startTestApp({ dataFolder }))
  const { projects } = await again.invoke('projects.list', {})
  expect(projects.map(({ name, position }) => [name, position])).toEqual([
    ['Third', 0],
    ['Second', 1],
    ['Green tea', 2],
  ])
  expect(projects[2]).toEqual({
    id: project.id,
    name: 'Green tea',
    colour: 'green',
    instructions: 'Answer as a botanist.',
    model: null,
    params: { temperature: 0.4 },
    tools: null,
    lineUpId: null,
    position: 2,
    createdAt: project.createdAt,
    updatedAt: expect.any(Number),
  })
})

test('refuses a name that is missing or taken, unknown ids, and values that are too long', async () => {
  const parley = await open()
  const { project } = await parley.invoke('projects.save', { name: 'Übung' })
  const save = (given: Parameters<typeof parley.invoke<'projects.save'>>[1]) =>
    parley.invoke('projects.save', given)
  const refusals = await Promise.all(
    [
      save({ name: 'ÜBUNG' }),
      save({ colour: 'red' }),
      save({ id: 'nothing', name: 'One' }),
      save({ id: project.id, lineUpId: 'nothing' }),
      save({ name: 'x'.repeat(projectLimits.nameChars + 1) }),
      save({ name: 'One', instructions: 'x'.repeat(projectLimits.instructionsChars + 1) }),
      parley.invoke('sessions.create', { projectId: 'nothing' }),
      parley.invoke('sessions.create', { projectId: project.id, isTemporary: true }),
      parley.invoke('compare.create', { models: ['demo/a', 'demo/b'], projectId: 'nothing' }),
      parley.invoke('projects.restore', { projectId: project.id }),
      parley.invoke('prompts.save', { name: 'One', text: 'Two', projectId: 'nothing' }),
    ].map((refused) =>
      refused.then(
        () => 'accepted',
        ({ code, data }: { code: string; data?: { reason?: string; field?: string } }) =>
          `${code} ${data?.reason === 'field' ? data.field : data?.reason}`,
      ),
    ),
  )
  expect(refusals).toEqual([
    'INVALID_INPUT project-name-taken',
    'INVALID_INPUT project-without-name',
    'NOT_FOUND project',
    'NOT_FOUND line-up',
    expect.stringMatching(/^INVALID_INPUT/),
    expect.stringMatching(/^INVALID_INPUT/),
    'NOT_FOUND project',
    'INVALID_INPUT temporary-not-listed',
    'NOT_FOUND project',
    'NOT_FOUND project',
    'NOT_FOUND project',
  ])
  expect(await parley.invoke('projects.remove', { projectId: 'nothing' })).toEqual({ removed: false })
})

test('a chat of a project has its model and settings, and its instructions precede the chat’s own prompt', async () => {
  const { fake, parley } = await openWithProvider()
  const { project } = await parley.invoke('projects.save', {
    name: 'Tea',
    instructions: 'Answer as a botanist.',
    model: 'near/one',
    params: { temperature: 0.4 },
  })
  const { session } = await parley.invoke('sessions.create', {
    projectId: project.id,
    systemPrompt: 'Be brief.',
  })
  expect(session).toMatchObject({ projectId: project.id, model: 'near/one', params: { temperature: 0.4 } })
  const { session: own } = await parley.invoke('sessions.create', {
    projectId: project.id,
    model: 'near/two',
    params: {},
  })
  expect([own.model, own.params]).toEqual(['near/two', {}])

  const systemOf = async (text: string) => {
    await ask(parley, session.id, text)
    const body = JSON.stringify((await fake.waitForRequest('one')).body)
    return /"role":"system","content":"([^"]*)"/.exec(body)?.[1] ?? null
  }
  expect(await systemOf('One?')).toBe(String.raw`Answer as a botanist.\n\nBe brief.`)
  await parley.invoke('settings.set', { instructions: 'Use metric units.' })
  expect(await systemOf('And now?')).toBe(String.raw`Use metric units.\n\nAnswer as a botanist.\n\nBe brief.`)
  await parley.invoke('projects.save', { id: project.id, instructions: 'Answer as a cook.' })
  await parley.invoke('sessions.update', { sessionId: session.id, projectId: null })
  const { session: moved } = await parley.invoke('sessions.get', { sessionId: session.id })
  expect([moved.projectId, moved.updatedAt >= session.updatedAt]).toEqual([undefined, true])
})

test('panes of a project are asked with its instructions, which are part of the contestant', async () => {
  const parley = await open()
  const { project } = await parley.invoke('projects.save', {
    name: 'Tea',
    instructions: 'Answer as a botanist.',
    params: { temperature: 0.4 },
  })
  const { comparison } = await parley.invoke('compare.create', {
    models: ['demo/brief', { model: 'demo/brief', params: { temperature: 1 }, systemPrompt: 'Be kind.' }],
    projectId: project.id,
    isBlind: true,
  })
  expect(comparison.projectId).toBe(project.id)
  await Promise.all(
    comparison.panes.map(({ paneId }) => {
      const ended = Promise.withResolvers<void>()
      const onEnd = () => ended.resolve()
      parley.open('pane.run', { paneId, text: 'Which?' }, { onEvents: () => {}, onEnd })
      return ended.promise
    }),
  )
  const { vote } = await parley.invoke('votes.cast', {
    comparisonId: comparison.id,
    result: 'best',
    paneIds: comparison.panes.slice(0, 1).map(({ paneId }): PaneId => paneId),
  })
  expect(vote.isBlind).toBe(true)
  expect(new Set(vote.shown.map(({ contestant }) => contestant.systemPrompt))).toEqual(
    new Set(['Answer as a botanist.', 'Answer as a botanist.\n\nBe kind.']),
  )
  expect(new Set(vote.shown.map(({ contestant }) => contestant.params?.temperature))).toEqual(
    new Set([0.4, 1]),
  )
  const [pane] = comparison.panes
  await expect(
    parley.invoke('sessions.update', { sessionId: pane?.sessionId ?? '', projectId: project.id }),
  ).rejects.toMatchObject({ data: { reason: 'pane-of-project' } })
  const { session } = await parley.invoke('compare.promotePane', {
    comparisonId: comparison.id,
    paneId: pane?.paneId ?? '',
  })
  expect(session.projectId).toBe(project.id)
})

test('removing a project leaves its chats and prompts without one, and restoring it claims only those still without', async () => {
  const parley = await open()
  const windows = recordingObserver<WindowEvent>()
  parley.open('window.attach', {}, windows)
  const { project } = await parley.invoke('projects.save', { name: 'Tea' })
  const { project: other } = await parley.invoke('projects.save', { name: 'Other' })
  const { session } = await parley.invoke('sessions.create', { projectId: project.id })
  const { session: second } = await parley.invoke('sessions.create', { projectId: project.id })
  const { comparison } = await parley.invoke('compare.create', {
    models: ['demo/a', 'demo/b'],
    projectId: project.id,
  })
  const { prompt } = await parley.invoke('prompts.save', {
    name: 'Brew',
    text: 'How?',
    projectId: project.id,
  })
  const changed = await parley.invoke('prompts.save', { id: prompt.id, name: 'Brew it', text: 'How?' })
  expect(changed.prompt.projectId).toBe(project.id)
  const projectsOf = async () => [
    (await parley.invoke('sessions.get', { sessionId: session.id })).session.projectId,
    (await parley.invoke('sessions.get', { sessionId: second.id })).session.projectId,
    (await parley.invoke('compare.get', { comparisonId: comparison.id })).comparison.projectId,
    (await parley.invoke('prompts.list', {})).prompts[0]?.projectId,
  ]
  expect(await parley.invoke('projects.remove', { projectId: project.id })).toEqual({ removed: true })
  expect(await projectsOf()).toEqual([undefined, undefined, undefined, undefined])
  await parley.invoke('sessions.update', { sessionId: second.id, projectId: other.id })
  await parley.invoke('projects.restore', { projectId: project.id })
  expect(await projectsOf()).toEqual([project.id, other.id, project.id, project.id])
  expect((await parley.invoke('projects.list', {})).projects.map(({ name }) => name)).toEqual([
    'Tea',
    'Other',
  ])
  const followed = () => {
    const shown: Record<string, unknown> = {}
    for (const event of windows.events) {
      if (event.type === 'session-upserted') shown[event.session.id] = event.session.projectId
      if (event.type === 'comparison-upserted') shown[event.comparison.id] = event.comparison.projectId
    }
    return shown
  }
  await expect
    .poll(followed)
    .toEqual({ [session.id]: project.id, [second.id]: other.id, [comparison.id]: project.id })
  expect(windows.events.filter(({ type }) => type === 'projects-changed')).toHaveLength(4)
})

test('lists, searches and exports only the chats and comparisons of a project, which can be imported again', async () => {
  const parley = await open()
  const { project } = await parley.invoke('projects.save', { name: 'Tea', instructions: 'As a botanist.' })
  const { session } = await parley.invoke('sessions.create', { title: 'Green leaves', projectId: project.id })
  const { session: elsewhere } = await parley.invoke('sessions.create', { title: 'Green paint' })
  await ask(parley, session.id, 'Which leaf is greenest?')
  await ask(parley, elsewhere.id, 'Which paint is greenest?')
  const models = ['demo/a', 'demo/b']
  const { comparison } = await parley.invoke('compare.create', {
    models,
    title: 'Green teas',
    projectId: project.id,
  })
  await parley.invoke('compare.create', { models, title: 'Green cars' })

  const projectId = project.id
  await parley.invoke('prompts.save', { name: 'Brew', text: 'How?', projectId })
  await parley.invoke('prompts.save', { name: 'Paint', text: 'Which?' })
  const { sessions } = await parley.invoke('sessions.list', { projectId })
  expect(sessions.map(({ title }) => title)).toEqual(['Green leaves'])
  const { comparisons } = await parley.invoke('compare.list', { projectId })
  expect(comparisons.map(({ id }): ComparisonId => id)).toEqual([comparison.id])
  const titles = async (query: string) => {
    const { hits } = await parley.invoke('sessions.search', { query, projectId })
    return [...new Set(hits.map(({ sessionTitle }) => sessionTitle))].toSorted()
  }
  expect(await titles('green')).toEqual(['Green leaves', 'Green teas'])
  expect(await titles('greenest')).toEqual(['Green leaves'])
  expect(await titles('paint')).toEqual([])

  const json = await exported(parley, { format: 'json', projectId })
  const tables = ['comparisons', 'messages', 'panes', 'projects', 'prompts', 'sessions']
  expect(json.names.toSorted()).toEqual(['parley.json', ...tables.map((table) => `rows/${table}.jsonl`)])
  const texts = Object.values(unzipSync(json.file)).map((bytes) => strFromU8(bytes))
  expect(texts.filter((text) => /paint|cars/i.test(text))).toEqual([])
  const markdown = await exported(parley, { format: 'markdown', projectId })
  expect(markdown.names.some((name) => name.includes('paint') || name.includes('cars'))).toBe(false)
  expect(strFromU8(unzipSync(markdown.file)['Green leaves.md'] ?? new Uint8Array())).toContain('greenest')

  const into = await open()
  const { summary } = await importFile(into, json.file)
  expect(summary).toMatchObject({ importedCount: 1, comparisonCount: 1, projectCount: 1, skipped: [] })
  const [imported] = (await into.invoke('projects.list', {})).projects
  expect(imported).toMatchObject({ name: 'Tea', instructions: 'As a botanist.' })
  const there = { projectId: imported?.id ?? '' }
  expect((await into.invoke('sessions.list', there)).sessions).toHaveLength(1)
  expect((await into.invoke('compare.list', there)).comparisons).toHaveLength(1)
  expect((await into.invoke('prompts.list', {})).prompts).toMatchObject([{ name: 'Brew', ...there }])
  expect((await importFile(into, json.file)).summary).toMatchObject({
    importedCount: 0,
    projectCount: 0,
    knownCount: 2,
  })
})
