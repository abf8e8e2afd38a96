import { describe, expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import { mentionCompletions, readMention } from './model-mention'

function model(id: string, more: Partial<ModelInfo> = {}): ModelInfo {
  const providerId = id.slice(0, id.indexOf('/'))
  return { id, providerId, providerName: providerId, name: id, isScripted: false, isLocal: false, ...more }
}

const models = [
  model('demo/writer', { isScripted: true }),
  model('one/large', { name: 'Large' }),
  model('one/org/small', { name: 'Small' }),
  model('two/large', { name: 'Large' }),
]

describe('a message that names its model', () => {
  test('is sent without the name and otherwise unchanged', () => {
    expect(readMention('@one/large  two\nlines', models)).toEqual({ model: models[1], text: 'two\nlines' })
    expect(readMention('@one/org/small', models)).toEqual({ model: models[2], text: '' })
  })

  test('may omit the provider if only one has this model', () => {
    expect(readMention('@Writer hello', models)?.model.id).toBe('demo/writer')
    expect(readMention('@large hello', models)).toBeNull()
  })

  test('does not match other text: a person, an email address, a CSS rule', () => {
    expect(readMention('@john can you look', models)).toBeNull()
    expect(readMention('a@one/large hello', models)).toBeNull()
    expect(readMention(' @one/large hello', models)).toBeNull()
    expect(readMention('@', models)).toBeNull()
  })
})

describe('models offered after @', () => {
  test('start with favourites and end with scripted ones', () => {
    const offered = mentionCompletions('@', models, ['two/large'])
    expect(offered?.map(({ text }) => text)).toEqual([
      '@two/large ',
      '@one/large ',
      '@one/org/small ',
      '@demo/writer ',
    ])
  })

  test('match any part of a name, until the question starts', () => {
    expect(mentionCompletions('@ONE/sm', models, [])?.map(({ label }) => label)).toEqual(['Small'])
    expect(mentionCompletions('@one/large ', models, [])).toBeNull()
    expect(mentionCompletions('hello @', models, [])).toBeNull()
  })
})
