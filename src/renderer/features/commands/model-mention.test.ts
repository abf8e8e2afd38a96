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

describe('a message that names who answers it', () => {
  test('is sent without the name, with its lines as they were', () => {
    expect(readMention('@one/large  two\nlines', models)).toEqual({ model: models[1], text: 'two\nlines' })
    expect(readMention('@one/org/small', models)).toEqual({ model: models[2], text: '' })
  })

  test('may leave the provider out where only one has such a model', () => {
    expect(readMention('@Writer hello', models)?.model.id).toBe('demo/writer')
    expect(readMention('@large hello', models)).toBeNull()
  })

  test('that is only a text is left as it is: a person, a mail address, a rule of a style sheet', () => {
    expect(readMention('@john can you look', models)).toBeNull()
    expect(readMention('a@one/large hello', models)).toBeNull()
    expect(readMention(' @one/large hello', models)).toBeNull()
    expect(readMention('@', models)).toBeNull()
  })
})

describe('the models that are offered after @', () => {
  test('have favourites first and scripted ones last', () => {
    const offered = mentionCompletions('@', models, ['two/large'])
    expect(offered?.map(({ text }) => text)).toEqual([
      '@two/large ',
      '@one/large ',
      '@one/org/small ',
      '@demo/writer ',
    ])
  })

  test('are found by what is in their name, and no more once the question has begun', () => {
    expect(mentionCompletions('@ONE/sm', models, [])?.map(({ label }) => label)).toEqual(['Small'])
    expect(mentionCompletions('@one/large ', models, [])).toBeNull()
    expect(mentionCompletions('hello @', models, [])).toBeNull()
  })
})
