import { expect, test } from 'vitest'

import type { PaneSettings } from '../../../../state/comparisons/new-panes'
import { paneVariants } from './pane-name'

const pane = (params: PaneSettings['params'], systemPrompt: string | null = null) => ({
  params,
  systemPrompt,
})

test('a header shows what distinguishes its pane, and nothing that all have in common', () => {
  expect(
    paneVariants([
      pane({ temperature: 0.2, seed: 7 }),
      pane({ temperature: 1, seed: 7 }),
      pane({ seed: 7, reasoningEffort: 'low' }),
    ]),
  ).toEqual(['temp 0.2', 'temp 1', 'effort low'])
  expect(paneVariants([pane({ seed: 7 }), pane({ seed: 7 })])).toEqual(['', ''])
})

test('says what agents may do if that differs, but not of models', () => {
  const agent = { ...pane({}), model: 'codex/default' }
  const writer = { ...agent, permission: 'workspace-write' as const }
  expect(paneVariants([agent, writer, { ...pane({}), model: 'demo/brief' }])).toEqual([
    'read only',
    expect.stringMatching(/^\S/),
    '',
  ])
  expect(paneVariants([writer, writer])).toEqual(['', ''])
  expect(paneVariants([agent, writer], { saysPermission: false })).toEqual(['', ''])
})

test('shows the start of a different system prompt', () => {
  expect(
    paneVariants([pane({}, 'Answer as a\npirate would, at sea'), pane({}, 'Briefly.'), pane({})]),
  ).toEqual(['“Answer as a pirate would…”', '“Briefly.”', ''])
  expect(paneVariants([pane({}, 'Briefly.'), pane({}, 'Briefly.')])).toEqual(['', ''])
})
