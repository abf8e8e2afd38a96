import { expect, test } from 'vitest'

import type { ServerInfo } from '../../../../shared/tools/servers'
import {
  serverChange,
  commandLine,
  commandWords,
  serverFormDraft,
  faultOf,
  type ServerDraft,
} from './server-draft'

const server: ServerInfo = {
  id: 'notes',
  transport: { type: 'stdio', command: 'npx', args: ['-y', 'my server'], env: ['TOKEN', 'OLD'] },
  isEnabled: true,
  timeoutSeconds: 120,
  startTimeoutSeconds: 60,
  idleSeconds: 300,
  state: 'ready',
  version: null,
  tools: [],
  skipped: [],
  disabledTools: [],
  log: [],
}
const fresh: ServerDraft = { ...serverFormDraft(null), id: 'new', line: 'npx server' }

test('nothing is sent if nothing has changed, so that a server is not restarted', () => {
  expect(serverChange(server, serverFormDraft(server))).toBeNull()
  expect(serverChange(server, { ...serverFormDraft(server), line: ' npx  -y "my server"' })).toBeNull()
})

test('a changed time-out leaves the command alone, which would have to be confirmed again', () => {
  expect(serverChange(server, { ...serverFormDraft(server), timeoutSeconds: 5 })).toEqual({
    id: 'notes',
    timeoutSeconds: 5,
  })
})

test('kept values are not sent, removed ones are', () => {
  const draft = serverFormDraft(server)
  const variables = draft.variables.map((value) => ({ ...value, isRemoved: value.name === 'OLD' }))
  expect(serverChange(server, { ...draft, variables })?.transport).toEqual({
    type: 'stdio',
    command: 'npx',
    args: ['-y', 'my server'],
    env: { OLD: null },
  })
})

test('a new server has its transport, and settings only where they differ from the defaults', () => {
  expect(serverChange(null, fresh)).toEqual({
    id: 'new',
    transport: { type: 'stdio', command: 'npx', args: ['server'] },
  })
  expect(
    serverChange(null, { ...fresh, type: 'http', url: ' https://example.com/mcp ', idleSeconds: 0 }),
  ).toEqual({
    id: 'new',
    transport: { type: 'http', url: 'https://example.com/mcp', oauthClientId: null },
    idleSeconds: 0,
  })
})

test('finds what main would refuse', () => {
  const value = { value: 'x', isStored: false, isRemoved: false }
  expect(faultOf(fresh, ['other'])).toBeNull()
  expect(faultOf({ ...fresh, id: 'a/b' }, [])).toBe('name')
  expect(faultOf(fresh, ['new'])).toBe('taken')
  expect(faultOf({ ...fresh, line: ' ' }, [])).toBe('command')
  expect(faultOf({ ...fresh, variables: [{ ...value, name: '1X' }] }, [])).toBe('variable')
  const http = { ...fresh, type: 'http' as const }
  expect(faultOf({ ...http, url: 'example.com/mcp' }, [])).toBe('url')
  expect(faultOf({ ...http, url: 'ftp://example.com' }, [])).toBe('url')
  expect(faultOf({ ...http, url: 'https://x.y', headers: [{ ...value, name: 'My Header' }] }, [])).toBe(
    'header',
  )
  expect(
    faultOf({ ...http, url: 'https://x.y', headers: [{ ...value, name: '', isRemoved: true }] }, []),
  ).toBeNull()
})

test('a stored client secret is kept unless a new one is entered', () => {
  const transport: ServerInfo['transport'] = {
    type: 'http',
    url: 'https://x.y/',
    headers: [],
    oauthClientId: 'id',
    hasClientSecret: true,
  }
  const http: ServerInfo = { ...server, transport }
  expect(serverChange(http, serverFormDraft(http))).toBeNull()
  expect(serverChange(http, { ...serverFormDraft(http), clientSecret: 'new' })?.transport).toEqual({
    type: 'http',
    url: 'https://x.y/',
    oauthClientId: 'id',
    oauthClientSecret: 'new',
  })
})

test('reads quoted words, empty ones, and Windows paths as they are written', () => {
  expect(commandWords('  npx -y   "@scope/server files" \'/home/me/my notes\' ')).toEqual([
    'npx',
    '-y',
    '@scope/server files',
    '/home/me/my notes',
  ])
  expect(commandWords(String.raw`"C:\Program Files\node.exe" C:\tools\run.js --name="a \"b\"" ''`)).toEqual([
    String.raw`C:\Program Files\node.exe`,
    String.raw`C:\tools\run.js`,
    '--name=a "b"',
    '',
  ])
  expect(commandWords('')).toEqual([])
})

test.each([
  [['npx', '-y', 'server']],
  [['C:\\Program Files\\node.exe', 'C:\\x\\', '']],
  [['a "quoted" word', "it's", 'back\\slash "and" quote\\']],
  [['tab\there', 'ä ö']],
])('the command line of %j has the same words', (words) => {
  expect(commandWords(commandLine(words))).toEqual(words)
})

test('an open quote ends with the line', () => {
  expect(commandWords('run "no end')).toEqual(['run', 'no end'])
})
