import { expect, test } from 'vitest'

import { systemClock } from '../../base/clock'
import type { AcpConnection } from './acp-connection'
import type { AcpProfile } from './profiles/acp-profile'
import { AcpSession } from './acp-session'
import { codexAcp } from './profiles/codex-acp'
import { geminiCliAcp } from './profiles/gemini-cli-acp'

const request = {
  prompt: '',
  images: [],
  workspace: '/workspace',
  model: null,
  permission: 'read-only' as const,
  systemText: null,
  resumeId: null,
}

/** Opens a session of an agent that answers by `answers`, and makes it ready; the requests that it got. */
async function prepare(
  profile: AcpProfile,
  answers: Record<string, unknown>,
  /** What the agent says of its mode, each time that it is given one. */
  told: readonly string[] = [],
): Promise<string[]> {
  const asked: string[] = []
  const modesToTell = [...told]
  let session: AcpSession | null = null
  const fakeConnection = {
    lastUpdateAt: 0,
    request: (method: string, params: Record<string, unknown>) => {
      if (!(method in answers)) return Promise.reject(new Error(`${method} was not expected`))
      asked.push(
        [method, ...[params['value'], params['modeId']].filter((id) => typeof id === 'string')].join(' '),
      )
      const currentModeId = method === 'session/set_mode' ? modesToTell.shift() : undefined
      if (currentModeId !== undefined)
        session?.onUpdate({ sessionId: 's', update: { sessionUpdate: 'current_mode_update', currentModeId } })
      return Promise.resolve(answers[method])
    },
  } as unknown as AcpConnection
  const waiting = { clock: systemClock, signal: new AbortController().signal }
  session = await AcpSession.open(fakeConnection, profile, request, null, waiting)
  await session.prepare(request)
  return asked
}

const modes = (currentModeId: string, ...ids: string[]) => ({
  currentModeId,
  availableModes: ids.map((id) => ({ id, name: id })),
})
const modeOption = (currentValue: string, ...values: string[]) => [
  {
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue,
    options: values.map((value) => ({ value, name: value })),
  },
]

test('an agent that has no mode for reading alone is not asked', async () => {
  const answers = { 'session/new': { sessionId: 's', modes: modes('default', 'default', 'yolo') } }
  await expect(prepare(geminiCliAcp, answers)).rejects.toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'mode' },
  })
  await expect(prepare(geminiCliAcp, { 'session/new': { sessionId: 's' } })).rejects.toMatchObject({
    data: { reason: 'mode' },
  })
})

test('an agent that says it took the mode, and is in another, is not asked', async () => {
  const configOptions = modeOption('agent', 'read-only', 'agent')
  const answers = {
    'session/new': { sessionId: 's', configOptions },
    'session/set_config_option': { configOptions },
  }
  await expect(prepare(codexAcp, answers)).rejects.toMatchObject({ data: { reason: 'mode' } })
})

test('a mode is set in the way in which it is offered', async () => {
  const offered = { sessionId: 's', configOptions: modeOption('agent', 'read-only', 'agent') }
  const taken = { configOptions: modeOption('read-only', 'read-only', 'agent') }
  expect(await prepare(codexAcp, { 'session/new': offered, 'session/set_config_option': taken })).toEqual([
    'session/new',
    'session/set_config_option read-only',
  ])
  const byMode = { sessionId: 's', modes: modes('default', 'default', 'plan') }
  expect(await prepare(geminiCliAcp, { 'session/new': byMode, 'session/set_mode': {} })).toEqual([
    'session/new',
    'session/set_mode plan',
  ])
})

test('an agent that tells of another mode than the one that it was given is not asked', async () => {
  const byMode = { sessionId: 's', modes: modes('default', 'default', 'plan') }
  const told = { 'session/new': byMode, 'session/set_mode': {} }
  await expect(prepare(geminiCliAcp, told, ['default', 'default'])).rejects.toMatchObject({
    data: { reason: 'mode' },
  })
  // The first may be what it said before it read the request.
  expect(await prepare(geminiCliAcp, told, ['default', 'plan'])).toEqual([
    'session/new',
    'session/set_mode plan',
    'session/set_mode plan',
  ])
})

test('an answer without a session is not taken for one', async () => {
  await expect(prepare(codexAcp, { 'session/new': { sessionId: 7 } })).rejects.toThrow('sessionId')
})
