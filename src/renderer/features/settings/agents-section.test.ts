import { expect, test } from 'vitest'

import type { AgentInfo } from '../../../shared/agents/agents'
import { agentChange, agentDraft } from './agents-section'

const agent: AgentInfo = {
  id: 'codex',
  name: 'Codex',
  isInstalled: true,
  version: '1.0.0',
  executable: '/usr/bin/codex',
  isCustom: false,
  route: 'acp',
  adapter: null,
  install: 'npm install -g codex',
  baseUrl: 'http://127.0.0.1:1',
  withheld: [],
  environment: ['KEPT', 'GONE', 'OTHER'],
  guards: { 'read-only': 'sandbox', 'workspace-write': 'sandbox', unlimited: 'nobody' },
  asRoot: null,
  folderSettings: [],
}

test('does not save a program that was found as one chosen by the user', () => {
  expect(agentDraft(agent).program).toBe('')
  expect(agentDraft({ ...agent, isCustom: true }).program).toBe('/usr/bin/codex')
  expect(agentChange(agent, agentDraft(agent))).toBeNull()
})

test('sends only changes, so that a kept variable never overwrites its value', () => {
  const draft = agentDraft(agent)
  const change = agentChange(agent, {
    program: ' /opt/codex ',
    address: '',
    variables: [
      ...draft.variables.map((variable) => ({
        ...variable,
        isRemoved: variable.name === 'GONE',
        value: variable.name === 'OTHER' ? 'new' : '',
      })),
      { name: ' ADDED ', value: '', isStored: false, isRemoved: false },
      { name: 'NEVER', value: 'x', isStored: false, isRemoved: true },
    ],
  })
  expect(change).toEqual({
    agentId: 'codex',
    executable: '/opt/codex',
    baseUrl: null,
    environment: { GONE: null, OTHER: 'new', ADDED: '' },
  })
})
