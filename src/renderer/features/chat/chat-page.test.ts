import { expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import { startScreen } from './chat-page'

const plain = { providerId: 'a', providerName: 'A', name: 'A', isScripted: false, isLocal: false }
const agent: ModelInfo = { ...plain, id: 'codex/default', agent: { agentId: 'codex', isInstalled: true } }
const hidden: ModelInfo = {
  ...plain,
  id: 'a/b',
  preference: { model: 'a/b', isHidden: true, label: null, note: null, params: {} },
}

function shown(models: ModelInfo[], { count = 0, recent = [] as string[], phase = 'ready' as const } = {}) {
  return startScreen({ list: { phase, count }, models: { models, phase: 'ready', recent } })
}

test('the first screen is shown to somebody new, and does not come back where only agents are installed', () => {
  expect(shown([agent])).toBe('first-run')
  expect(shown([agent], { recent: ['codex/default'] })).toBe('ready')
  expect(shown([agent], { count: 1 })).toBe('ready')
})

test('the start screen returns when no model can answer, but not when all models are hidden', () => {
  const missing: ModelInfo = { ...agent, agent: { agentId: 'codex', isInstalled: false } }
  expect(shown([missing], { count: 3, recent: ['codex/default'] })).toBe('first-run')
  expect(shown([hidden], { count: 3 })).toBe('ready')
})
