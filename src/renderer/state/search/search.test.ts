import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ProjectId } from '../../../shared/ids'
import type { RouteInput, RouteOutput } from '../../../shared/rpc/contract'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Search } from './search'
import { someHit } from './testing/some-hit'

type Answer = RouteOutput<'sessions.search'>

const answer = (snippet: string, fields: Partial<Answer> = {}): Answer => ({
  hits: [someHit({ snippet })],
  hasMore: false,
  problems: [],
  ...fields,
})

function setUp() {
  const environment = new FakeEnvironment()
  const { parley } = environment
  const waiting: (RouteInput<'sessions.search'> & { answer: PromiseWithResolvers<Answer> })[] = []
  parley.answers['sessions.search'] = (input) => {
    const asked = { ...input, answer: Promise.withResolvers<Answer>() }
    waiting.push(asked)
    return asked.answer.promise
  }
  const search = new Search(environment, () => 'tea' as ProjectId)
  return {
    environment,
    search,
    state: () => search.store.getState(),
    asked: () => waiting.map(({ query }) => query),
    projects: () => waiting.map(({ projectId }) => projectId),
    limits: () => waiting.map(({ limit }) => limit),
    question: (index: number) => {
      const question = waiting[index]
      if (question === undefined) throw new Error(`no request ${index}`)
      return question.answer
    },
    isGivenUp: (index: number) => parley.calls[index]?.signal?.aborted,
    type: (query: string) => {
      search.type(query)
      environment.runTimers()
    },
  }
}

test('sends one request for a word typed without a pause', () => {
  const { search, environment, asked } = setUp()
  for (const query of ['w', 'wa', 'wal']) search.type(query)
  environment.runTimers()
  expect(asked()).toEqual(['wal'])
})

test('cancels a request when a later one is made and ignores its answer', async () => {
  const { type, question, isGivenUp, state } = setUp()
  type('w')
  type('wal')
  expect(isGivenUp(0)).toBe(true)
  expect(isGivenUp(1)).toBe(false)
  question(1).resolve(answer('about wal'))
  await expect.poll(() => state().phase).toBe('ready')
  question(0).resolve(answer('about w'))
  await question(0).promise
  expect(state().hits.map(({ snippet }) => snippet)).toEqual(['about wal'])
})

test('keeps the previous hits until the new answer arrives, to avoid flicker', async () => {
  const { type, question, state } = setUp()
  type('w')
  question(0).resolve(answer('about w', { hasMore: true }))
  await expect.poll(() => state().phase).toBe('ready')
  type('wa')
  expect(state()).toMatchObject({ phase: 'searching', hits: [{ snippet: 'about w' }] })
})

test('a cancelled request is not a failure', async () => {
  const { type, search, question, state } = setUp()
  type('wal')
  search.clear()
  question(0).reject(new ParleyError('CANCELLED', 'The call was cancelled.'))
  await question(0).promise.catch(() => undefined)
  expect(state()).toMatchObject({ query: '', phase: 'idle', hits: [], error: null })
})

test('shows a failure instead of the previous hits, and can retry', async () => {
  const { type, search, question, state } = setUp()
  type('wal')
  question(0).reject(new ParleyError('DEGRADED', 'The store does not answer.'))
  await expect.poll(() => state().phase).toBe('failed')
  expect(state()).toMatchObject({ query: 'wal', hits: [], error: { message: 'The store does not answer.' } })
  const again = search.retry()
  question(1).resolve(answer('about wal', { problems: ['“before:” wants a date.'] }))
  await again
  expect(state()).toMatchObject({ phase: 'ready', error: null, problems: ['“before:” wants a date.'] })
})

test('loads more hits up to the limit, and starts a new query with the first page', async () => {
  const { type, search, question, limits } = setUp()
  type('wal')
  question(0).resolve(answer('1', { hasMore: true }))
  await question(0).promise
  for (let index = 1; index <= 9; index += 1) {
    await expect.poll(() => search.store.getState().phase).toBe('ready')
    expect(search.canShowMore).toBe(true)
    const more = search.loadMore()
    question(index).resolve(answer('more', { hasMore: true }))
    await more
  }
  expect(limits().at(-1)).toBe(500)
  expect(search.canShowMore).toBe(false)
  type('other')
  expect(limits().at(-1)).toBe(50)
})

test('searches all chats instead of the open project until it is cleared or another is opened, also for other words and after a failure', async () => {
  const { type, search, question, projects, state } = setUp()
  type('wal')
  search.searchEverywhere()
  question(1).reject(new ParleyError('DEGRADED', 'The store does not answer.'))
  await expect.poll(() => state().phase).toBe('failed')
  type('')
  type('walk')
  search.clear()
  type('wal')
  search.searchEverywhere()
  search.followProject()
  expect(projects()).toEqual(['tea', undefined, undefined, 'tea', undefined, 'tea'])
})

test('does not search for blanks', () => {
  const { type, asked, state } = setUp()
  type('   ')
  expect(asked()).toEqual([])
  expect(state()).toMatchObject({ query: '   ', phase: 'idle' })
})
