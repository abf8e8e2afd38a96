import type { Locator, Page } from '@playwright/test'

/** Answers a card with a permanent decision, which is in a menu. */
export async function decidePermanently(page: Page, card: Locator, decision: string): Promise<void> {
  await card.getByRole('button', { name: 'More…' }).click()
  await page.getByRole('menuitem', { name: decision }).click()
}

/** What a browser sends when a user opens a page or submits its form. */
const asBrowser = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** Allows what Parley asks outside its window: on a page of the web host. */
export async function agreeOutside(page: Page): Promise<void> {
  const request = requestIn(page)
  const asked = page.waitForEvent('popup')
  await request.click()
  await allowOn(await asked)
  // Until then, the rest of the window is inert.
  await request.waitFor({ state: 'detached' })
}

/** The same, but without opening the page; returns what Parley answers. */
export async function agreeUnseen(page: Page): Promise<string> {
  const request = requestIn(page)
  const url = new URL((await request.getAttribute('href')) ?? '', page.url()).href
  const question = await page.request.get(url, { headers: asBrowser })
  const nonce = /name="nonce" value="(?<nonce>[^"]+)"/.exec(await question.text())?.groups?.['nonce']
  if (nonce === undefined) throw new Error('the page asks nothing')
  const answer = await page.request.post(url, { headers: asBrowser, form: { nonce, answer: 'allow' } })
  if (!answer.ok()) throw new Error(`the answer was not taken: ${answer.status()}`)
  await request.waitFor({ state: 'detached' })
  return answer.text()
}

function requestIn(page: Page): Locator {
  return page.getByRole('link', { name: 'Review request' })
}

/** Allows what such a page asks, and closes it once the answer has arrived: closed earlier, it may never be sent. */
export async function allowOn(question: Page): Promise<void> {
  await question.getByRole('button', { name: 'Allow', exact: true }).click()
  await question.getByRole('heading').getByText('Allowed.').waitFor()
  await question.close()
}
