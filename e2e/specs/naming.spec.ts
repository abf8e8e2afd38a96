import { saying } from '../fake-provider/script.ts'
import type { FakeRequest } from '../fake-provider/fake-request.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke, storedMessages } from '../helpers/pages/window-api.ts'

const isAskedForName = ({ body }: FakeRequest) =>
  JSON.stringify(body).includes('Give this conversation a title')

test.use({
  appOptions: {
    models: {
      namer: (request) => saying(isAskedForName(request) ? 'Tides and the moon' : 'It is the moon.'),
      dawdler: (request) =>
        isAskedForName(request)
          ? { type: 'stream', steps: [{ type: 'silence' }] }
          : saying('Take your time.'),
    },
  },
})

test('chats and comparisons are named by the model or by their first words, which delays nothing', async ({
  page,
  app,
}) => {
  await test.step('the model names a chat after its first answer; with titles turned off, its first words do', async () => {
    const chat = new Chat(page)
    const heading = page.getByRole('heading', { level: 1 })
    const naming = page.getByRole('radiogroup', { name: 'Generate titles' })
    const choose = async (name: 'On' | 'Off') => {
      await openSettings(page, 'General')
      await naming.getByText(name, { exact: true }).click()
      await expect(naming.getByRole('radio', { name })).toBeChecked()
      await page.keyboard.press('Escape')
    }
    await choose('On')
    await chat.begin('fake/namer', 'Why are there tides?')
    await expect(heading).toHaveText('Tides and the moon')
    await expect(page.getByRole('link', { name: 'Tides and the moon' })).toBeVisible()
    expect(await storedMessages(page)).toHaveLength(2)

    const compare = new Compare(page)
    await compare.begin(['fake/namer', 'fake/namer'])
    await compare.ask('Why are there tides in two panes?')
    await expect(heading).toHaveText('Tides and the moon')
    await expect(page.getByRole('link', { name: 'Comparison: Tides and the moon' })).toBeVisible()

    await choose('Off')
    await chat.begin('fake/namer', 'And no tides?')
    await expect(chat.answerThatIs('complete')).toContainText('It is the moon.')
    await chat.ask('Sure?')
    await expect(chat.answers).toHaveCount(2)
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await expect(heading).toHaveText('And no tides?')
  })

  await test.step('generating a title delays nothing: Undo and a message come first', async () => {
    await invoke(page, 'settings.set', { nameChats: true })
    const chat = new Chat(page)
    await chat.begin('fake/dawdler', 'Named slowly')
    await expect(chat.answerThatIs('complete')).toContainText('Take your time.')
    await app.fake.waitForRequest('dawdler')
    await (await app.fake.waitForRequest('dawdler')).waitForTokens(0)
    await expect(chat.send).toBeVisible()
    await page.getByRole('button', { name: 'Remove last exchange', exact: true }).click()
    await expect(chat.answers).toHaveCount(0)
    await page.getByRole('button', { name: 'Restore' }).first().click()
    await expect(chat.answers).toHaveCount(1)
    await chat.ask('At once')
    await expect(chat.questions).toHaveCount(2)
    await expect(chat.answerThatIs('complete')).toContainText('Take your time.')
    await invoke(page, 'settings.set', { nameChats: false })
  })
})
