// Needs processes: the servers of npm packages are programs, and only they show that Parley works with real ones.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

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

async function open() {
  const questions: Confirmation[] = []
  const app = await startTestApp({
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
  return { parley, add, questions }
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
