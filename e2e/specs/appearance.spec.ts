import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'
import type { AppSettings } from '../../src/shared/app/schema.ts'

const wideCode = `\`\`\`js\n'${'wide '.repeat(30)}${'x'.repeat(300)}'\n${'short()\n'.repeat(60)}\`\`\`\n`
const long = completeStream([
  { type: 'tokens', tokens: ['A paragraph of an answer.\n\n'.repeat(60), wideCode] },
])

test.use({ appOptions: { models: { long } } })

/** The part of an element that is measured; this project has no DOM types. */
interface Measured {
  scrollWidth: number
  clientWidth: number
}

const usual: Partial<AppSettings> = {
  theme: 'system',
  highContrast: false,
  textSize: 'normal',
  density: 'comfortable',
}

// The windows of the next test open with it.
test.afterEach(({ page }) => invoke(page, 'settings.set', usual))

/** The computed value of a CSS property. */
function styleOf(element: Locator, property: string): Promise<string> {
  return element.evaluate((node, name) => {
    const world = globalThis as unknown as {
      getComputedStyle(of: unknown): { getPropertyValue(property: string): string }
    }
    return world.getComputedStyle(node).getPropertyValue(name)
  }, property)
}

function backgroundColor(page: Page): Promise<string> {
  return styleOf(page.locator('body'), 'background-color')
}

async function settingsOf(page: Page): Promise<AppSettings> {
  return (await invoke(page, 'settings.get', {})).settings
}

/** Runs the first action that the palette finds. */
async function runFromPalette(page: Page, typed: string): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await page.keyboard.press('ControlOrMeta+Shift+P')
  await expect(palette).toBeVisible()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
}

test("follows the system's theme and contrast unless Settings override them; changes apply at once, from the palette too, and survive a reload", async ({
  page,
}) => {
  await test.step('a theme, high contrast, larger text and tighter rows apply at once and survive a reload', async () => {
    for (const title of ['One', 'Two']) await invoke(page, 'sessions.create', { title })
    const html = page.locator('html')
    const { message } = new Chat(page)
    const link = page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: 'One' })
    const looks = async () => ({
      textPx: Number.parseFloat(await styleOf(message, 'font-size')),
      rowPx: (await link.boundingBox())?.height ?? 0,
      line: await styleOf(html, '--line-strong'),
      background: await backgroundColor(page),
    })
    const before = await looks()
    const settings = await openSettings(page, 'Appearance')
    const choose = (what: string, value: string) =>
      settings.getByRole('radiogroup', { name: what }).getByText(value, { exact: true }).click()
    await choose('Density', 'Compact')
    await expect.poll(async () => (await looks()).rowPx).toBeLessThan(before.rowPx)
    await choose('High contrast', 'On')
    await expect.poll(async () => (await looks()).line).not.toBe(before.line)
    await choose('Text size', 'Largest')
    await expect.poll(async () => (await looks()).textPx).toBeGreaterThan(before.textPx * 1.2)
    const { background } = await looks()
    await choose('Theme', 'Dark')
    await expect.poll(async () => (await looks()).background).not.toBe(background)

    await expect
      .poll(() => settingsOf(page))
      .toMatchObject({ density: 'compact', highContrast: true, textSize: 'largest', theme: 'dark' })
    const chosen = await looks()
    await page.reload()
    await expect(message).toBeVisible()
    expect(await looks()).toEqual(chosen)
    await invoke(page, 'settings.set', usual)
    await expect(html).not.toHaveAttribute('data-contrast', 'high')
  })

  await test.step("follows changes of the system's theme and contrast, unless Settings override them", async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await backgroundColor(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => backgroundColor(page)).not.toBe(light)
    const dark = await backgroundColor(page)
    await page.emulateMedia({ contrast: 'more' })
    await expect(page.locator('html')).toHaveAttribute('data-contrast', 'high')
    await page.emulateMedia({ contrast: 'no-preference' })
    await expect(page.locator('html')).not.toHaveAttribute('data-contrast', 'high')

    const settings = await openSettings(page, 'Appearance')
    await settings.getByRole('radiogroup', { name: 'Theme' }).getByText('Light', { exact: true }).click()
    await expect.poll(() => backgroundColor(page)).toBe(light)
    await settings.getByRole('radiogroup', { name: 'Theme' }).getByText('System', { exact: true }).click()
    await expect.poll(() => backgroundColor(page)).toBe(dark)
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()
  })

  await test.step('changes theme, text size, density and contrast from the palette, by keyboard', async () => {
    await runFromPalette(page, 'dark theme')
    await expect.poll(() => settingsOf(page)).toMatchObject({ theme: 'dark' })
    await runFromPalette(page, 'larger text')
    await expect.poll(() => settingsOf(page)).toMatchObject({ textSize: 'large' })
    await runFromPalette(page, 'compact spacing')
    await expect.poll(() => settingsOf(page)).toMatchObject({ density: 'compact' })
    await runFromPalette(page, 'turn high contrast on')
    await expect.poll(() => settingsOf(page)).toMatchObject({ highContrast: true })
    await runFromPalette(page, 'smaller text')
    await expect.poll(() => settingsOf(page)).toMatchObject({ textSize: 'normal' })
  })
})

