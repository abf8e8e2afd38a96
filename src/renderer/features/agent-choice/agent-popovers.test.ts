import { expect, test } from 'vitest'

import type { AgentInfo, PermissionGuard } from '../../../shared/agents/agents'
import { guardSentences } from './agent-popovers'

const agent = (name: string, guard: PermissionGuard): AgentInfo => ({
  id: 'codex',
  name,
  isInstalled: true,
  version: null,
  executable: null,
  isCustom: false,
  route: null,
  adapter: null,
  install: '',
  baseUrl: null,
  withheld: [],
  environment: [],
  guards: { 'read-only': guard, 'workspace-write': guard, unlimited: 'nobody' },
  asRoot: null,
  folderSettings: [],
})

test('groups agents by what enforces their permissions', () => {
  const [sandboxed, ...others] = [agent('A', 'sandbox'), agent('B', 'tools'), agent('C', 'tools')]
  const sentences = guardSentences(
    [sandboxed, ...others].filter((each) => each !== undefined),
    'read-only',
  )
  expect(sentences).toEqual([
    'A: Enforced by the operating system, including for every program the agent starts.',
    'B, C: The agent’s own tools comply; Parley cannot enforce it.',
  ])
  expect(guardSentences(others, 'unlimited')).toEqual(['No restrictions.'])
})

test('says what full access cannot do as root, for the agent that it concerns', () => {
  const limited = { ...agent('A', 'tools'), asRoot: 'refuses' as const }
  const sentence = /^Parley is running as root, so A does not start with full access\./
  expect(guardSentences([limited], 'unlimited')).toEqual([expect.stringMatching(sentence)])
  expect(guardSentences([limited, agent('B', 'tools')], 'unlimited')).toEqual([
    'B: No restrictions.',
    expect.stringMatching(sentence),
  ])
  expect(guardSentences([limited], 'read-only')).toEqual([
    'The agent’s own tools comply; Parley cannot enforce it.',
  ])
})
