import { test } from '../../fixtures.ts'
import { sayApp } from '../say.ts'

const file = '00-complains'

test.use({ buildsOnTestsBefore: true })

test('asserts nothing that fails while its window complains', async ({ page }) => {
  await page.evaluate(() => console.error('a complaint that nobody expected'))
})

test('builds on the test before', async ({ app }) => {
  await sayApp(file, 'must not start', app)
})
