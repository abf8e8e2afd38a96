import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { Confirmation } from '../../platform/platform'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { connectTo, startTestApp } from '../testing/test-app'

test('offers the folders of chats, newest first and without duplicates', async () => {
  const api = connectTo(await startTestApp())
  for (const workspace of ['/a', '/b', '/a']) await api.invoke('sessions.create', { workspace })
  const { recent, folder } = await api.invoke('workspaces.look', {})
  expect([recent, folder]).toEqual([['/a', '/b'], null])
})

test('a chat without its own copy of the folder has no changes to show, apply or discard', async () => {
  const api = connectTo(await startTestApp())
  const { session } = await api.invoke('sessions.create', {})
  const sessionId = session.id
  expect(await api.invoke('workspaces.diff', { sessionId })).toEqual({ diff: null, check: null })
  expect(await api.invoke('workspaces.discard', { sessionId })).toEqual({ removed: false })
  await expect(
    api.invoke('workspaces.apply', { sessionId, state: '0'.repeat(40), paths: [] }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(api.invoke('workspaces.diff', { sessionId: 'none' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('reads pages in the folder of a chat, and nothing else', async () => {
  const folder = join(temporaryFolder(), 'project')
  mkdirSync(folder)
  writeFileSync(join(folder, 'page.html'), '<h1>Now</h1>')
  writeFileSync(join(folder, '../other.html'), '<h1>Other</h1>')
  const api = connectTo(await startTestApp())
  const { session } = await api.invoke('sessions.create', { workspace: folder })
  const read = (path: string) => api.invoke('workspaces.page', { sessionId: session.id, path })
  expect(await read('page.html')).toEqual({ text: '<h1>Now</h1>' })
  expect(await read(join(folder, 'page.html'))).toEqual({ text: '<h1>Now</h1>' })
  await expect(read('gone.html')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(read('../other.html')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(read('notes.txt')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('refuses operations on a folder while a run works there', async () => {
  const folder = join(temporaryFolder(), 'project')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.txt'), 'a')
  const api = connectTo(await startTestApp())
  const { session } = await api.invoke('sessions.create', { workspace: folder, model: 'demo/slow' })
  await api.invoke('runs.send', { sessionId: session.id, text: 'Go on for long' })
  await expect(api.invoke('workspaces.discard', { sessionId: session.id })).rejects.toMatchObject({
    code: 'RUN_ACTIVE',
  })
  await api.invoke('runs.stop', { sessionId: session.id })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a')
})

const chooseFolder = (use: string, current?: string | null) => Promise.resolve(`/${use}-${current}`)

test('chooses a folder, starting where the user is, unless the host has no dialog', async () => {
  const api = connectTo(await startTestApp())
  expect(await api.invoke('workspaces.choose', {})).toEqual({ path: null, hasDialog: false })
  const withDialog = connectTo(await startTestApp({ platform: { chooseFolder } }))
  const choose = async (input: { use?: 'export'; path?: string }) =>
    await withDialog.invoke('workspaces.choose', input)
  expect(await choose({})).toEqual({ path: '/agent-undefined', hasDialog: true })
  expect(await choose({ use: 'export', path: 'x' })).toEqual({ path: '/export-x', hasDialog: true })
})

test('passes an agent the cloud variables that it lacks, and no others, after the user has agreed to each', async () => {
  const asked: Confirmation[] = []
  let isAgreed = false
  const confirm = (question: Confirmation) => {
    asked.push(question)
    return Promise.resolve(isAgreed)
  }
  const environment = {
    CLAUDE_CODE_USE_BEDROCK: '1',
    AWS_PROFILE: 'work',
    AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI',
    AWS_BEARER_TOKEN_BEDROCK: 'ABSKQmVkcm9ja0FQ',
    OTHER_SECRET: 'not for agents',
  }
  const api = connectTo(await startTestApp({ environment, platform: { confirm } }))
  const claude = async () => (await api.invoke('agents.list', {})).agents.find(({ id }) => id === agentId)
  const agentId = 'claude-code' as const
  const withheld = [
    'AWS_BEARER_TOKEN_BEDROCK',
    'AWS_PROFILE',
    'AWS_SECRET_ACCESS_KEY',
    'CLAUDE_CODE_USE_BEDROCK',
  ]
  const pass = () =>
    api.invoke('agents.save', { agentId, passes: [...withheld, 'OTHER_SECRET', 'AWS_REGION'] })
  await expect(pass()).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(await claude()).toMatchObject({ environment: [], withheld })
  isAgreed = true
  const { agent } = await pass()
  expect(agent).toMatchObject({ environment: withheld, withheld: [] })
  expect(asked[1]?.lines).toEqual([
    { label: 'variable', value: 'AWS_BEARER_TOKEN_BEDROCK = ••••••••' },
    { label: 'loading-variable', value: 'AWS_PROFILE = work' },
    { label: 'variable', value: 'AWS_SECRET_ACCESS_KEY = ••••••••' },
    { label: 'variable', value: 'CLAUDE_CODE_USE_BEDROCK = 1' },
  ])
  await pass()
  expect(asked).toHaveLength(2)
  await api.invoke('agents.save', { agentId, environment: { AWS_PROFILE: null } })
  expect(await claude()).toMatchObject({ withheld: ['AWS_PROFILE'] })
})
