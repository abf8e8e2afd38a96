import { describe, expect, test } from 'vitest'

import type { ParleyApi } from '../../../../renderer/rpc/parley-api'
import { connectOverSocket } from '../../testing/app-client'
import { startTestApp } from '../../testing/test-app'

const open = async (): Promise<ParleyApi> => connectOverSocket(await startTestApp())

describe('searching', () => {
  test('finds imported messages with their place in the tree as soon as they are stored', async () => {
    const parley = await open()
    expect(await parley.invoke('sessions.search', { query: 'needle' })).toEqual({
      hits: [],
      hasMore: false,
      problems: [],
    })
    const { session } = await parley.invoke('sessions.import', {
      title: 'Sewing',
      messages: [
        { role: 'user', content: 'where is the needle', createdAt: 1_700_000_000_000 },
        { role: 'assistant', content: 'in the haystack' },
      ],
    })
    const { messages } = await parley.invoke('sessions.get', { sessionId: session.id })
    const { hits } = await parley.invoke('sessions.search', { query: 'needle', sessionId: session.id })
    expect(hits).toEqual([
      {
        sessionId: session.id,
        sessionTitle: 'Sewing',
        messageId: messages[0]?.id,
        field: 'text',
        role: 'user',
        model: null,
        createdAt: 1_700_000_000_000,
        snippet: 'where is the needle',
        highlights: [[13, 19]],
      },
    ])
    expect((await parley.invoke('sessions.search', { query: 'sew' })).hits).toMatchObject([
      { field: 'title', messageId: null, highlights: [[0, 6]] },
    ])
  })

  test('answers the last of several queries typed in a row, and cancels the others', async () => {
    const parley = await open()
    await parley.invoke('sessions.import', {
      title: 'Sewing',
      messages: [{ role: 'user', content: 'needles' }],
    })
    const typed = ['n', 'ne', 'nee', 'need'].map((query) => {
      const typing = new AbortController()
      return { typing, answer: parley.invoke('sessions.search', { query }, { signal: typing.signal }) }
    })
    for (const { typing } of typed.slice(0, -1)) typing.abort()
    const outcomes = await Promise.allSettled(typed.map(({ answer }) => answer))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled'])
    expect(outcomes.at(-1)).toMatchObject({ value: { hits: [{ snippet: 'needles' }] } })
  })

  test('refuses an unknown session with NOT_FOUND and a query of 2,001 characters with INVALID_INPUT', async () => {
    const parley = await open()
    const unknown = 'nowhere' as never
    await expect(parley.invoke('sessions.search', { query: 'a', sessionId: unknown })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(parley.invoke('sessions.search', { query: 'a'.repeat(2_001) })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})
