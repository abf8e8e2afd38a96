// Needs processes: servers are programs, and only real ones show what becomes of them when they misbehave.
import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { serverTools } from './server-tools'
import { callOf, openServers } from './testing/opened-servers'

describe('a server that behaves', () => {
  test('is confirmed with its whole command, starts, and is remembered without starting it again', async () => {
    const { servers, start, questions, supervisor, deps } = openServers()
    const info = await start()
    expect(info).toMatchObject({
      state: 'ready',
      version: { name: 'fake-mcp', version: '1.2.3' },
      skipped: [],
      log: ['fake-mcp started'],
    })
    expect(questions).toEqual([
      {
        kind: 'start-server',
        serverName: 'fake',
        lines: [
          { label: 'command', value: expect.stringMatching(/fake-mcp\.js$/) },
          { label: 'folder', value: deps.folder },
        ],
      },
    ])
    await servers.close()
    expect(supervisor.count()).toBe(0)
    const { settings, remembered, folder } = deps
    const later = openServers({ settings, remembered, folder })
    expect(serverTools(later.servers).map(({ name }) => name)).toContain('mcp:fake/echo')
    expect(later.servers.list()).toMatchObject([{ state: 'stopped' }])
  })

  test('gets calls, and its results become text and files', async () => {
    const { servers, start } = openServers()
    await start()
    expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
    expect(await callOf(servers, 'add', { input: { a: 1, b: 2 } }).result).toEqual({
      text: 'Done.\n\n{"sum":3}',
    })
    expect(await callOf(servers, 'add', { input: { a: 'x', b: 2 } }).result).toEqual({
      text: expect.stringMatching(
        /^Done\.\n\n\{"sum":null\}\n\n\[Note by Parley: .+ output schema/,
      ) as string,
    })
    expect(await callOf(servers, 'fail').result).toEqual({ text: 'No such city.', isError: true })
    const { text, files } = await callOf(servers, 'picture').result
    expect(text).toContain('[sound: audio/wav, 1 kB]\n\n[file: audio/wav, 1 kB, left out]')
    expect(text).toContain('image/svg+xml')
    expect(files?.map(({ mediaType }) => mediaType)).toEqual(['image/png', 'audio/wav'])
  })

  test('has prompts and resources', async () => {
    const { servers, start } = openServers()
    await start()
    const { signal } = new AbortController()
    expect(servers.prompts()).toMatchObject([{ serverId: 'fake', name: 'greet' }])
    const template = { uri: 'note://{folder}/{name}', variables: ['folder', 'name'] }
    expect(servers.resources()).toMatchObject([{ uri: 'note://one', mediaType: 'text/plain' }, template])
    const { uri } = template
    const values = { folder: 'my work', name: 'a/b' }
    const filled = await servers.ask('fake', signal, (server, whileAsked) =>
      server.readResource({ uri, values }, whileAsked),
    )
    expect(filled).toMatchObject([{ text: 'The note note://my%20work/a%2Fb.' }])
    const suggested = await servers.ask('fake', signal, (server, whileAsked) =>
      server.suggestValues({ uri, name: 'name', value: 'pl', values: { folder: 'work' } }, whileAsked),
    )
    expect(suggested).toEqual(['plan', 'place'])
    const read = await servers.ask('fake', signal, (server, whileAsked) =>
      server.readResource({ uri: 'note://one' }, whileAsked),
    )
    expect(read).toMatchObject([{ text: 'A note.' }])
  })

  test('asks the user with a form, in the chat whose call it is', async () => {
    const { servers, start } = openServers()
    await start()
    const asked: unknown[] = []
    const form = (request: unknown) => {
      asked.push(request)
      return Promise.resolve({ city: 'Bern' })
    }
    const { result } = callOf(servers, 'ask', { form })
    expect(await result).toEqual({ text: '{"action":"accept","content":{"city":"Bern"}}' })
    expect(asked).toMatchObject([{ title: 'Which city?', serverId: 'fake' }])
    expect(await callOf(servers, 'ask').result).toEqual({ text: '{"action":"decline"}' })
  })

  test('asks many things at once: the user sees one, the others are cancelled', async () => {
    const { servers, start } = openServers()
    await start()
    const asked: unknown[] = []
    const others = Promise.withResolvers<void>()
    const { result, working } = callOf(servers, 'ask', {
      input: { often: true },
      async form(request) {
        asked.push(request)
        await others.promise
        return {}
      },
    })
    // The server got its answers to the others.
    await working
    others.resolve()
    const actions = JSON.parse((await result).text) as { action: string }[]
    expect(asked).toMatchObject([{ title: 'Question 0' }])
    expect(actions.filter(({ action }) => action === 'cancel')).toHaveLength(19)
  })

  test('has a page opened only if the user agrees, and only on the web', async () => {
    const opened: string[] = []
    const openLink = (url: string) => Promise.resolve(opened.push(url) > 0)
    const { servers, start } = openServers({ openLink })
    await start()
    const visit = async (url: string) => (await callOf(servers, 'visit', { input: { url } }).result).text
    expect(await visit('https://example.com/a')).toBe('{"action":"accept"}')
    expect(await visit('file:///etc/passwd')).toBe('{"action":"decline"}')
    expect(opened).toEqual(['https://example.com/a'])
  })

  test('is ended after the time without a call', async () => {
    const { servers, start, supervisor } = openServers()
    await start([], { idleSeconds: 1 })
    await expect.poll(() => servers.list()[0]?.state).toBe('stopped')
    await expect.poll(() => supervisor.count()).toBe(0)
    expect(await callOf(servers, 'echo', { input: { text: 'again' } }).result).toEqual({ text: 'again' })
  })
})

describe('the command', () => {
  test('is not started if the user declines, and a model cannot have the user asked again', async () => {
    let asked = 0
    const confirm = () => Promise.resolve(++asked === 2)
    const { servers, start, supervisor } = openServers({ confirm })
    expect(await start()).toMatchObject({ state: 'not-allowed' })
    const { signal } = new AbortController()
    await expect(servers.ask('fake', signal, () => Promise.resolve())).rejects.toMatchObject({
      code: 'SERVER_FAILED',
      data: { reason: 'not-allowed' },
    })
    expect([asked, supervisor.count()]).toEqual([1, 0])
    expect(await servers.restart('fake', signal)).toMatchObject({ state: 'ready' })
  })

  test('is confirmed again when it changes', async () => {
    const { start, questions } = openServers()
    await start()
    await start()
    expect(questions).toHaveLength(1)
    await start(['garbage'])
    expect(questions).toHaveLength(2)
  })

  test('gets the values of its variables and nothing of Parley’s own environment', async () => {
    const { servers, dataFolder, supervisor } = openServers()
    process.env['FAKE_OWN_SECRET'] = 'own'
    onTestFinished(() => void delete process.env['FAKE_OWN_SECRET'])
    const file = join(dataFolder, 'environment.json')
    const code = `require('fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env))`
    const env = { API_TOKEN: 'a-secret-value' }
    servers.save({
      id: 'env',
      transport: { type: 'stdio', command: process.execPath, args: ['-e', code], env },
    })
    await servers.start('env', new AbortController().signal)
    const seen = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    expect([seen['API_TOKEN'], seen['FAKE_OWN_SECRET']]).toEqual(['a-secret-value', undefined])
    expect(JSON.stringify(servers.list())).not.toContain('a-secret-value')
    expect(readFileSync(join(dataFolder, 'settings.json'), 'utf8')).not.toContain('a-secret-value')
    expect(existsSync(join(dataFolder, 'secrets.json'))).toBe(true)
    expect(supervisor.count()).toBe(0)
  })
})

describe('a server that misbehaves', () => {
  test.each([
    [['exit-at-start'], 'exited', 'the configuration is missing'],
    [['exit-on-initialize'], 'exited', 'fake-mcp started'],
    [['endless-pages'], undefined, ''],
  ] as const)(
    '%s fails without affecting others, and its last output is shown',
    async (faults, reason, line) => {
      const { start } = openServers()
      const { state, problem, log } = await start([...faults])
      expect([state, problem?.data?.['reason']]).toEqual([reason === undefined ? 'ready' : 'failed', reason])
      expect(log.join('\n')).toContain(line)
    },
  )

  test('silent: is given up after its time, and ended', async () => {
    const { start, supervisor } = openServers()
    const info = await start(['silent'], { startTimeoutSeconds: 1 })
    expect(info).toMatchObject({ state: 'failed', problem: { code: 'TIMEOUT' } })
    expect(supervisor.count()).toBe(0)
  })

  test('exits when asked for a newer version of the protocol: is started again in an older', async () => {
    const { start } = openServers()
    expect(await start(['exit-on-probe'])).toMatchObject({ state: 'ready' })
  })

  test('prints garbage between its messages: that goes to its log', async () => {
    const { servers, start } = openServers()
    expect((await start(['garbage'])).log.join('\n')).toContain('Warning: tools/list is deprecated')
    expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
  })

  test('lists 8 MB of resources: Parley remembers what fits', async () => {
    const { servers, start } = openServers()
    expect(await start(['huge-lists'])).toMatchObject({ state: 'ready' })
    const resources = servers.resources()
    expect(resources[0]).toMatchObject({ uri: 'note://one' })
    expect(JSON.stringify(resources).length).toBeLessThan(2_100_000)
  })

  test('floods: calls are still answered', async () => {
    const { servers, start } = openServers()
    expect(await start(['flood'])).toMatchObject({ state: 'ready' })
    expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
  })

  test('exits during a call: the call fails, and the next one starts it again', async () => {
    const { servers, start } = openServers()
    await start()
    await expect(callOf(servers, 'exit').result).rejects.toMatchObject({
      code: 'SERVER_FAILED',
      data: { reason: 'exited', detail: 'exit code 7' },
    })
    expect(servers.list()).toMatchObject([
      { state: 'failed', log: expect.arrayContaining(['out of memory']) },
    ])
    expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
  })

  test('sends 20 MB: the call fails, and nothing of it is kept', async () => {
    const { servers, start } = openServers()
    await start()
    await expect(callOf(servers, 'huge').result).rejects.toMatchObject({ data: { reason: 'too-large' } })
    expect(servers.list()).toMatchObject([{ state: 'failed' }])
  })

  test('never answers a call: the call fails after its time', async () => {
    const { servers, start } = openServers()
    await start([], { timeoutSeconds: 1 })
    await expect(callOf(servers, 'never').result).rejects.toMatchObject({
      code: 'TIMEOUT',
      data: { reason: 'call-time' },
    })
  })

  test('changes its tools: a call that was prepared for the old ones is refused', async () => {
    const { servers, start } = openServers()
    await start()
    const [echo] = serverTools(servers)
    await callOf(servers, 'change').result
    await expect.poll(() => serverTools(servers).map(({ name }) => name)).toContain('mcp:fake/added')
    const { signal } = new AbortController()
    const call = { signal } as Parameters<NonNullable<typeof echo>['prepare']>[1]
    await expect(async () => echo?.prepare({}, call)).rejects.toMatchObject({
      data: { reason: 'tool-changed' },
    })
  })

  test('changes its tools: a call that follows at once does not reach the changed tool', async () => {
    const { servers, start } = openServers()
    await start()
    const after = callOf(servers, 'change').result
    await expect(callOf(servers, 'echo', { input: { text: 'secret' }, after }).result).rejects.toMatchObject({
      data: { reason: 'tool-changed' },
    })
  })

  test('defines tools that cannot be used: the others can, and each says why', async () => {
    const { start } = openServers()
    const { tools, skipped } = await start(['schemas', 'names'])
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['mcp:fake/circle', 'mcp:fake/remote', 'mcp:fake/päckchen/größe']),
    )
    const reasons = skipped.map(
      ({ name, problem }) => `${name.slice(0, 10)}: ${String(problem.data?.['reason'])}`,
    )
    expect(reasons).toEqual([
      'many: tool-schema',
      'deep: tool-schema',
      'list: tool-schema',
      'echo: tool-twice',
      'with space: tool-name',
      'rightleft: tool-name',
      'xxxxxxxxxx: tool-name',
      'z\u0301\u0301\u0301\u0301: tool-name',
      '*: tool-name',
      ': tool-unreadable',
      ': tool-unreadable',
    ])
  })
})

