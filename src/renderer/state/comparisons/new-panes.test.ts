import { expect, test } from 'vitest'

import { type NewPane, newPanesFrom, storedPanes, withNewPane, withPaneMoved } from './new-panes'

test('a new pane has a unique id even after another was removed', () => {
  const three = ['a/1', 'a/2', 'a/3'].reduce<NewPane[]>((before, model) => withNewPane(before, model), [])
  const again = withNewPane(three.toSpliced(1, 1), 'a/4')
  expect(again.map(({ id, model }) => `${id} ${model}`)).toEqual(['0 a/1', '2 a/3', '1 a/4'])
})

test('a moved pane keeps its id, and so its draft', () => {
  const three = ['a/1', 'a/2', 'a/3'].reduce<NewPane[]>((before, model) => withNewPane(before, model), [])
  expect(withPaneMoved(three, 0, 2).map(({ id }) => id)).toEqual([1, 2, 0])
  expect(withPaneMoved(three, 2, 0).map(({ id }) => id)).toEqual([2, 0, 1])
})

test('panes survive a line-up: settings of all, permissions of agents only, and a folder if something may use it', () => {
  const settings = { params: { temperature: 0.2 }, systemPrompt: 'Be brief.' }
  const work = { workspace: '/work', permission: 'workspace-write', isolation: 'copy' } as const
  const tools = { enabled: ['files.read'] }
  const stored = storedPanes([
    { id: 4, model: 'a/1', ...settings, ...work },
    { id: 2, model: 'claude-code/default', params: {}, systemPrompt: null, ...work },
    { id: 1, model: 'a/2', params: {}, systemPrompt: null, ...work, tools },
  ])
  expect(stored).toEqual([
    { model: 'a/1', ...settings },
    { model: 'claude-code/default', params: {}, ...work },
    { model: 'a/2', params: {}, workspace: '/work', tools },
  ])
  expect(newPanesFrom(stored.map((pane) => ({ systemPrompt: null, ...pane }))).map(({ id }) => id)).toEqual([
    0, 1, 2,
  ])
})
