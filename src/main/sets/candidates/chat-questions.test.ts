import { expect, test } from 'vitest'

import type { MessageId, SessionId } from '../../../shared/ids'
import type { Part } from '../../../shared/sessions/messages'
import { ComparisonStore } from '../../store/comparisons/comparison-store'
import { ProjectStore } from '../../store/projects/project-store'
import { openTestStore } from '../../store/testing/test-store'
import { type TreeMessage, type TreeSession, TreeWriter } from '../../store/sessions/tree-writer'
import { openSetStage } from '../testing/set-stage'
import { type CandidateQuery, ChatQuestions } from './chat-questions'

/** A store with chats, and what it offers. */
function openHistory() {
  const stored = openTestStore()
  const { database, newId, clock } = stored
  const writer = new TreeWriter(database, { newId, pause: () => Promise.resolve() })
  let time = 0
  const addChat = (
    texts: readonly (string | Part[])[],
    session: Partial<TreeSession> = {},
    answer: Partial<TreeMessage> = {},
  ): SessionId => {
    const messages = texts.flatMap((text, index): TreeMessage[] => {
      time += 1
      const parts = typeof text === 'string' ? [{ type: 'text' as const, text }] : text
      const place = { status: 'complete', createdAt: time } as const
      return [
        { ...place, key: `q${index}`, parentKey: index === 0 ? null : `a${index - 1}`, role: 'user', parts },
        {
          ...place,
          key: `a${index}`,
          parentKey: `q${index}`,
          role: 'assistant',
          model: 'demo/writer',
          parts: [{ type: 'text', text: `Answer ${index}` }],
          ...answer,
        },
      ]
    })
    const [written] = writer.writeTogether([
      {
        session: { model: 'demo/writer', created_at: time, updated_at: time, ...session },
        messages,
        leafKey: messages.at(-1)?.key ?? null,
      },
    ])
    return written ?? never()
  }
  const find = (query: Partial<CandidateQuery> = {}, signal = new AbortController().signal) =>
    new ChatQuestions(database).candidates(
      { words: '', hasFollowUps: false, order: 'newest', count: 20, ...query },
      signal,
    )
  const beginnings = async (query?: Partial<CandidateQuery>) =>
    (await find(query)).candidates.map(({ beginning }) => beginning)
  return { ...stored, addChat, find, beginnings, projects: new ProjectStore(database, { clock, newId }) }
}

test('a question is listed with what it is; nearly equal ones are one', async () => {
  const { addChat, find } = openHistory()
  for (const end of ['?', '!', ' ?']) addChat([`How do I reverse a list in Python quickly${end}`])
  addChat(
    [
      [
        { type: 'text', text: 'Wie ändere ich das hier?\n```js\nlet a = 1\n```\nMail an anna@example.org' },
        {
          type: 'attachment',
          attachmentId: 'x',
          name: 'x.txt',
          mimeType: 'text/plain',
          sizeBytes: 1,
        } as never,
      ],
      'and a follow-up',
    ],
    {},
    { usage: { costUsd: 0.25 } },
  )
  const { candidates, ...counts } = await find()
  expect(counts).toMatchObject({ questions: 4, different: 2, tooLong: 0, isCut: false })
  expect(candidates).toMatchObject([
    {
      language: 'de',
      hasCode: true,
      attachments: 1,
      models: ['demo/writer'],
      costUsd: 0.25,
      marks: ['email'],
      times: 1,
      hasAnswer: true,
    },
    {
      beginning: 'How do I reverse a list in Python quickly ?',
      language: 'en',
      hasCode: false,
      costUsd: null,
      marks: [],
      times: 3,
    },
  ])
  expect((await find({ hasFollowUps: true })).candidates.map(({ earlier }) => earlier)).toContain(2)
})

test('words, a project, a time, an app and prompts of the set narrow the list', async () => {
  const history = openHistory()
  const { addChat, beginnings, projects } = history
  const projectId = projects.save({ name: 'Hills', colour: 'blue' }).id
  addChat(['An old question about towers'])
  addChat(['A question from elsewhere'], { origin: 'chatgpt:1' })
  addChat(['A question of the project'], { project_id: projectId })
  expect(await beginnings()).toHaveLength(3)
  expect(await beginnings({ words: 'TOWERS old' })).toEqual(['An old question about towers'])
  expect(await beginnings({ words: 'tow' })).toHaveLength(1)
  expect(await beginnings({ words: 'tow old' })).toEqual([])
  expect(await beginnings({ words: '"' })).toEqual([])
  expect(await beginnings({ words: '__proto__' })).toEqual([])
  expect(await beginnings({ projectId })).toEqual(['A question of the project'])
  expect(await beginnings({ importedFrom: 'chatgpt' })).toEqual(['A question from elsewhere'])
  expect(await beginnings({ since: 2 })).toHaveLength(2)
  const { sets, addSet } = openSetStage({ stored: history })
  const setId = addSet([' An old question about towers'])
  expect(sets.get(setId).prompts).toHaveLength(1)
  expect(await beginnings({ setId })).toHaveLength(2)
})

