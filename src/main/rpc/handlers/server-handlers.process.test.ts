// Needs processes: the servers of npm packages are programs, and only they show that Parley works with real ones.
import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { needsPosix } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import type { Confirmation } from '../../platform/platform'
import { connectTo, startTestApp } from '../testing/test-app'

const require = createRequire(import.meta.url)

/** The path of the program of a package. */
function programOf(name: string): string {
  const manifest = require.resolve(`@modelcontextprotocol/${name}/package.json`)
  const { bin } = require(manifest) as { bin: Record<string, string> }
  return join(dirname(manifest), Object.values(bin)[0] ?? '')
}

async function open(environment: NodeJS.ProcessEnv = {}) {
  const questions: Confirmation[] = []
  const dataFolder = temporaryFolder()
  const app = await startTestApp({
    dataFolder,
    environment,
    platform: {
      confirm(question) {
        questions.push(question)
        return Promise.resolve(true)
      },
    },
  })
  const parley = connectTo(app)
  const add = async (id: string, name: string, args: string[] = []) => {
    const command = process.execPath
    const transport = { type: 'stdio' as const, command, args: [programOf(name), ...args] }
    await parley.invoke('servers.save', { id, transport })
    return (await parley.invoke('servers.start', { id })).server
  }
  return { parley, add, questions, dataFolder }
}

test('connects to server-everything, -filesystem and -memory, and lists what they offer', async () => {
  const { parley, add, questions } = await open()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.txt'), 'A file.')
  const servers = [
    await add('everything', 'server-everything'),
    await add('files', 'server-filesystem', [folder]),
    await add('memory', 'server-memory'),
  ]
  expect(servers.map(({ state, problem, skipped }) => ({ state, problem, skipped }))).toEqual(
    servers.map(() => ({ state: 'ready', problem: undefined, skipped: [] })),
  )
  const names = servers.flatMap(({ tools }) => tools.map(({ name }) => name))
  expect(names).toEqual(
    expect.arrayContaining(['mcp:everything/echo', 'mcp:files/read_text_file', 'mcp:memory/create_entities']),
  )
  expect(questions.map(({ kind }) => kind)).toEqual(['start-server', 'start-server', 'start-server'])
  const { prompts } = await parley.invoke('servers.prompts', {})
  const prompt = prompts.find(({ arguments: asked }) => asked.length === 0)
  expect(prompt?.serverId).toBe('everything')
  const { text } = await parley.invoke('servers.getPrompt', {
    serverId: 'everything',
    name: prompt?.name ?? '',
  })
  expect(text).not.toBe('')
  const { resources } = await parley.invoke('servers.resources', { serverId: 'everything' })
  const read = await parley.invoke('servers.readResource', {
    serverId: 'everything',
    uri: resources[0]?.uri ?? '',
  })
  expect(read.text).not.toBe('')
})

/** A program in `folder` that Node runs under another name. */
function install(folder: string, name: string, lines: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/usr/bin/env own-node\n${lines}\n`)
  chmodSync(path, 0o755)
  return path
}

test('started from a menu, servers and agents are found where only a terminal finds them, and so is their Node', async (context) => {
  needsPosix(context)
  const tools = temporaryFolder()
  symlinkSync(process.execPath, join(tools, 'own-node'))
  install(tools, 'own-server', `import(${JSON.stringify(pathToFileURL(programOf('server-memory')).href)})`)
  const claude = install(tools, 'claude', 'console.log("2.1.7 (Claude Code)")')
  const shell = join(temporaryFolder(), 'shell')
  writeFileSync(shell, `#!/bin/sh\necho Welcome\nPATH=${tools}:$PATH\neval "$4"\n`)
  chmodSync(shell, 0o755)
  const { parley } = await open({ SHELL: shell, PATH: '/usr/bin:/bin', PARLEY_AGENT_FOLDERS: undefined })
  const transport = { type: 'stdio' as const, command: 'own-server', args: [] }
  await parley.invoke('servers.save', { id: 'own', transport })
  const { server } = await parley.invoke('servers.start', { id: 'own' })
  expect([server.state, server.problem]).toEqual(['ready', undefined])
  const { agents } = await parley.invoke('agents.list', {})
  expect(agents[0]).toMatchObject({ id: 'claude-code', executable: claude, version: '2.1.7' })
})

/** A bundle with the fake server, which needs a key in a variable. */
function fakeBundle(): Buffer {
  const files = ['fake-mcp.ts', 'conversation.ts', 'faults.ts', 'oddities.ts', 'tools.ts']
  const folder = join(import.meta.dirname, '../../../../e2e/fake-mcp')
  const manifest = {
    manifest_version: '0.3',
    name: 'Fake server',
    version: '1.0.0',
    description: 'For tests.',
    author: { name: 'Parley' },
    server: {
      type: 'node',
      entry_point: 'server/fake-mcp.ts',
      mcp_config: {
        command: process.execPath,
        args: ['${__dirname}/server/fake-mcp.ts'],
        env: { FAKE_KEY: '${user_config.key}' },
      },
    },
    user_config: { key: { type: 'string', title: 'Key', sensitive: true, required: true } },
  }
  return Buffer.from(
    zipSync({
      'manifest.json': strToU8(JSON.stringify(manifest)),
      ...Object.fromEntries(
        files.map((name) => [`server/${name}`, readFileSync(join(folder, name))] as const),
      ),
    }),
  )
}

test('a bundle is unpacked, confirmed, started with its settings, and removed with its server', async () => {
  const { parley, questions, dataFolder } = await open()
  const bytes = fakeBundle()
  const { importId } = await parley.invoke('imports.begin', { fileName: 'a.mcpb', sizeBytes: bytes.length })
  await expect(parley.invoke('servers.readBundle', { importId })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await parley.invoke('imports.append', { importId, offset: 0, data: bytes.toString('base64') })
  const { bundle } = await parley.invoke('servers.readBundle', { importId })
  expect(bundle).toMatchObject({ title: 'Fake server', suggestedId: 'Fake-server', fields: [{ key: 'key' }] })
  const id = bundle.suggestedId
  await expect(parley.invoke('servers.addBundle', { importId, id, values: {} })).rejects.toMatchObject({
    data: { reason: 'bundle-value', name: 'Key' },
  })
  await parley.invoke('servers.addBundle', { importId, id, values: { key: 'a-secret-key' } })
  const { server } = await parley.invoke('servers.start', { id })
  expect(server).toMatchObject({
    state: 'ready',
    version: { name: 'fake-mcp' },
    transport: { env: ['FAKE_KEY'] },
  })
  expect(JSON.stringify(questions)).toContain('FAKE_KEY = ••••••••')
  expect(readFileSync(join(dataFolder, 'settings.json'), 'utf8')).not.toContain('a-secret-key')
  expect(readdirSync(join(dataFolder, 'servers'))).toHaveLength(1)
  await expect(
    parley.invoke('servers.addBundle', { importId, id, values: { key: 'another' } }),
  ).rejects.toMatchObject({ data: { reason: 'known' } })
  await parley.invoke('servers.remove', { id })
  expect(readdirSync(join(dataFolder, 'servers'))).toEqual([])
})
