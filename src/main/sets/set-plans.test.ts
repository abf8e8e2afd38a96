import { expect, test } from 'vitest'

import { openSetStage } from './testing/set-stage'

test('the estimate names variables without a value, which are sent as they are written', async () => {
  const stage = openSetStage()
  const setId = stage.addSet(['{{city}} and {{ country }}', '{{city}}', 'None'])
  expect(await stage.runs.estimate({ setId, models: ['one/a'], repeats: 1 })).toMatchObject({
    missing: [
      { name: 'city', prompts: 2 },
      { name: 'country', prompts: 1 },
    ],
  })
  const complete = await stage.runs.estimate({ setId: stage.addSet(['None']), models: ['one/a'], repeats: 1 })
  expect(complete).not.toHaveProperty('missing')
})
