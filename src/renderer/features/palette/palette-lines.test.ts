import { afterEach, describe, expect, test } from 'vitest'

import type { MessageId, SessionId } from '../../../shared/ids'
import type { ModelInfo } from '../../../shared/models/models'
import { setLanguage } from '../../language/t'
import { action, type Action } from '../../state/actions/action-list'
import { actionIds, type ActionId } from '../../state/actions/action-catalogue'
import type { SearchHit } from '../../../shared/sessions/sessions'
import { chatEntry } from '../../state/session-list/session-entry'
import { someSession } from '../../testing/run-events'
import { paletteGroups, type OfferedAction, type PaletteLine, type PaletteSources } from './palette-lines'
import { searchRows } from './search-rows'

const run = () => {}

afterEach(() => setLanguage('en'))

function offered(ids: readonly ActionId[], whys: Partial<Record<ActionId, string>> = {}): OfferedAction[] {
  return ids.map((id) => ({ action: action(id, { run }), disabledReason: whys[id] ?? null }))
}

function chat(title: string, updatedAt = 0) {
  return chatEntry({
    ...someSession(),
    id: title as SessionId,
    title,
    updatedAt,
    running: false,
    unseen: false,
  })
}

function model(id: string, name: string): ModelInfo {
  return { id, name, providerId: 'acme', providerName: 'Acme', isScripted: false, isLocal: false }
}

function hit(sessionTitle: string, field: SearchHit['field'], query = sessionTitle): SearchHit {
  return {
    sessionId: sessionTitle as SessionId,
    sessionTitle,
    messageId: field === 'title' ? null : (query as MessageId),
    field,
    role: null,
    model: null,
    createdAt: 1,
    snippet: query,
    highlights: [],
  }
}

const nothing: PaletteSources = {
  actions: [],
  recent: [],
  entries: [],
  sets: [],
  models: [],
  isInChat: false,
  hits: [],
  hasMoreHits: false,
  isSearching: false,
  searched: null,
}

function found(query: string, sources: Partial<PaletteSources>): Record<string, string[]> {
  const groups = paletteGroups(query, { ...nothing, ...sources })
  return Object.fromEntries(
    groups.map(({ name, lines }) => [name, lines.map((line: PaletteLine) => line.id)]),
  )
}

describe('with an empty query', () => {
  test('recent actions come first without duplicates, and unavailable ones last in their group', () => {
    const actions = offered(['newChat', 'find', 'undo', 'retry', 'settings'], { find: 'No chat.' })
    expect(found(' ', { actions, recent: ['settings', 'gone', 'newChat', 'find'] })).toEqual({
      Recent: ['settings', 'newChat'],
      'This chat': ['undo', 'retry', 'find'],
    })
  })

  test('lists only the newest chats', () => {
    const entries = Array.from({ length: 5_000 }, (_, index) => chat(`Chat ${index}`))
    expect(found('', { entries })['Chats and comparisons']).toHaveLength(5)
  })
})

describe('a query', () => {
  test('finds an action by its title, by synonyms, and by characters in order', () => {
    const actions = offered(actionIds)
    const first = (query: string) => found(query, { actions })['Actions']?.[0]
    expect(first('dark')).toBe('themeDark')
    expect(first('preferences')).toBe('settings')
    expect(first('nwcht')).toBe('newChat')
    expect(first('delete')).toBe('deleteChat')
    expect(first('find chat')).toBe('find')
  })

  test('finds an action in another language by its own and by its English title', async () => {
    await setLanguage('de')
    const actions = offered(actionIds)
    const first = (query: string) => found(query, { actions })['Aktionen']?.[0]
    expect(first('papierkorb')).toBe('deleteChat')
    expect(first('größere')).toBe('largerText')
    expect(first('new chat')).toBe('newChat')
    expect(first('preferences')).toBe('settings')
  })

  test('finds a slash command by its name', () => {
    const usage: Action = { id: '/usage', title: 'Show tokens and cost of this chat', group: 'chat', run }
    const actions = [...offered(['undo']), { action: usage, disabledReason: null }]
    expect(found('/usage', { actions })['Actions']).toEqual(['/usage'])
  })

  test('ranks a better match before a recent action', () => {
    const actions = offered(['themeLight', 'themeDark', 'themeSystem'])
    expect(found('theme', { actions, recent: ['themeDark'] })['Actions']?.[0]).toBe('themeDark')
    expect(found('theme light', { actions, recent: ['themeDark'] })['Actions']?.[0]).toBe('themeLight')
  })

  test('ranks a chat with the exact words before an action with only the characters', () => {
    const sources = { actions: offered(actionIds), entries: [chat('Sea chart'), chat('Other')] }
    const [first] = paletteGroups('sea chart', { ...nothing, ...sources })
    expect([first?.name, first?.lines.map(({ id }) => id)]).toEqual([
      'Chats and comparisons',
      ['chat-Sea chart'],
    ])
  })

  test('finds a model, also with the words of its entry, and offers to ask it here only in a chat', () => {
    const models = [model('acme/opal-4', 'Opal 4'), model('acme/ruby', 'Ruby')]
    expect(found('opal', { models })['Models']).toEqual(['new:acme/opal-4'])
    expect(found('ask opal', { models, isInChat: true })['Models']).toEqual([
      'here:acme/opal-4',
      'new:acme/opal-4',
    ])
    expect(found('new chat with', { models })['Models']).toBeUndefined()
  })

  test('lists what the search found after actions and chats, and a chat in both once', () => {
    const sources = {
      actions: offered(['newChat']),
      entries: [chat('Chat on herons')],
      hits: searchRows([hit('Chat on herons', 'title'), hit('Old chat', 'title'), hit('Birds', 'text', 'm')]),
      hasMoreHits: true,
    }
    expect(found('chat', sources)).toEqual({
      Actions: ['newChat'],
      'Chats and comparisons': ['chat-Chat on herons', 'Old chat-title-title'],
      Messages: ['Birds-m-text', 'more'],
    })
    // Filters are for chats and messages only.
    expect(Object.keys(found('chat role:user', sources))).toEqual(['Chats and comparisons', 'Messages'])
  })

  test('has lines with only scattered characters after the messages, once the search has ended', () => {
    const sources = { actions: offered(['newChat']), hits: searchRows([hit('Birds', 'text', 'm')]) }
    expect(Object.keys(found('nwcht', sources))).toEqual(['Messages', 'Actions'])
    expect(Object.keys(found('nwcht', { ...sources, isSearching: true }))).toEqual(['Messages'])
  })
})
