import type { ServerResponse } from 'node:http'

import type { Locator } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { callingAnswer, toolSteps } from '../fake-provider/tool-steps.ts'
import { expect, test } from '../fixtures.ts'
import { Compare, type Pane } from '../helpers/pages/compare.ts'
import { invoke, openByAddress } from '../helpers/pages/window-api.ts'
import { openSite } from '../helpers/web-site.ts'

const report = (_path: string, response: ServerResponse) => {
  response.setHeader('content-type', 'text/html')
  response.end('<title>Report</title><p>It rained.</p>')
}

function cardIn({ region }: Pane): Locator {
  return region.getByRole('group', { name: 'Permission needed' })
}

test('identical calls of two panes have one card, which moves when its pane is stopped, and one result for both', async ({
  app,
  page,
}) => {
  await using site = await openSite(report)
  await invoke(page, 'settings.set', { fetchHosts: [site.host] })
  const fetchPage = callingAnswer({ name: 'web_fetch', input: { url: `http://${site.host}/report` } })
  const answer = completeStream([{ type: 'tokens', tokens: ['It rained, says the page.'] }])
  for (const model of ['left', 'right']) app.fake.script(model, toolSteps(fetchPage, answer))
  app.fake.script('plain', (request) =>
    JSON.stringify(request.body).includes('web_fetch')
      ? {
          type: 'refusal',
          status: 400,
          error: { message: 'plain does not support tools', type: 'invalid_request_error' },
        }
      : completeStream([{ type: 'tokens', tokens: ['I have no tools.'] }]),
  )
  const models = ['left', 'right', 'plain'].map((name) => ({
    model: `fake/${name}`,
    tools: { enabled: ['web.fetch'] },
  }))
  const { comparison } = await invoke(page, 'compare.create', { models })
  await openByAddress(page, 'compare', comparison.id)
  const compare = new Compare(page)
  const [left, right, plain] = [compare.pane(1), compare.pane(2), compare.pane(3)]

  await test.step('the card is in one pane, and in the other one after a stop', async () => {
    await compare.message.fill('What does the report say?')
    await compare.message.press('Enter')
    await expect(cardIn(left).or(cardIn(right))).toHaveCount(1)
    const [first, second] = (await cardIn(left).isVisible()) ? [left, right] : [right, left]
    await expect(second.answer).toContainText(/Running\b/)
    await first.stop.click()
    await expect(first.status).toHaveText('Stopped')
    await expect(cardIn(first)).toHaveCount(0)
    await cardIn(second).getByRole('button', { name: 'Allow once' }).click()
    await expect(second.answer).toContainText('It rained, says the page.')
    expect(site.paths).toEqual(['/report'])
  })

  await test.step('a pane whose provider refuses tools says so and answers without them', async () => {
    await expect(plain.answer).toContainText('I have no tools.')
    await expect(plain.answer).toContainText('This model cannot use tools')
  })

  await test.step('the page is fetched once for both panes', async () => {
    await compare.message.fill('And what does it say now?')
    await compare.message.press('Enter')
    await expect(cardIn(left).or(cardIn(right))).toHaveCount(1)
    await cardIn(left).or(cardIn(right)).getByRole('button', { name: 'Allow once' }).click()
    for (const pane of [left, right]) {
      await expect(pane.status).toHaveText('Done')
      await expect(pane.answer).toContainText('It rained, says the page.')
    }
    expect(site.paths).toEqual(['/report', '/report'])
    for (const { sessionId } of comparison.panes.slice(0, 2)) {
      const { messages } = await invoke(page, 'sessions.get', { sessionId })
      expect(messages.at(-1)?.parts.find(({ type }) => type === 'tool-result')).toMatchObject({
        isShared: true,
      })
    }
  })

  await test.step('the metrics count the calls', async () => {
    await page.getByRole('button', { name: 'Metrics' }).click()
    const row = page.getByRole('dialog').getByRole('row', { name: /^Tool calls/ })
    await expect(row.getByRole('cell')).toHaveText(['1', '1', '0'])
  })
})
