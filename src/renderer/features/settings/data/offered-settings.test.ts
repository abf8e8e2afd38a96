import { expect, test } from 'vitest'

import { defaultSettings } from '../../../../shared/app/default-settings'
import type { ProviderInfo } from '../../../../shared/models/models'
import type { ArchivedSettings } from '../../../../shared/store/store'
import { type CurrentSettings, offeredChanges } from './offered-settings'

const nothing: ArchivedSettings = { settings: {}, providers: [], models: [] }
const now = (changed: Partial<CurrentSettings> = {}): CurrentSettings => ({
  settings: defaultSettings,
  providers: [],
  preferenceOf: () => undefined,
  ...changed,
})

test('lists every change with the old and the new value', () => {
  const offered: ArchivedSettings = {
    settings: {
      theme: 'dark',
      defaultModel: 'lab/large',
      nameChats: true,
      dayLimitUsd: 2,
      shortcuts: { stop: 'F8' },
    },
    providers: [{ id: 'lab', kind: 'openai', name: 'Lab', baseUrl: 'https://lab.example/v1' }],
    models: [{ model: 'lab/large', isHidden: true, label: 'GPT-5', note: null, params: { seed: 1 } }],
  }
  const { changes, left } = offeredChanges(offered, now())
  expect(left).toEqual([])
  expect(changes).toEqual([
    { what: 'Provider “Lab”, without its key', from: 'none', to: 'https://lab.example/v1' },
    { what: 'Theme', from: 'System', to: 'Dark' },
    { what: 'Model for new chats', from: 'none', to: 'lab/large' },
    { what: 'Stop at this many US dollars per day', from: 'none', to: '$2.00' },
    { what: 'Shortcuts', from: 'none', to: 'stop: F8' },
    { what: 'lab/large: Name', from: 'none', to: 'GPT-5' },
    { what: 'lab/large: Hidden', from: 'Off', to: 'On' },
    { what: 'lab/large: Model settings', from: 'none', to: 'seed: 1' },
  ])
})

test.each(['dayWarningUsd', 'dayLimitUsd', 'monthWarningUsd', 'monthLimitUsd'] as const)(
  'a file never loosens %s',
  (name) => {
    const settings = { ...defaultSettings, [name]: 5 }
    for (const value of [null, 5.01, 1_000_000]) {
      const {
        settings: applied,
        changes,
        left,
      } = offeredChanges({ ...nothing, settings: { [name]: value } }, now({ settings }))
      expect([applied, changes]).toEqual([{}, []])
      expect(left).toMatchObject([{ from: '$5.00' }])
    }
    const tighter = offeredChanges({ ...nothing, settings: { [name]: 4 } }, now({ settings }))
    expect(tighter.settings).toEqual({ [name]: 4 })
    const first = offeredChanges({ ...nothing, settings: { [name]: 4 } }, now())
    expect(first.settings).toEqual({ [name]: 4 })
  },
)

test('a provider that exists keeps its address, and the list says so', () => {
  const own: ProviderInfo = {
    id: 'lab',
    kind: 'openai',
    name: 'Lab',
    baseUrl: 'https://lab.example/v1',
    hasKey: true,
    last4: '1234',
    keyVariable: null,
    origin: 'configured',
  }
  const evil = { id: 'lab', kind: 'openai', name: 'Lab', baseUrl: 'http://evil.example/v1' } as const
  const { providers, changes, left } = offeredChanges(
    { ...nothing, providers: [evil] },
    now({ providers: [own] }),
  )
  expect([providers, changes]).toEqual([[], []])
  expect(left).toMatchObject([{ from: 'https://lab.example/v1', to: 'http://evil.example/v1' }])
})

test('shows hidden characters of a file', () => {
  const { changes } = offeredChanges({ ...nothing, settings: { defaultModel: 'a/\u202egpt' } }, now())
  expect(changes[0]?.to).toBe('a/⟨U+202E⟩gpt')
})
