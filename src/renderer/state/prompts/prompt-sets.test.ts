import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { SetId, SetPromptId, SetRunId } from '../../../shared/ids'
import type { PromptSet, SetPrompt } from '../../../shared/sets/sets'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Drafts } from '../drafts/drafts'
import { draftForSet } from '../drafts/draft-places'
import { promptOfDraft } from './prompt-edit'
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
  const environment = new FakeEnvironment()
  const { parley } = environment
  parley.answers['sets.get'] = () => ({ set: setOf('one') })
  const drafts = new Drafts(environment)
  const sets = new PromptSets(parley.api, drafts, environment.storage)
  await sets.open(setId)
  const texts = () => sets.store.getState().open?.prompts.map(({ text }) => text)
  const edited = (id: SetId) => promptOfDraft(drafts.of(draftForSet(id)))
  return { parley, sets, texts, edited, drafts, environment }
}

test('shows a changed set as main has returned it, without reading it again', async () => {
  const { parley, sets, texts } = await setUp()
  parley.answers['sets.add'] = () => ({ set: setOf('one', 'two'), added: 1, skipped: 0, problems: [] })
  parley.answers['sets.changePrompt'] = () => ({ set: setOf('first', 'two') })
  parley.answers['sets.removePrompt'] = () => ({ removed: true })
  expect(await sets.add(setId, { prompts: ['two'] })).toMatchObject({ added: 1, skipped: 0, problems: [] })
  expect(texts()).toEqual(['one', 'two'])
  sets.edit(setId, prompt('one'))
  await sets.saveEdit(setId, prompt('first'))
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

test('the edited prompt of each set survives leaving the page and the window', async () => {
  const { sets, edited, drafts, environment } = await setUp()
  const other = 'other' as SetId
  sets.edit(setId, prompt('one'))
  sets.edit(other, null)
  sets.changeEdit(other, { ...prompt(''), text: 'half a' })
  sets.close()
  expect([edited(setId)?.content.text, edited(other)?.content.text]).toEqual(['one', 'half a'])
  drafts.flush()
  const kept = new Drafts(environment)
  expect(promptOfDraft(kept.of(draftForSet(other)))?.content.text).toBe('half a')
  sets.stopEditing(other)
  expect([edited(other), edited(setId)?.promptId]).toEqual([null, 'one'])
})

test('what is typed while a new prompt is saved stays in its form, and is then a change of that prompt', async () => {
  const { parley, sets, edited } = await setUp()
  const added = Promise.withResolvers<{ set: PromptSet; added: number; skipped: number; problems: [] }>()
  parley.answers['sets.add'] = () => added.promise
  sets.edit(setId, null)
  sets.changeEdit(setId, { ...prompt(''), text: 'two' })
  const saving = sets.saveEdit(setId, { ...prompt(''), text: 'two' })
  sets.changeEdit(setId, { ...prompt(''), text: 'two and more' })
  added.resolve({ set: setOf('one', 'two'), added: 1, skipped: 0, problems: [] })
  await saving
  expect(edited(setId)).toMatchObject({ promptId: 'two', content: { text: 'two and more' } })

  parley.answers['sets.changePrompt'] = () => ({ set: setOf('one', 'two and more') })
  await sets.saveEdit(setId, prompt('two and more'))
  expect([edited(setId), parley.callsOf('sets.add').length]).toEqual([null, 1])
})

test('the edited prompt of a deleted set goes with it, unless the deletion is undone', async () => {
  const { parley, sets, edited } = await setUp()
  parley.answers['sets.delete'] = () => ({ deleted: true })
  parley.answers['sets.restore'] = () => ({ set: setOf('one') })
  parley.answers['sets.list'] = () => ({ sets: [] })
  sets.edit(setId, prompt('one'))
  await sets.remove(setOf('one'))
  await sets.undoRemove()
  sets.forgetRemoved()
  expect(edited(setId)?.content.text).toBe('one')
  await sets.remove(setOf('one'))
  sets.forgetRemoved()
  expect(edited(setId)).toBeNull()
})

test('what was chosen to see of a run stays over a reload, whatever another version has stored', () => {
  const { parley, storage } = new FakeEnvironment()
  const load = () => new PromptSets(parley.api, { of: () => '', set: () => {} }, storage)
  const [run, other] = ['run', 'other'] as SetRunId[]
  if (run === undefined || other === undefined) throw new Error('no runs')
  const [sets, inOtherWindow] = [load(), load()]
  sets.choose(run, { isBlind: true })
  inOtherWindow.choose(other, { baselineId: null })
  expect(load().store.getState().choices).toEqual({
    run: { isBlind: true },
    other: { isBlind: null, baselineId: null },
  })
  for (const stored of ['[', '[]', '{"run":{"isBlind":"yes"}}']) {
    storage.setItem('parley.run-choices', stored)
    expect(load().store.getState().choices).toEqual({})
  }
})

test('a set that another machine changes is shown as it is now, and what is edited stays', async () => {
  const { parley, sets, texts, edited } = await setUp()
  sets.edit(setId, prompt('half a'))
  parley.answers['sets.get'] = () => ({ set: setOf('one', 'from elsewhere') })
  await sets.reload()
  expect([texts(), edited(setId)?.content.text]).toEqual([['one', 'from elsewhere'], 'half a'])
  parley.answers['sets.get'] = () => {
    throw new ParleyError('NOT_FOUND', 'deleted elsewhere')
  }
  await sets.reload()
  expect(texts()).toEqual(['one', 'from elsewhere'])
  expect(sets.store.getState()).toMatchObject({ error: null, version: 2 })
})