test('what is in the trash, hidden in a comparison, copied from a run or a round of critique is never offered', async () => {
  const { addChat, beginnings, find, store, database, clock, newId } = openHistory()
  store.deleteSession(addChat(['Thrown away']))
  addChat(['A row of a run'], { origin: 'set-run:r 0 0 0' })
  const comparisons = new ComparisonStore(database, store, { clock, newId })
  const models = [{ model: 'demo/secret' }, { model: 'demo/other' }]
  const ask = (isBlind: boolean, text: string) => {
    const comparison = comparisons.create({ models, isBlind })
    for (const { sessionId } of comparison.panes) {
      database
        .command(
          `INSERT INTO messages (id, session_id, parent_id, depth, role, status, hidden, created_at, parts)
           VALUES (:id, :sessionId, NULL, 0, 'user', 'complete', 0, 1, :parts)`,
        )
        .run({ id: `ask-${sessionId}`, sessionId, parts: JSON.stringify([{ type: 'text', text }]) })
      database.command('UPDATE sessions SET leaf_id = ? WHERE id = ?').run(`ask-${sessionId}`, sessionId)
    }
    return comparison
  }
  const hidden = ask(true, 'Asked blind')
  clock.advance(1)
  ask(false, 'Asked openly')
  expect(await beginnings()).toEqual(['Asked openly'])
  const { candidates } = await find()
  expect(candidates[0]).toMatchObject({ models: ['demo/secret', 'demo/other'], times: 1, hasAnswer: false })
  const first = `ask-${hidden.panes[0]?.sessionId}` as MessageId
  const questions = new ChatQuestions(database)
  expect(questions.question(first)).toBeNull()
  expect(questions.prompts([{ messageId: first, expectsAnswer: true }])).toEqual([])
  comparisons.reveal(hidden.id)
  expect(await beginnings()).toEqual(['Asked openly', 'Asked blind'])
  const critique = { round: 'a b', question: 'Chat of mine' }
  addChat(['Chat of mine', [{ type: 'text', text: 'Here are other answers to my question', critique }]])
  expect(await beginnings({ words: 'other answers', hasFollowUps: true })).toEqual([])
  expect(await beginnings({ words: 'mine', hasFollowUps: true })).toContain('Chat of mine')
})

test('questions that are empty, huge, or in any language do no harm', async () => {
  const { addChat, find } = openHistory()
  addChat(['x'.repeat(1_300_000)])
  addChat(['word '.repeat(41_000)])
  addChat(['  \n'])
  addChat([[{ type: 'attachment', attachmentId: 'x', name: 'x', mimeType: 'a/b', sizeBytes: 1 } as never]])
  addChat(['__proto__'])
  addChat(['\u0000\u0007\u202E???\uD800'])
  for (let index = 0; index < 500; index += 1) {
    const letter = String.fromCodePoint(0x400 + index * 80)
    addChat([`${letter} ${index} ${letter.repeat(4)} ${index * 31}`])
  }
  const { candidates, ...counts } = await find({ count: 2_000, order: 'typical' })
  expect(counts.tooLong).toBe(2)
  expect(counts.questions).toBe(502)
  expect(candidates).toHaveLength(counts.different)
  expect(new Set(candidates.map(({ messageId }) => messageId)).size).toBe(candidates.length)
})

test('the list takes turns between topics, newest or most frequent first', async () => {
  const { addChat, beginnings } = openHistory()
  const topics = {
    bread: ['how and when knead dough', 'proof overnight', 'bake crust', 'slice loaf'],
    trains: ['how and when buy tickets', 'reserve seats'],
  }
  for (const [topic, texts] of Object.entries(topics)) {
    for (const text of texts) addChat([`${text} ${topic}`])
  }
  const newest = await beginnings({ count: 3 })
  expect(newest.map((text) => text.split(' ').at(-1))).toEqual(['trains', 'bread', 'trains'])
  const typical = await beginnings({ count: 2, order: 'typical' })
  expect(typical.map((text) => text.split(' ').at(-1))).toEqual(['bread', 'trains'])
  expect(await beginnings({ count: 6 })).toEqual(await beginnings({ count: 6 }))
})

test('reading stops when it is no longer wanted', async () => {
  const { addChat, find } = openHistory()
  for (let index = 0; index < 300; index += 1) addChat([`${'long '.repeat(300)} ${index}`])
  const leaving = new AbortController()
  const found = find({}, leaving.signal)
  leaving.abort(new Error('closed'))
  await expect(found).rejects.toThrow('closed')
})

