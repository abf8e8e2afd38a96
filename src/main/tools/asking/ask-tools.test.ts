import { expect, test } from 'vitest'

import type { FormRequest } from '../../../shared/runs/events'
import type { FormValues } from '../../run-source/run-source'
import { runTool, someCall } from '../testing/tool-call'
import { askTools } from './ask-tools'

const tools = askTools({ newId: <Id extends string>() => 'form-1' as Id })

async function ask(input: unknown, values: FormValues | null) {
  const asked: FormRequest[] = []
  const call = someCall({
    requestForm: (form) => {
      asked.push(form)
      return Promise.resolve(values)
    },
  })
  const result = await runTool(tools, 'ask_user', input, call)
  return { asked, result }
}

test('shows the form and returns what was entered, or that the user declined', async () => {
  const schema = { properties: { city: { type: 'string' } }, required: ['city'] }
  const answered = await ask({ title: 'Where?', schema }, { city: 'Köln' })
  expect(answered).toEqual({
    asked: [{ formId: 'form-1', title: 'Where?', schema: { ...schema, type: 'object' } }],
    result: { text: '{"city":"Köln"}' },
  })
  expect((await ask({ title: 'Where?', schema }, null)).result).toEqual({
    text: 'The user declined to answer.',
  })
})

test('refuses what is not a form, before anything is shown', async () => {
  let deep: object = { type: 'string' }
  for (let depth = 0; depth < 50; depth += 1) deep = { type: 'object', properties: { deep } }
  for (const schema of [
    {},
    { type: 'array', items: {} },
    { properties: {} },
    { properties: [1] },
    { properties: { deep } },
    { properties: { a: { description: 'x'.repeat(40_000) } } },
    'text',
    null,
  ]) {
    await expect(ask({ title: 'Where?', schema }, null)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  }
  await expect(ask({ title: '', schema: { properties: { a: {} } } }, null)).rejects.toThrow('title')
})
