import { startFakeProvider } from '../fake-provider/fake-provider.ts'
import { completeStream, errorReply } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke, storedMessages } from '../helpers/pages/window-api.ts'
import { scaledTimeout } from '../suite/limits/slowness.ts'
import { messageText } from '../../src/shared/sessions/messages.ts'

const answered = completeStream([{ type: 'tokens', tokens: ['All', ' is', ' well', '.'] }])
const received = 'Here is the answer.'
/** Longer than Parley waits: such a refusal is shown at once. */
const muchLater = { 'retry-after': '3600' }
/** Parley retries a transient error three times before it shows it. */
const afterRetriesMs = scaledTimeout(20_000)

/**
 * One error for each kind of card. Unit tests show what each error says (`src/renderer/errors/error-text.test.ts`) and
 * which response leads to it (`src/main/providers/testing/contract`).
 */
const failures = [
  {
    what: 'a rejected key',
    model: 'error-401',
    says: 'Fake rejected the key (401). Enter a valid key in Settings.',
    kept: '',
    next: ['Open Settings', 'Regenerate'],
  },
  {
    what: 'too many requests',
    model: 'error-429',
    says: 'Fake is not accepting more requests right now (429). Try again in 60 minutes.',
    kept: '',
    next: ['Regenerate'],
  },
  {
    what: 'a page that blocks the request',
    model: 'block-page',
    says: /A web page answered in place of 127\.0\.0\.1:\d+ \(403\)\. A firewall, a proxy or a filter.*Its message: Web Filter/,
    kept: '',
    next: ['Open Settings', 'Regenerate'],
  },
  {
    what: 'a reset instead of an answer, after retries',
    model: 'reset-before-headers',
    says: /closed the connection without an answer\. Check that Fake is running/,
    kept: '',
    next: ['Open Settings', 'Regenerate'],
  },
  {
    what: 'an error in mid-stream',
    model: 'error-event',
    says: 'Fake is having problems. Try again later. Its message: The engine is overloaded.',
    kept: received,
    next: ['Continue'],
  },
  {
    what: 'a connection that ends in mid-stream',
    model: 'cut',
    says: 'The connection to Fake ended in the middle of the answer. The text so far is kept.',
    kept: received,
    next: ['Continue'],
  },
]

test.use({
  appOptions: {
    models: {
      'error-429': errorReply(429, { message: 'Too many requests.' }, muchLater),
      'block-page': {
        type: 'reply',
        status: 403,
        body: '<html><title>Web Filter</title>Access denied</html>',
      },
    },
  },
})

test('each kind of error is explained in the chat, before and during an answer; partial text is kept, and sending again works', async ({
  app,
  page,
}) => {
  const chat = new Chat(page)
  const failed = chat.answerThatIs('failed')
  const alert = failed.getByRole('alert')
  const open = (what: string) =>
    page
      .getByRole('navigation', { name: 'Chats' })
      .getByRole('link', { name: `Fails with ${what}` })
      .click()
  // All at once, because one is retried, with pauses, before it is shown.
  for (const { what, model } of failures) {
    await chat.begin(`fake/${model}`, `Fails with ${what}`)
    await expect(chat.questions).toHaveText([new RegExp(`Fails with ${what}`)])
  }

  for (const { what, model, says, kept, next } of failures) {
    await test.step(what, async () => {
      await open(what)
      await expect(chat.questions).toHaveText([new RegExp(`Fails with ${what}`)])
      await expect(alert).toContainText(says, { timeout: afterRetriesMs })
      await expect(alert.getByRole('button')).toHaveText(next)
      await expect(page.getByRole('alert')).toHaveCount(1)
      await expect(failed).toContainText(kept)
      const stored = (await storedMessages(page))[1]
      expect(stored).toMatchObject({ role: 'assistant', status: 'failed', stopReason: 'error' })
      expect(messageText({ parts: stored?.parts ?? [] })).toBe(kept)

      app.fake.script(model, answered)
      await chat.ask('Once more')
      await expect(chat.answerThatIs('complete')).toContainText('All is well.')
    })
  }

  await test.step('each first answer still shows its error after a reload', async () => {
    await page.reload()
    for (const { what, says } of failures) {
      await open(what)
      await expect(chat.questions.first()).toContainText(`Fails with ${what}`)
      await expect(chat.answers.first().getByRole('alert')).toContainText(says)
    }
  })
})

