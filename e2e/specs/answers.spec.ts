import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'

const githubs = `This is ~~gone~~ and **here**, see https://example.com/page.

- [x] done
- [ ] to do

这是**重点**的一句话，没有空格。

日本語の文も*斜体*になる。`

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const shown = {
  citations: ['https://a.example/', 'https://b.example/'],
  search_results: [{ url: 'https://b.example/', title: 'The second' }],
  choices: [
    {
      index: 0,
      delta: {
        content: 'As shown [1].',
        images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${dot}` } }],
      },
    },
  ],
}

test.use({
  appOptions: {
    models: {
      router: completeStream([{ type: 'tokens', tokens: ['Routed.'] }], { answeredBy: 'brief-2026-01-15' }),
      'two words': completeStream([{ type: 'event', data: shown }]),
      'says-nothing': completeStream([]),
      'new-reason': completeStream([{ type: 'tokens', tokens: ['Half'] }], { reason: 'new reason' }),
      githubs: completeStream([{ type: 'tokens', tokens: githubs.split(/(?<=\s)/u) }]),
    },
  },
})

test('answers show GitHub Flavored Markdown, images and sources; incomplete, empty and odd ones say so, and name the model that answered', async ({
  page,
}) => {
  await test.step('an incomplete answer gives its reason, in the chat and in the metrics of a comparison', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/finish-length', 'Be long')
    await expect(chat.answer).toContainText('Stopped at a limit of the model or its server')
    await expect(chat.answer).toContainText('Here is the answer.')
    await chat.begin('fake/finish-filter', 'Be rude')
    await expect(chat.answer).toContainText('Stopped by the provider’s content filter')

    const compare = new Compare(page)
    await compare.begin(['fake/finish-length', 'fake/finish-filter', 'fake/brief'])
    await compare.ask('All of you')
    for (const number of [1, 2, 3])
      await expect(compare.pane(number).status).not.toHaveText(/Waiting|Streaming/)
    await page.getByRole('button', { name: 'Metrics' }).click()
    const ended = page
      .getByRole('dialog', { name: 'Metrics' })
      .getByRole('row', { name: /^Status/ })
      .getByRole('cell')
    await expect(ended).toHaveText([
      'Stopped at a limit of the model or its server',
      'Stopped by the provider’s content filter',
      'Finished',
    ])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('shows the name of the model that answered if it is not the requested one', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/router', 'Who are you?')
    const name = chat.answerThatIs('complete').locator('[data-slot="metrics"]').getByText('router')
    await expect(name).toHaveAttribute('title', 'fake/router, answered by brief-2026-01-15')
    await page.reload()
    await expect(name).toHaveAttribute('title', 'fake/router, answered by brief-2026-01-15')
  })

  await test.step('an empty answer says so, and one that ends for an unknown reason is not shown as complete', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/says-nothing', 'Say something')
    await expect(chat.answerThatIs('complete')).toContainText('The model returned an empty answer')
    await chat.begin('fake/new-reason', 'Say something')
    const failed = chat.answerThatIs('failed')
    await expect(failed).toContainText('Half')
    await expect(failed).toContainText('“new reason”')
  })

  await test.step('renders GitHub Flavored Markdown, with emphasis that needs no spaces in Chinese and Japanese', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/githubs', 'Use all of it')
    const answer = chat.answerThatIs('complete')
    await expect(answer.locator('del')).toHaveText('gone')
    await expect(answer.getByRole('link', { name: 'https://example.com/page' })).toBeVisible()
    const boxes = answer.getByRole('checkbox')
    await expect(boxes).toHaveCount(2)
    await expect(boxes.first()).toBeChecked()
    await expect(boxes.last()).not.toBeChecked()
    await expect(answer.locator('strong')).toHaveText(['here', '重点'])
    await expect(answer.locator('em')).toHaveText('斜体')
  })

  await test.step('shows and keeps the images and numbered sources of an answer from a model with a space in its name', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/two words', 'Show me')
    const look = async () => {
      const answer = chat.answerThatIs('complete')
      await expect(answer).toContainText('As shown [1].')
      await expect(answer.getByRole('button', { name: 'answer.png' }).locator('img')).toBeVisible()
      const sources = answer.getByRole('region', { name: 'Sources' }).getByRole('listitem')
      await expect(sources).toHaveText(['https://a.example/', 'The second b.example'])
      await expect(sources.last().getByRole('link')).toHaveAttribute('href', 'https://b.example/')
    }
    await look()
    await page.reload()
    await look()
  })
})
