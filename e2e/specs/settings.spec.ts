import type { Locator } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

interface Measured {
  clientWidth: number
  scrollWidth: number
}

test('Settings apply at once, also to a silent answer, and fit the smallest window with the largest text', async ({
  page,
  hostKind,
  app,
}) => {
  await test.step('no part needs more width than a window of 320 pixels has', async () => {
    const { width, height } = page.viewportSize() ?? { width: 1_280, height: 720 }
    for (const part of ['Providers', 'Agents', 'Tools', 'General', 'Shortcuts'] as const) {
      const settings = await openSettings(page, part)
      await page.setViewportSize({ width: 320, height: 640 })
      const content = settings.locator('[data-slot="settings-part"]')
      await expect.poll(() => content.evaluate((one: Measured) => one.scrollWidth - one.clientWidth)).toBe(0)
      expect(await content.evaluate((one: Measured) => one.clientWidth)).toBeGreaterThan(250)
      await page.setViewportSize({ width, height })
      await page.keyboard.press('Escape')
    }
  })

  await test.step('instructions for all chats are part of the next request, even if the dialog closes at once', async () => {
    const settings = await openSettings(page, 'General')
    await settings.getByRole('textbox', { name: 'Instructions for all chats' }).fill('Use metric units.')
    await page.keyboard.press('Escape')
    const chat = new Chat(page)
    await chat.begin('fake/brief', 'How tall is it?')
    const { body } = await requestOf(app.fake, 'brief', 'How tall is it?')
    expect(body).toMatchObject({
      messages: [{ role: 'system', content: 'Use metric units.' }, { role: 'user' }],
    })
    await invoke(page, 'settings.set', { instructions: '' })
  })

  await test.step('at 320 pixels, no control covers the words beside it', async () => {
    const { width, height } = page.viewportSize() ?? { width: 1_280, height: 720 }
    const settings = await openSettings(page, 'Data')
    await page.setViewportSize({ width: 320, height: 640 })
    const words = settings.getByText('One ZIP, which any program')
    const formats = settings.getByRole('radiogroup').first()
    const gap = async () => {
      const [above, below] = [await words.boundingBox(), await formats.boundingBox()]
      return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
    }
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    await page.setViewportSize({ width, height })
    await page.keyboard.press('Escape')
  })

  await test.step('shows changes of settings from elsewhere at once, and ends a burst of changes at the last one', async () => {
    const html = page.locator('html')
    await invoke(page, 'settings.set', { theme: 'dark' })
    await expect(html).toHaveAttribute('data-theme', 'dark')
    const settings = await openSettings(page, 'Appearance')
    for (const theme of ['Light', 'Dark', 'Light', 'System']) {
      await settings.getByText(theme, { exact: true }).click()
    }
    await expect.poll(async () => (await invoke(page, 'settings.get', {})).settings.theme).toBe('system')
    await expect(settings.getByRole('radio', { name: 'System', exact: true })).toBeChecked()
    await expect(html).not.toHaveAttribute('data-theme')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('applies a typed number when Settings are closed at once, in the format of the language', async () => {
    const idleSeconds = async () => (await invoke(page, 'settings.get', {})).settings.idleTimeoutSeconds
    const settings = await openSettings(page, 'General')
    await settings.getByLabel('Minutes without output').fill('7')
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()
    await expect.poll(idleSeconds).toBe(420)

    await invoke(page, 'settings.set', { language: 'de' })
    await page.keyboard.press('ControlOrMeta+,')
    const german = page.getByRole('dialog', { name: 'Einstellungen' })
    await german.getByRole('button', { name: 'Allgemein' }).click()
    const field = german.getByRole('textbox', { name: 'Minuten ohne Ausgabe' })
    await expect(field).toHaveValue('7')
    await field.fill('1,5')
    await field.press('Enter')
    await expect.poll(idleSeconds).toBe(90)
    await expect(field).toHaveValue('1,5')
    await invoke(page, 'settings.set', { language: 'en', idleTimeoutSeconds: 900 })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('checks spelling in every text field, unless Settings turn it off', async () => {
    const message = new Chat(page).message
    const isChecked = () =>
      message.evaluate((field) => (field as unknown as { spellcheck: boolean }).spellcheck)
    expect(await isChecked()).toBe(true)
    const settings = await openSettings(page, 'General')
    await settings.getByRole('radiogroup', { name: 'Check spelling' }).getByText('Off').click()
    await expect.poll(isChecked).toBe(false)
    await invoke(page, 'settings.set', { spellCheck: true })
    await expect.poll(isChecked).toBe(true)
  })

  await test.step('does not offer a browser a tray, which it does not have', async () => {
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(
      settings.getByRole('radiogroup', { name: 'Notify me when an answer is ready' }),
    ).toBeVisible()
    await expect(settings.getByRole('radiogroup', { name: 'Keep running in the tray' })).toHaveCount(
      hostKind === 'web' ? 0 : 1,
    )
    await page.keyboard.press('Escape')
  })

  await test.step('stops a silent answer after the time limit in Settings', async () => {
    const settings = await openSettings(page, 'General')
    const minutes = settings.getByRole('textbox', { name: 'Minutes without output' })
    // One second, in minutes.
    await minutes.fill('0.0167')
    await minutes.press('Enter')
    await expect
      .poll(async () => (await invoke(page, 'settings.get', {})).settings.idleTimeoutSeconds)
      .toBe(1)
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()

    const chat = new Chat(page)
    await chat.begin('fake/stall', 'Fall silent')
    const request = await requestOf(app.fake, 'stall', 'Fall silent')
    await request.closed
    await expect(chat.answerThatIs('failed')).toContainText('Timed out: no output')
    await expect(chat.answer.getByRole('alert')).toContainText('No output for 1 second.')
    await expect(chat.answer).toContainText('the a small model')
    await expect(chat.send).toBeVisible()
    await invoke(page, 'settings.set', { idleTimeoutSeconds: 900 })
  })

  await test.step('with the largest text in the smallest window, nothing overflows the sidebar or Settings', async () => {
    await page.setViewportSize({ width: 900, height: 600 })
    await invoke(page, 'settings.set', { textSize: 'largest', density: 'compact' })
    await page.reload()
    await expect(page.getByRole('button', { name: 'New comparison' }).first()).toBeVisible()
    expect(await overflowOf(page.locator('aside[data-slot="sidebar"]'))).toBeLessThanOrEqual(0)
    const settings = await openSettings(page, 'General')
    const parts = settings.getByRole('navigation', { name: 'Settings sections' }).getByRole('button')
    for (const part of await parts.all()) {
      await part.click()
      expect(
        await overflowOf(settings.locator('[data-slot="settings-part"]')),
        await part.innerText(),
      ).toBeLessThanOrEqual(0)
    }
    await invoke(page, 'settings.set', { textSize: 'normal', density: 'comfortable' })
  })
})

/** How much wider the content of an element is than the element, in pixels. */
function overflowOf(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const { scrollWidth, clientWidth } = node as unknown as { scrollWidth: number; clientWidth: number }
    return scrollWidth - clientWidth
  })
}
