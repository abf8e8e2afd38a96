import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { separateProcesses } from '../helpers/pages/approvals.ts'
import { invoke } from '../helpers/pages/window-api.ts'

test.use(separateProcesses)

/** Requests another program through the window, like Settings; returns the result. */
function setProgram(page: Page, executable: string): Promise<string> {
  return invoke(page, 'agents.save', { agentId: 'codex', executable }).then(
    ({ agent }) => agent.executable ?? 'none',
    (error: unknown) => String(error),
  )
}

async function openQuestion(page: Page): Promise<Page> {
  const dialog = page.getByRole('dialog', { name: 'Parley needs your permission' })
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: 'Review request' }).click()
  return opened
}

test('the program of an agent changes only after the user agrees on a separate page, which no script in the window can read or answer', async ({
  page,
  windowErrors,
}) => {
  await test.step('changes the program of an agent only after the user agrees on a separate page of Parley', async () => {
    const saved = setProgram(page, process.execPath)
    const question = await openQuestion(page)
    await expect(question.getByRole('heading')).toHaveText('Change how Codex starts?')
    await expect(question.getByRole('definition')).toHaveText(process.execPath)
    await question.getByRole('button', { name: 'Allow', exact: true }).click()
    await expect(question.getByRole('heading')).toContainText('Allowed.')
    expect(await saved).toBe(process.execPath)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('changes nothing if the user does not agree', async () => {
    const saved = setProgram(page, '/bin/sh')
    const question = await openQuestion(page)
    await question.getByRole('button', { name: 'Deny' }).click()
    await expect(question.getByRole('heading')).toContainText('Denied.')
    expect(await saved).toContain('You did not allow')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('a postponed confirmation can be found again as long as a request waits for it', async () => {
    const saved = setProgram(page, '/bin/true')
    await page.getByRole('dialog', { name: 'Parley needs your permission' }).waitFor()
    await page.keyboard.press('Escape')
    const line = page.getByRole('region', { name: 'Parley needs your permission' })
    const opened = page.context().waitForEvent('page')
    await line.getByRole('link', { name: 'Review request' }).press('Enter')
    const question = await opened
    await question.getByRole('button', { name: 'Deny' }).click()
    expect(await saved).toContain('You did not allow')
    await expect(line).toBeHidden()
  })

  await test.step('a script in the window can neither read nor answer the confirmation', async () => {
    windowErrors.expect(/Content Security Policy|403|ERR_BLOCKED/)
    const saved = setProgram(page, '/bin/true')
    const link = page.getByRole('link', { name: 'Review request' })
    const pageUrl = (await link.getAttribute('href')) ?? ''
    const opened = page.context().waitForEvent('page')
    const got = await page.evaluate(async (url) => {
      const { fetch, open, document } = globalThis as unknown as PageGlobals
      const read = await fetch(url)
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const answered = await fetch(url, { method: 'POST', headers, body: 'nonce=guess&answer=allow' })
      const frame = document.createElement('iframe')
      const loaded = new Promise<void>((resolve) => frame.addEventListener('load', resolve))
      frame.src = url
      document.body.append(frame)
      await loaded
      Object.assign(globalThis, { opened: open(url) })
      return { read: read.status, answered: answered.status }
    }, pageUrl)
    expect(got).toEqual({ read: 403, answered: 403 })

    const question = await opened
    await expect(question.getByRole('heading')).toHaveText('Change how Codex starts?')
    const forms = await page.evaluate(() => {
      const { opened: handle, length } = globalThis as unknown as PageGlobals
      const frames = globalThis as unknown as Record<number, Readable>
      const found = [handle, ...Array.from({ length }, (_, index) => frames[index])].map((place) => {
        try {
          return place?.document.querySelector('form')?.outerHTML ?? null
        } catch {
          return null
        }
      })
      return found
    })
    expect(forms).toEqual([null, null])
    const isCutOff = () => page.evaluate(() => (globalThis as unknown as PageGlobals).opened?.closed)
    await expect.poll(isCutOff).toBe(true)
    await question.getByRole('button', { name: 'Deny' }).click()
    expect(await saved).toContain('You did not allow')
  })
})

/** Globals of a page; this project has no DOM types. */
interface PageGlobals {
  fetch: (url: string, init?: object) => Promise<{ status: number }>
  open: (url: string) => Opened | null
  opened: Opened | null
  /** The number of frames, which are indexed by number. */
  length: number
  document: { createElement: (name: string) => Framed; body: { append: (frame: Framed) => void } }
}
interface Readable {
  document: { querySelector: (selector: string) => { outerHTML: string } | null }
}
type Opened = Readable & { closed: boolean }
interface Framed {
  src: string
  addEventListener: (type: string, listener: () => void) => void
}