describe('stopping a call', () => {
  test('cancels it, and the server continues to run', async () => {
    const { servers, start, restarted } = openServers()
    await start()
    const { result, stop, working, closed, upstream } = callOf(servers, 'slow')
    await working
    stop()
    await expect(result).rejects.toThrow('stopped')
    await closed
    expect(upstream).toEqual(['opened', 'closed'])
    expect([servers.list()[0]?.state, restarted]).toEqual(['ready', []])
  })

  test('restarts a server that answers nothing any more, and says so', async () => {
    const { servers, start, restarted, supervisor } = openServers()
    await start(['block', 'ignore-end'])
    const { result, stop, working, closed } = callOf(servers, 'never')
    await working
    stop()
    await expect(result).rejects.toThrow('stopped')
    await closed
    expect(restarted).toEqual(['fake'])
    expect(await callOf(servers, 'echo', { input: { text: 'Hi' } }).result).toEqual({ text: 'Hi' })
    await servers.close()
    expect(supervisor.count()).toBe(0)
  })

  test('restarts a server that continues a cancelled call', async () => {
    const { servers, start, restarted } = openServers()
    await start(['ignore-cancel'])
    const { result, stop, working } = callOf(servers, 'slow')
    await working
    stop()
    await expect(result).rejects.toThrow('stopped')
    await expect.poll(() => restarted).toEqual(['fake'])
  })
})

test('ending leaves nothing of a server that ignores it, nor of what it started', async () => {
  const { servers, start, supervisor, complaints } = openServers()
  await start(['ignore-end', 'leave-child'])
  expect(supervisor.count()).toBeGreaterThan(0)
  await servers.remove('fake')
  expect([supervisor.count(), servers.list(), complaints]).toEqual([0, [], []])
})
