import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import type { LiveApp } from '../helpers/live-app.ts'
import { invoke } from '../helpers/pages/window-api.ts'

async function openedWith(app: LiveApp) {
  return (await app.openDesk()).openWindow()
}

test('a link with a text puts it into the composer of a new chat, with its model, and sends nothing', async ({
  startApp,
}) => {
  const app = await startApp({ deepLink: 'parley://new?text=Explain%20this&model=demo/brief' })
  try {
    const page = await openedWith(app)
    const chat = new Chat(page)
    await expect(chat.message).toHaveValue('Explain this')
    await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(/brief/i)
    expect((await invoke(page, 'sessions.list', {})).sessions).toEqual([])
    // What the first screen offers is loaded apart, above the composer, which moves when it appears.
    await page.getByRole('region', { name: 'On this computer' }).waitFor()
    await chat.send.click()
    await expect(chat.answerThatIs('complete')).toBeVisible()
    expect((await invoke(page, 'sessions.list', {})).sessions).toMatchObject([{ model: 'demo/brief' }])
  } finally {
    await app.close()
  }
})

test('a link to Settings opens them, and an unknown link is refused with an explanation', async ({
  hostKind,
  startApp,
}) => {
  const app = await startApp({ deepLink: 'parley://settings' })
  try {
    const page = await openedWith(app)
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  } finally {
    await app.close()
  }
  // In Electron, whatever the system passes on must not keep the app from starting.
  if (hostKind === 'electron') return
  await expect(startApp({ deepLink: 'parley://app/index.html' })).rejects.toThrow(
    '“parley://app/index.html” is not an address that starts with parley://.',
  )
})
