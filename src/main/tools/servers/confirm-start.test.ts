import { describe, expect, test } from 'vitest'

import { openHttpServers } from './testing/opened-servers'

const never = new AbortController().signal

/** A server whose start always fails after the question, and how often the user was asked. */
function open(folder = '/home/me') {
  const opened = openHttpServers({ folder })
  const { servers, questions } = opened
  const start = async (change: object) => {
    opened.settings.save({ id: 'one', transport: { type: 'stdio', command: 'run', ...change } })
    await servers.start('one', never)
    return questions.length
  }
  return { ...opened, start }
}

describe('the question before a program starts', () => {
  test('shows what would run: the command, every value and the folder, dangerous variables first', async () => {
    const { start, questions } = open()
    await start({ args: ['a b'], env: { MODE: 'read', API_KEY: 'secret', LD_PRELOAD: '/tmp/evil.so' } })
    expect(questions).toEqual([
      {
        kind: 'start-server',
        serverName: 'one',
        lines: [
          { label: 'command', value: "run 'a b'" },
          { label: 'loading-variable', value: 'LD_PRELOAD = /tmp/evil.so' },
          { label: 'variable', value: 'MODE = read' },
          { label: 'variable', value: 'API_KEY = ••••••••' },
          { label: 'folder', value: '/home/me' },
        ],
      },
    ])
  })

  test('is asked once, also when the same values are saved again', async () => {
    const { start } = open()
    expect(await start({ env: { MODE: 'read' } })).toBe(1)
    expect(await start({ env: { MODE: 'read' } })).toBe(1)
  })

  test.each([
    ['another command', { command: 'other' }],
    ['another argument', { args: ['-x'] }],
    ['another value of a variable', { env: { MODE: 'write' } }],
    ['another variable', { env: { NODE_OPTIONS: '--require=/tmp/evil.js' } }],
    ['one variable less', { env: { MODE: null } }],
  ])('is asked again for %s', async (_what, change) => {
    const { start } = open()
    await start({ env: { MODE: 'read' } })
    expect(await start(change)).toBe(2)
  })

  test('is asked again in another folder', async () => {
    const { start, deps, questions } = open()
    await start({})
    const { servers } = openHttpServers({ ...deps, folder: '/elsewhere' })
    await servers.start('one', never)
    expect(questions).toHaveLength(2)
  })

  test('says nothing about values in files: not even a hash by which a short one could be guessed', async () => {
    const { start, settings } = open()
    await start({ env: { PIN: '1234' } })
    const [server] = settings.list()
    if (server === undefined) throw new Error('no server')
    expect([server.allowed, settings.allowedHash(server)]).toEqual([null, expect.any(String)])
    settings.remove('one')
    expect(settings.allowedHash(server)).toBeNull()
  })

  test('an answer counts only for what was shown: a change before the answer starts nothing', async () => {
    const opened = openHttpServers({
      confirm() {
        opened.settings.save({
          id: 'one',
          transport: { type: 'stdio', command: 'run', env: { MODE: 'write' } },
        })
        return Promise.resolve(true)
      },
    })
    opened.settings.save({ id: 'one', transport: { type: 'stdio', command: 'run', env: { MODE: 'read' } } })
    const { problem } = await opened.servers.start('one', never)
    const allowed = opened.settings.list().map((server) => opened.settings.allowedHash(server))
    expect([problem?.code, allowed]).toEqual(['CANCELLED', [null]])
  })
})
