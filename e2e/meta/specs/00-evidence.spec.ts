import { expect, test } from '../../fixtures.ts'
import { Chat } from '../../helpers/pages/chat.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { metaObstacles } from '../obstacles.ts'

const { plantedKey, plainMarker } = metaObstacles()

// The meta-suite searches this trace for the secret.
test.use({
  appOptions: { apiKey: plantedKey },
  trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true },
})

test('fails with a secret in every source of evidence', async ({ app, page, windowErrors }) => {
  windowErrors.expect(/planted/)
  const chat = new Chat(page)
  await chat.begin('fake/stall', `${plainMarker} and ${plantedKey}`)
  await expect(chat.answer).toBeVisible()
  await page.evaluate((text) => console.error(text), `planted ${plantedKey} in ${plainMarker}`)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await invoke(page, 'window.reportError', {
    source: 'error',
    name: 'Error',
    message: `a fault that quotes ${plantedKey} in ${plainMarker}`,
    stack: `Error: ${plantedKey}`,
  })
  process.stdout.write(`the test says ${plantedKey} too\n`)
  expect(app.fake.baseUrl, `fails on purpose, naming ${plantedKey}`).toBe('elsewhere')
})
