import { describe, expect, test } from 'vitest'

import { type AgentId, agentIds } from '../../../shared/agents'
import { openAcpLab } from './testing/acp-lab'

describe.each(agentIds)('an answer of %s', (agentId) => {
  test('takes what is large in pieces, without losing any of it', async () => {
    const { ask } = openAcpLab({ maxWarm: 0 })
    const { text, events } = await ask(agentId, 'big line 5 MB')
    expect(text.length).toBe(5 * 1_048_576)
    const longest = Math.max(...events.map((event) => (event.type === 'text-delta' ? event.text.length : 0)))
    expect(longest).toBe(64 * 1024)
  })

  test('is given images and the folder, in the mode of what it is allowed', async () => {
    const { ask, folder } = openAcpLab({ maxWarm: 0 })
    const images = [{ kind: 'image' as const, mediaType: 'image/png', bytes: new Uint8Array([1, 2]) }]
    const modes: Record<AgentId, string[]> = {
      'claude-code': ['default', 'acceptEdits', 'acceptEdits'],
      codex: ['read-only', 'workspace-write', 'agent-full-access'],
      'gemini-cli': ['plan', 'autoEdit', 'yolo'],
      opencode: ['plan', 'build', 'build'],
    }
    const told: unknown[] = []
    for (const permission of ['read-only', 'workspace-write', 'unlimited'] as const) {
      const { text } = await ask(agentId, 'tell', { request: { permission, images } })
      told.push(JSON.parse(text))
    }
    expect(told).toEqual(
      modes[agentId].map(
        (mode) => expect.objectContaining({ mode, cwd: folder, images: ['image/png'] }) as unknown,
      ),
    )
  })
})

test('the warnings of Codex are told once and are no part of the answer', async () => {
  const { ask } = openAcpLab()
  const first = await ask('codex', 'say One')
  const second = await ask('codex', 'say Two', { request: { resumeId: first.sessionId } })
  expect([first.text, second.text]).toEqual(['One', 'Two'])
  const notices = [...first.events, ...second.events].filter(({ type }) => type === 'notice')
  expect(notices).toMatchObject([{ code: 'AGENT_WARNING' }])
})
