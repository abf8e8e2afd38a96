import { expect, test } from 'vitest'

import { contestantOf } from './contestant'

const plain = { params: {}, systemPrompt: null }
const keyOf = (model: string, settings: object) => contestantOf(model, { ...plain, ...settings }).key

test('an agent that may write is another contestant than one that may only read; a model has no permission', () => {
  expect([
    keyOf('codex/default', { permission: 'read-only' }),
    keyOf('codex/default', { permission: 'workspace-write', params: { reasoningEffort: 'low' } }),
    // An answer from a file, or one of an older version.
    keyOf('codex/default', {}),
    keyOf('demo/brief', { permission: 'read-only' }),
  ]).toEqual([
    'codex/default (permission read-only)',
    'codex/default (permission workspace-write, reasoningEffort low)',
    'codex/default',
    'demo/brief',
  ])
})