test('a failed answer can be tried again and disturbs no other pane, and a message that is empty or sent during an answer is handled', async ({
  app,
  page,
}) => {
  await test.step('Regenerate answers the same message again', async () => {
    const chat = new Chat(page)
    app.fake.script('error-529', errorReply(529, { message: 'Overloaded.' }, muchLater))
    await chat.begin('fake/error-529', 'Try this again')
    const alert = chat.answer.getByRole('alert')
    await expect(alert).toContainText('Overloaded.')
    app.fake.script('error-529', answered)
    await alert.getByRole('button', { name: 'Regenerate' }).click()
    await expect(chat.answerThatIs('complete')).toContainText('All is well.')
    await expect(chat.answers).toHaveCount(1)
    await expect(chat.questions).toHaveCount(1)
  })

  await test.step('names a server that is down, and gets the answer once it is up', async () => {
    const other = await startFakeProvider()
    const { port, baseUrl } = other
    const provider = { id: 'downer', kind: 'openai-compatible' as const, name: 'Downer', baseUrl }
    await invoke(page, 'providers.save', provider)
    try {
      const chat = new Chat(page)
      await chat.begin('downer/brief', 'Still there?')
      await expect(chat.answerThatIs('complete')).toBeVisible()
      await other.close()
      await chat.ask('And now?')
      const alert = chat.answerThatIs('failed').getByRole('alert')
      await expect(alert).toContainText(
        /Nothing is responding at 127\.0\.0\.1:\d+\. Check that Downer is running/,
      )
      await expect(alert.getByRole('button', { name: 'Open Settings' })).toBeVisible()

      const again = await startFakeProvider({ port })
      try {
        await alert.getByRole('button', { name: 'Regenerate' }).click()
        await expect(chat.answerThatIs('failed')).toHaveCount(0)
        await expect(chat.answer).toHaveAttribute('data-status', 'complete')
      } finally {
        await again.close()
      }
    } finally {
      await invoke(page, 'providers.remove', { id: 'downer' })
      await other.close()
    }
  })

  await test.step('an error in one pane does not disturb the others', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/error-403', 'fake/brief'])
    await compare.ask('One of you fails')
    const [bad, good] = [compare.pane(1), compare.pane(2)]
    await expect(bad.status).toHaveText('Failed')
    await expect(bad.region.getByRole('alert')).toContainText('(403)')
    await expect(good.status).toHaveText('Done')
  })

  await test.step('does not send an empty message, and says why', async () => {
    const chat = new Chat(page)
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await chat.ask('  \n ')
    await expect(page.getByRole('alert')).toContainText('Type a message first.')
    await expect(chat.questions).toHaveCount(0)
    expect(new URL(page.url()).hash).toBe('#/chat/new')
  })

  await test.step('a message written during an answer stops it only if the user chooses to stop and send', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/stall', 'The first')
    const request = await requestOf(app.fake, 'stall', 'The first')
    await request.waitForTokens(20)
    await chat.message.fill('The second')
    await chat.message.press('Enter')
    const waiting = page.getByRole('region', { name: 'Queue' })
    await expect(waiting).toContainText('The second')
    expect(request.closedMs).toBeNull()
    await waiting.getByRole('button', { name: 'Remove' }).click()
    await expect(waiting).toBeHidden()
    await expect(chat.message).toHaveValue('The second')

    app.fake.script('stall', answered)
    await page.getByRole('button', { name: 'Stop and send' }).click()
    await request.closed
    await expect(chat.answerThatIs('complete')).toContainText('All is well.')
    await expect(chat.answers.first()).toContainText('Replaced by a newer message')
    await expect(chat.message).toHaveValue('')
    expect((await storedMessages(page)).map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'partial'],
      ['user', 'complete'],
      ['assistant', 'complete'],
    ])
  })
})
