import { expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { ProjectId, PromptId } from '../../../shared/ids'
import type { Prompt } from '../../../shared/sessions/prompts'
import { FakeEnvironment } from '../../testing/fake-parley'
import { Prompts } from './prompts'

const some = (name: string, text: string): Prompt => ({ id: name as PromptId, name, text, updatedAt: 1 })

/** Main's prompt routes, on a list that the test can inspect. */
function setUp(kept: Prompt[] = [], clipboard: string | null = 'copied') {
  const environment = new FakeEnvironment()
  const { answers } = environment.parley
  answers['prompts.list'] = () => ({ prompts: [...kept] })
  answers['prompts.save'] = ({ id = `id-${kept.length}`, name, text }) => {
    const prompt = { ...some(name, text), id: id as PromptId }
    const index = kept.findIndex((known) => known.id === id)
    kept.splice(index < 0 ? kept.length : index, index < 0 ? 0 : 1, prompt)
    return { prompt }
  }
  answers['prompts.remove'] = ({ promptId }) => {
    kept.splice(
      kept.findIndex(({ id }) => id === promptId),
      1,
    )
    return { removed: true }
  }
  const prompts = new Prompts(environment, async () => clipboard)
  return { environment, prompts, kept }
}

test('asks for automatic variables only if they are unavailable', async () => {
  const text = '{{date}} {{tone}} {{clipboard}}'
  const { prompts } = setUp()
  const prepared = await prompts.prepare(some('a', text))
  expect(prepared.values).toEqual({ date: expect.stringContaining('1970'), clipboard: 'copied' })
  expect(prepared.missing).toEqual([{ name: 'tone', value: '' }])
  const { prompts: refused } = setUp([], null)
  expect((await refused.prepare(some('a', text))).missing.map(({ name }) => name)).toEqual([
    'tone',
    'clipboard',
  ])
})

test('offers the last value of a variable again, also in another prompt, but never the clipboard', async () => {
  const { prompts } = setUp([], null)
  prompts.rememberValues({ tone: 'dry', clipboard: 'a secret' })
  const { missing } = await prompts.prepare(some('b', '{{clipboard}} {{tone}}'))
  expect(missing).toEqual([
    { name: 'clipboard', value: '' },
    { name: 'tone', value: 'dry' },
  ])
})

test('a prompt of a project is offered first there, and nowhere else', async () => {
  const [tea, garden] = ['tea', 'garden'] as ProjectId[]
  const { prompts } = setUp([
    some('everywhere', 'a'),
    { ...some('of tea', 'b'), projectId: tea as ProjectId },
    { ...some('of the garden', 'c'), projectId: garden as ProjectId },
  ])
  await prompts.load()
  const namesIn = (projectId: ProjectId | null) => prompts.offeredIn(projectId).map(({ name }) => name)
  expect(namesIn(null)).toEqual(['everywhere'])
  expect(namesIn(tea as ProjectId)).toEqual(['of tea', 'everywhere'])
})

test('keeps an edit when saving is refused and while the user continues to type', async () => {
  const { environment, prompts, kept } = setUp([some('one', 'text')])
  await prompts.load()
  const [one] = kept
  if (one === undefined) throw new Error('expected a prompt')
  const save = environment.parley.answers['prompts.save']
  environment.parley.answers['prompts.save'] = () => {
    throw new ParleyError('INVALID_INPUT', 'name: taken')
  }
  prompts.edit('new', { name: 'one', text: 'mine' })
  expect(await prompts.save('new')).toBeNull()
  expect(prompts.editOf('new')).toEqual({ name: 'one', text: 'mine' })
  expect(prompts.store.getState().error).toMatchObject({ message: 'name: taken' })

  environment.parley.answers['prompts.save'] = (input) => {
    prompts.edit(one.id, { name: 'one', text: 'changed, and more' })
    if (save === undefined) throw new Error('expected a prompt')
    return save(input)
  }
  prompts.edit(one.id, { name: 'one', text: 'changed' })
  expect(await prompts.save(one.id)).toBe(one.id)
  expect(prompts.named('ONE')?.text).toBe('changed')
  expect(prompts.editOf(one.id).text).toBe('changed, and more')
})

test('restores a deleted prompt', async () => {
  const { prompts, kept } = setUp([some('one', 'text')])
  await prompts.load()
  const [one] = prompts.store.getState().prompts
  if (one === undefined) throw new Error('expected a prompt')
  await prompts.remove(one)
  expect(kept).toEqual([])
  expect(prompts.store.getState().removed).toEqual(one)
  await prompts.undoRemove()
  expect(kept.map(({ name, text }) => [name, text])).toEqual([['one', 'text']])
  expect(prompts.store.getState().removed).toBeNull()
})
