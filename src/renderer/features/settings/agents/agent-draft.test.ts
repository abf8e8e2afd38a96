import { expect, test } from 'vitest'

import type { AgentInfo } from '../../../../shared/agents/agents'
import { changeOf, draftOf, isVariableName } from './agent-draft'

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
  environment: ['KEPT', 'GONE', 'OTHER'],
  guards: { 'read-only': 'sandbox', 'workspace-write': 'sandbox', unlimited: 'nobody' },
  folderSettings: [],
}

test('a program that was only found is not written down as one that the user named', () => {
  expect(draftOf(agent).program).toBe('')
  expect(draftOf({ ...agent, isCustom: true }).program).toBe('/usr/bin/codex')
  expect(changeOf(agent, draftOf(agent))).toBeNull()
})

test('only what was changed is sent: a variable that is kept never overwrites what it holds', () => {
  const draft = draftOf(agent)
  const change = changeOf(agent, {
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

test.each([
  ['HTTP_PROXY', true],
  [' _x1 ', true],
  ['1x', false],
  ['A-B', false],
  ['', false],
])('a name that main would refuse is known before it is sent: %j', (name, isOne) => {
  expect(isVariableName(name)).toBe(isOne)
})
