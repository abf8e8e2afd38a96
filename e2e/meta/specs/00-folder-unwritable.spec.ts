import { test } from '../../fixtures.ts'
import { reportApp, announceFault } from '../say.ts'
import { metaObstacles } from '../obstacles.ts'

const file = '00-folder-unwritable'

test.use({ appOptions: { userData: metaObstacles().unwritableFolder } })

// Before the fixtures of the test, which are what fails.
test.beforeAll(() => announceFault(file))

test('gets no app', async ({ app }) => {
  await reportApp(file, 'must not start', app)
})

test('gets no app either', async ({ app }) => {
  await reportApp(file, 'must not start', app)
})