test('prints the messages of a chat, in light colours, and shows what is chosen where the system forces its colours', async ({
  page,
}) => {
  const chat = new Chat(page)
  await chat.begin('fake/long', 'Print me')
  await expect(chat.answerThatIs('complete')).toBeVisible()
  await invoke(page, 'settings.set', { theme: 'dark' })

  await test.step('the paper has the title, the question and the whole answer', async () => {
    await page.emulateMedia({ media: 'print' })
    await page.evaluate('dispatchEvent(new Event("beforeprint")), null')
    for (const place of [page.getByRole('heading', { level: 1 }), chat.questions, chat.answer])
      await expect(place).toBeVisible()
    for (const place of [chat.message, page.getByRole('navigation', { name: 'Chats' })])
      await expect(place).toBeHidden()
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    await expect(page.locator('[data-is-behind]')).toHaveCount(0)
    const [answer, paperPx] = [
      await chat.answer.boundingBox(),
      await page.evaluate('document.documentElement.scrollHeight'),
    ]
    expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThanOrEqual(paperPx as number)
    expect(paperPx).toBeGreaterThan(900)
    const code = chat.answer.locator('pre')
    expect(await code.evaluate((one: Measured) => one.scrollWidth - one.clientWidth)).toBe(0)
    expect((await code.boundingBox())?.height).toBeGreaterThan(1_000)
    await expect(chat.answer.getByRole('button', { name: /^Show all/ })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('forced colours keep the active row, the question, the button that sends, projects and switches apart', async () => {
    await invoke(page, 'projects.save', { name: 'Letters', colour: 'red' })
    await invoke(page, 'projects.save', { name: 'House', colour: 'blue' })
    await page.emulateMedia({ forcedColors: 'active' })
    const rows = page.getByRole('navigation', { name: 'Chats' })
    const active = rows.locator('[aria-current=page]')
    expect(await styleOf(active, 'background-color')).not.toBe(await styleOf(rows, 'background-color'))
    for (const place of [chat.questions.locator('[data-slot=user-bubble]'), chat.send])
      await expect(place).toHaveCSS('outline-style', 'solid')
    const projects = page.getByRole('region', { name: 'Projects' })
    const mark = (colour: string) => projects.locator(`[data-colour=${colour}]`)
    expect(await styleOf(mark('red'), 'background-color')).not.toBe(
      await styleOf(mark('blue'), 'background-color'),
    )
    await page.getByRole('button', { name: 'Tools', exact: true }).click()
    const track = (name: string) => page.getByRole('switch', { name }).locator('[data-slot="track"]')
    const off = await styleOf(track('Run code'), 'background-color')
    await page.getByRole('switch', { name: 'Run code' }).click()
    await expect.poll(() => styleOf(track('Run code'), 'background-color')).not.toBe(off)
    await page.getByRole('switch', { name: 'Run code' }).click()
    await page.keyboard.press('Escape')
    const settings = await openSettings(page, 'Appearance')
    const colourOf = (name: string) => styleOf(settings.getByText(name, { exact: true }), 'background-color')
    expect(await colourOf('Normal')).not.toBe(await colourOf('Large'))
    await page.keyboard.press('Escape')
    await page.emulateMedia({ forcedColors: 'none' })
  })
})
