import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import type { LiveApp } from '../helpers/live-app.ts'
import { invoke } from '../helpers/pages/window-api.ts'

function row(page: Page, title: string): Locator {
  return page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: title })
}

/** Waits until main has exactly these drafts. */
async function expectKept(page: Page, texts: readonly string[]): Promise<void> {
  await expect
    .poll(async () => Object.values((await invoke(page, 'drafts.list', {})).drafts).map(({ text }) => text))
    .toEqual(texts)
}

async function withWindow(app: LiveApp, act: (page: Page) => Promise<void>): Promise<void> {
  const desk = await app.openDesk()
  try {
    await act(await desk.openWindow())
  } finally {
    await desk.close()
    await app.close()
  }
}

test('restores drafts when the app starts at another address', async ({ startApp }) => {
  const userData = mkdtempSync(join(tmpdir(), 'parley-drafts-'))
  try {
    await withWindow(await startApp({ userData }), async (page) => {
      const chat = new Chat(page)
      await chat.begin('fake/brief', 'First message')
      await expect(chat.answerThatIs('complete')).toBeVisible()
      await chat.message.fill('half a sentence')
      await expectKept(page, ['half a sentence'])
    })
    await withWindow(await startApp({ userData }), async (page) => {
      await expect(row(page, 'First message')).toContainText('Unsent draft.')
      await row(page, 'First message').click()
      const chat = new Chat(page)
      await expect(chat.message).toHaveValue('half a sentence')
      await chat.send.click()
      await expect(chat.questions).toHaveCount(2)
      await expectKept(page, [])
    })
  } finally {
    rmSync(userData, { recursive: true, force: true })
  }
})

test('drafts are marked in the list, kept over a reload, and erased with their chat', async ({ page }) => {
  await test.step('marks a chat with a draft while another one is open', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'Half answered')
    await expect(chat.answerThatIs('complete')).toBeVisible()
    await chat.message.fill('to be')
    await expect(row(page, 'Half answered')).not.toContainText('Unsent draft.')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(row(page, 'Half answered')).toContainText('Unsent draft.')
    await row(page, 'Half answered').click()
    // Waits until the other chat has replaced the composer of the new chat.
    await expect(chat.message).toHaveValue('to be')
    await chat.message.fill('')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(row(page, 'Half answered')).not.toContainText('Unsent draft.')
  })

  await test.step('text typed right before a reload is kept by the next page and by main', async () => {
    const chat = new Chat(page)
    await chat.message.fill('typed and reloaded')
    await page.reload()
    await expect(chat.message).toHaveValue('typed and reloaded')
    await expectKept(page, ['typed and reloaded'])
    await chat.message.fill('')
    await expectKept(page, [])
  })

  await test.step('erasing a chat erases its draft, which a reload does not bring back', async () => {
    const { session } = await invoke(page, 'sessions.create', { title: 'To be erased' })
    await row(page, 'To be erased').click()
    await new Chat(page).message.fill('a secret')
    await expectKept(page, ['a secret'])
    await row(page, 'To be erased').focus()
    await page.keyboard.press('Delete')
    await expect(page.getByText('Deleted “To be erased”')).toBeVisible()
    await page.getByRole('complementary').getByRole('button', { name: 'Trash', exact: true }).click()
    await page.getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
    await expectKept(page, [])
    await expect
      .poll(() => page.evaluate("localStorage.getItem('parley.drafts') ?? ''"))
      .not.toContain('secret')
    await page.reload()
    await expect(page.getByRole('button', { name: 'New chat', exact: true }).first()).toBeVisible()
    expect((await invoke(page, 'drafts.list', {})).drafts).not.toHaveProperty(`chat:${session.id}`)
  })
})
