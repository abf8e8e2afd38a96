import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { SetId, SetPromptId } from '../../../shared/ids'
import type { PromptSet, SetPrompt } from '../../../shared/sets/sets'
import { FakeEnvironment } from '../../testing/fake-parley'
import { PromptSets } from './prompt-sets'

const setId = 'set' as SetId

function prompt(text: string): SetPrompt {
  return { id: text as SetPromptId, text, systemPrompt: null, values: {}, checks: [] }
}

function setOf(...texts: string[]): PromptSet {
  const prompts = texts.map(prompt)
  return {
    id: setId,
    name: 'Set',
    promptCount: prompts.length,
    runCount: 0,
    createdAt: 1,
    updatedAt: 1,
    prompts,
  }
}

async function setUp() {
  const { parley } = new FakeEnvironment()
  parley.answers['sets.get'] = () => ({ set: setOf('one') })
  const sets = new PromptSets(parley.api)
  await sets.open(setId)
  const texts = () => sets.store.getState().open?.prompts.map(({ text }) => text)
  return { parley, sets, texts }
}

test('shows a changed set as main has returned it, without reading it again', async () => {
  const { parley, sets, texts } = await setUp()
  parley.answers['sets.add'] = () => ({ set: setOf('one', 'two'), added: 1, skipped: 0, problems: [] })
  parley.answers['sets.changePrompt'] = () => ({ set: setOf('first', 'two') })
  parley.answers['sets.removePrompt'] = () => ({ removed: true })
  expect(await sets.add(setId, { prompts: ['two'] })).toEqual({ added: 1, skipped: 0, problems: [] })
  expect(texts()).toEqual(['one', 'two'])
  await sets.changePrompt(setId, 'one' as SetPromptId, prompt('first'))
  expect(texts()).toEqual(['first', 'two'])
  await sets.removePrompt(setOf('first', 'two'), 'two' as SetPromptId)
  expect(texts()).toEqual(['first'])
  expect(parley.callsOf('sets.get')).toHaveLength(1)
})

test('a second press adds nothing twice, and a refusal changes nothing', async () => {
  const { parley, sets, texts } = await setUp()
  parley.answers['sets.add'] = () => ({ set: setOf('one', 'two'), added: 1, skipped: 0, problems: [] })
  const [added, again] = [sets.add(setId, { prompts: ['two'] }), sets.add(setId, { prompts: ['two'] })]
  expect([await added, await again, parley.callsOf('sets.add').length]).toMatchObject([{ added: 1 }, null, 1])
  parley.answers['sets.add'] = () => {
    throw new ParleyError('INVALID_INPUT', 'too long')
  }
  expect([await sets.add(setId, { prompts: ['three'] }), texts()]).toEqual([null, ['one', 'two']])
  expect(sets.store.getState().error).toMatchObject({ message: 'too long' })
})

test('the set that was opened last is shown, whichever is read first', async () => {
  const { parley, sets } = await setUp()
  const other = Promise.withResolvers<{ set: PromptSet }>()
  parley.answers['sets.get'] = ({ setId: asked }) => (asked === setId ? { set: setOf('one') } : other.promise)
  const [late, last] = [sets.open('other' as SetId), sets.open(setId)]
  await last
  other.resolve({ set: { ...setOf(), id: 'other' as SetId } })
  await late
  expect(sets.store.getState().open?.id).toBe(setId)
})

test('the failure of a set that is no longer open is not shown, and a closed set is forgotten', async () => {
  const { parley, sets } = await setUp()
  const lost = Promise.withResolvers<{ set: PromptSet }>()
  parley.answers['sets.get'] = ({ setId: asked }) => (asked === setId ? { set: setOf('one') } : lost.promise)
  const failing = sets.open('other' as SetId)
  await sets.open(setId)
  lost.reject(new ParleyError('NOT_FOUND', 'gone'))
  await failing
  expect(sets.store.getState()).toMatchObject({ open: { id: setId }, error: null })
  sets.close()
  expect(sets.store.getState().open).toBeNull()
})

test('the edited prompt of each set is kept, and would be lost only if it was changed', async () => {
  const { sets } = await setUp()
  const other = 'other' as SetId
  sets.edit(setId, prompt('one'))
  sets.edit(other, null)
  expect(sets.wouldLose).toBe(false)
  sets.changeEdit(other, { ...prompt(''), text: 'half a' })
  expect(sets.wouldLose).toBe(true)
  sets.close()
  const { edits } = sets.store.getState()
  expect([edits[setId]?.content.text, edits[other]?.content.text]).toEqual(['one', 'half a'])
  sets.stopEditing(other)
  expect([sets.wouldLose, Object.keys(sets.store.getState().edits)]).toEqual([false, [setId]])
})
