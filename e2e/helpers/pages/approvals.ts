import type { LaunchOptions, Locator, Page } from '@playwright/test'

import type { LiveApp } from '../live-app.ts'

/** Where the app asks. */
type Asks = Pick<LiveApp, 'dialogs'>

/**
 * For specs that open one of the sandboxed pages on which Parley asks. If windows share a process, Chromium 153 ends it
 * about once in a hundred such pages with a null dereference of its own; with a process for each, never in 450.
 */
export const separateProcesses = {
  launchOptions: async (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ): Promise<void> => {
    const args = launchOptions.args?.filter((each) => each !== '--process-per-site')
    await use({ ...launchOptions, ...(args === undefined ? {} : { args }) })
  },
}

/** Answers a card with a permanent decision, which is in a menu. */
export async function decidePermanently(page: Page, card: Locator, decision: string): Promise<void> {
  await card.getByRole('button', { name: 'More…' }).click()
  await page.getByRole('menuitem', { name: decision }).click()
}

/** A question that Parley asked outside its window, with the values of its details. */
interface Question {
  text: string
  details: string[]
}

/** Headers that a browser sends when a user opens a page or submits its form. */
const asBrowser = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** Allows what Parley asks outside its window: on a page of the web host, in a system dialog in Electron. */
export async function agreeOutside({ dialogs }: Asks, page: Page): Promise<Question> {
  if (dialogs !== null) {
    const { message, detail } = await dialogs.press('Allow')
    const [lines = ''] = detail.split('\n\n')
    return { text: message, details: lines.split('\n').map((line) => line.slice(line.indexOf(': ') + 2)) }
  }
  const request = requestIn(page)
  const asked = page.waitForEvent('popup')
  await request.click()
  const question = await asked
  const text = await question.getByRole('heading').innerText()
  const details = await question.getByRole('definition').allTextContents()
  await question.getByRole('button', { name: 'Allow', exact: true }).click()
  await question.getByRole('heading').getByText('Allowed.').waitFor()
  // Closed earlier, the answer might never be sent.
  await question.close()
  // Until then, the rest of the window is inert.
  await request.waitFor({ state: 'detached' })
  return { text, details }
}

/** The same, but on the web host without opening the page. */
export async function agreeUnseen(app: Asks, page: Page): Promise<void> {
  if (app.dialogs === null) await answerUnseen(page)
  else await agreeOutside(app, page)
}

/** Allows a link to be opened in the browser, without opening it; returns its address. */
export async function allowLink({ dialogs }: Asks, page: Page): Promise<string> {
  if (dialogs !== null) {
    await dialogs.press('Open')
    return dialogs.openedLink()
  }
  const link = /href="(?<url>[^"]+)"/.exec(await answerUnseen(page))?.groups?.['url'] ?? ''
  return link.replaceAll('&amp;', '&')
}

/** Reloads a window that asks whether its answers may end, and lets them end. */
export async function reloadAnyway({ dialogs }: Asks, page: Page): Promise<void> {
  // On the web host the browser asks, and Playwright agrees.
  const reloaded = page.reload()
  if (dialogs !== null) {
    await dialogs.shown()
    // Until the page has cancelled this reload, Electron ignores another one.
    await page.evaluate(() => undefined)
    await dialogs.press('Stop and leave')
  }
  await reloaded
}

/** Allows on the page of a request without opening it; returns what the web host answers. */
async function answerUnseen(page: Page): Promise<string> {
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
  // A dialog that asked has one as well, for when the uppermost was closed.
  return page.getByRole('dialog').getByRole('link', { name: 'Review request' }).last()
}
