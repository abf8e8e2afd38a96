import { test } from '../../fixtures.ts'
import { sayApp, sayStrike } from '../say.ts'
import { metaObstacles } from '../obstacles.ts'

const file = '00-exits'

test.use({ appOptions: { userData: metaObstacles().newerFolder } })

// Before the fixtures of the test, which are what fails.
test.beforeAll(() => sayStrike(file))

test('cannot have an app', async ({ app }) => {
  await sayApp(file, 'must not start', app)
})

test('cannot have one either', async ({ app }) => {
  await sayApp(file, 'must not start', app)
})
