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

/** Opens and prepares a session of an agent with these responses; returns the requests that it received. */
async function prepare(
  profile: AcpProfile,
  answers: Record<string, unknown>,
  /** The mode updates that the agent sends, one each time its mode is set. */
  told: readonly string[] = [],
): Promise<string[]> {
  const asked: string[] = []
  const modesToTell = [...told]
  let session: AcpSession | null = null
  const fakeConnection = {
    lastUpdateAt: 0,
    request: (method: string, params: Record<string, unknown>) => {
      if (!(method in answers)) return Promise.reject(new Error(`unexpected request ${method}`))
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

test('rejects an agent without a read-only mode', async () => {
  const answers = { 'session/new': { sessionId: 's', modes: modes('default', 'default', 'yolo') } }
  await expect(prepare(geminiCliAcp, answers)).rejects.toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'mode' },
  })
  await expect(prepare(geminiCliAcp, { 'session/new': { sessionId: 's' } })).rejects.toMatchObject({
    data: { reason: 'mode' },
  })
})

test('rejects an agent that accepts the mode but reports another one', async () => {
  const configOptions = modeOption('agent', 'read-only', 'agent')
  const answers = {
    'session/new': { sessionId: 's', configOptions },
    'session/set_config_option': { configOptions },
  }
  await expect(prepare(codexAcp, answers)).rejects.toMatchObject({ data: { reason: 'mode' } })
})

test('sets the mode by whichever method the agent offers', async () => {
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

test('rejects an agent that reports a mode other than the one that was set', async () => {
  const byMode = { sessionId: 's', modes: modes('default', 'default', 'plan') }
  const told = { 'session/new': byMode, 'session/set_mode': {} }
  await expect(prepare(geminiCliAcp, told, ['default', 'default'])).rejects.toMatchObject({
    data: { reason: 'mode' },
  })
  // The first update may predate the request.
  expect(await prepare(geminiCliAcp, told, ['default', 'plan'])).toEqual([
    'session/new',
    'session/set_mode plan',
    'session/set_mode plan',
  ])
})

test('rejects a response without a session', async () => {
  await expect(prepare(codexAcp, { 'session/new': { sessionId: 7 } })).rejects.toThrow('sessionId')
})
