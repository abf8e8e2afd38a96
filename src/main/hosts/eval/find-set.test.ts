import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { setLimits } from '../../../shared/sets/sets'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { openSetStage } from '../../sets/testing/set-stage'
import { findSet } from './eval-host'

test('a file is the set of its name while its prompts are the same, and a new set when they have changed', async () => {
  const { sets } = openSetStage()
  const file = join(temporaryFolder(), 'mine.csv')
  writeFileSync(file, 'prompt,contains,city\nWhere is {{city}}?,France,Paris\n')
  const first = await findSet(sets, file)
  expect(await findSet(sets, file)).toBe(first)
  writeFileSync(file, 'prompt\nWhen?\n')
  const second = await findSet(sets, file)
  expect(sets.list().map(({ id, name }) => [id, name])).toEqual([
    [second, 'mine.csv'],
    [first, 'mine.csv'],
  ])
  expect(await findSet(sets, first)).toBe(first)
  const configuration = join(temporaryFolder(), 'promptfooconfig.yml')
  writeFileSync(configuration, 'prompts: ["Where is {{x}}?"]\ntests: [{vars: {x: Rome}}]\n')
  expect(sets.get(await findSet(sets, configuration)).prompts).toMatchObject([{ values: { x: 'Rome' } }])
  await expect(findSet(sets, 'other')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a file whose path equals the name of a set is read again', async () => {
  const { sets } = openSetStage()
  const file = join(temporaryFolder(), 'mine.jsonl')
  writeFileSync(file, '"New"')
  const { set } = await sets.create(file, { prompts: [] })
  const found = await findSet(sets, file)
  expect(found).not.toBe(set.id)
  expect(sets.get(found).prompts.map(({ text }) => text)).toEqual(['New'])
})

test('a folder that is named like a file of prompts is refused as such', async () => {
  const { sets } = openSetStage()
  const folder = join(temporaryFolder(), 'mine.csv')
  mkdirSync(folder)
  await expect(findSet(sets, folder)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { reason: 'path-unreadable', detail: 'EISDIR' },
  })
})

test('the name of a set from a file fits into a backup', async () => {
  const { sets } = openSetStage()
  const file = join(temporaryFolder(), `${'x'.repeat(230)}.csv`)
  writeFileSync(file, 'prompt\nWhere?\n')
  const { name } = sets.get(await findSet(sets, file))
  expect(name).toHaveLength(setLimits.nameChars)
})