test('chosen questions become prompts; another provider has to be confirmed once', async () => {
  const history = openHistory()
  history.addChat(['What is a fjord?'])
  const stage = openSetStage({ stored: history, onRequest: ({ answer }) => answer('Yes.') })
  const setId = stage.addSet(['Typed'])
  const { candidates } = await history.find()
  const messageId = candidates[0]?.messageId ?? ('' as MessageId)
  const gone = 'gone' as MessageId
  const added = await stage.sets.addFromChats(
    setId,
    [
      { messageId, text: 'What is a Norwegian fjord?', expectsAnswer: true },
      { messageId: gone, expectsAnswer: false },
    ],
    never,
  )
  expect(added).toMatchObject({ added: 1, skipped: 1 })
  expect(stage.sets.get(setId).prompts[1]).toMatchObject({
    text: 'What is a Norwegian fjord?',
    expected: 'Answer 0',
    seenBy: ['demo'],
  })
  expect(await stage.sets.chatQuestion(messageId)).toEqual({ text: 'What is a fjord?', answer: 'Answer 0' })
  await expect(stage.sets.chatQuestion(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const plan = { setId, models: ['demo/a', 'other/b'], repeats: 1, atOnce: 1, costLimitUsd: null }
  expect(await stage.runs.estimate(plan)).toMatchObject({ unseen: ['other'] })
  await expect(stage.runs.start(plan)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const runId = await stage.runs.start({ ...plan, confirmed: ['other'] })
  expect(await stage.runs.estimate(plan)).not.toHaveProperty('unseen')
  expect(stage.sets.get(setId).prompts[1]?.seenBy).toEqual(['demo', 'other'])
  await stage.ended(runId)
  expect(stage.sets.answers(runId, 1, null)).toMatchObject({ expected: 'Answer 0' })

  // A judge gets what the run asked, even if the set no longer has it.
  const [, question] = stage.sets.get(setId).prompts
  if (question !== undefined) stage.sets.removePrompt(setId, question.id)
  const judge = { model: 'third/c', atOnce: 1, costLimitUsd: null }
  expect(await stage.runs.estimateJudge(runId, { model: 'third/c' })).toMatchObject({ unseen: ['third'] })
  await expect(stage.runs.judge(runId, judge)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await stage.ended(await stage.runs.judge(runId, { ...judge, confirmed: ['third'] }))
  expect(await stage.runs.estimateJudge(runId, { model: 'third/d' })).not.toHaveProperty('unseen')
  expect(await stage.runs.estimateJudge(runId, { model: 'other/e' })).not.toHaveProperty('unseen')
})

test('a later question brings what preceded it, which is searched for what looks private, unless it is to be alone', async () => {
  const history = openHistory()
  history.addChat(['My key is sk-abcdefgh12345', 'And what does it open?'])
  const stage = openSetStage({ stored: history })
  const { candidates } = await history.find({ hasFollowUps: true, words: 'open' })
  expect(candidates).toMatchObject([{ beginning: 'And what does it open?', earlier: 2, marks: ['key'] }])
  const called: Part[] = [
    { type: 'tool-call', toolCallId: 'c', toolName: 'read', input: { path: 'wages.xlsx' }, state: 'done' },
    { type: 'tool-result', toolCallId: 'c', output: 'Ask anna@example.org' },
    { type: 'text', text: 'I asked.' },
  ]
  history.addChat(['Who knows?', 'Who else knows?'], {}, { parts: called })
  expect((await history.find({ hasFollowUps: true, words: 'else' })).candidates).toMatchObject([
    { marks: ['path', 'email'] },
  ])
  const messageId = candidates[0]?.messageId ?? ('' as MessageId)
  const past = { mode: 'next' as const, turns: [{ role: 'user' as const, text: 'Before' }] }
  const promptFrom = () => ({
    prompt: { text: 'not used', systemPrompt: 'Be brief.', values: {}, checks: [], past },
    leftOutTurns: 0,
    cutResults: 0,
  })
  const setId = stage.addSet([])
  const question = { messageId, expectsAnswer: false }
  await stage.sets.addFromChats(setId, [question, { ...question, isAlone: true }], promptFrom)
  const [whole, alone] = stage.sets.get(setId).prompts
  expect(whole).toMatchObject({ text: 'And what does it open?', systemPrompt: 'Be brief.', past })
  expect(alone).toMatchObject({ text: 'And what does it open?', systemPrompt: null })
  expect(alone).not.toHaveProperty('past')
})

function never(): never {
  throw new Error('expected a chat')
}
