import type { Locator, Page } from '@playwright/test'

import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import { invoke } from '../helpers/pages/window-api.ts'

async function removePrompts(page: Page): Promise<void> {
  for (const { id } of (await invoke(page, 'prompts.list', {})).prompts) {
    await invoke(page, 'prompts.remove', { promptId: id })
  }
}

test.beforeEach(({ page }) => removePrompts(page))

async function openPrompts(page: Page): Promise<Locator> {
  const settings = await openSettings(page, 'General')
  await settings.getByRole('button', { name: 'Open prompts' }).click()
  const prompts = page.getByRole('dialog', { name: 'Prompts' })
  await expect(settings).toBeHidden()
  return prompts
}

/** Checks the text of the composer, and that it has the focus. */
async function expectComposed(field: Locator, text: string | RegExp): Promise<void> {
  await expect(field).toHaveValue(text)
  await expect(field).toBeFocused()
}

test('a prompt is created, found, changed, deleted and restored, and unsaved changes are kept', async ({
  page,
}) => {
  await test.step('a prompt can be created, found, changed, deleted and restored', async () => {
    const prompts = await openPrompts(page)
    await prompts.getByRole('button', { name: 'Write a prompt' }).click()
    await expect(prompts.getByLabel('Name')).toBeFocused()
    await prompts.getByLabel('Name').fill('Review')
    await prompts.getByLabel('Text').fill('Review {{what}} by {{date}}')
    await expect(prompts.getByText('Asks for what')).toBeVisible()
    await prompts.getByRole('button', { name: 'Save', exact: true }).click()

    const list = prompts.getByRole('list', { name: 'Prompts' })
    await expect(list.getByRole('button', { name: /^Review/ })).toHaveAttribute('aria-current', 'true')
    // Only a saved prompt can be deleted.
    const remove = prompts.getByRole('button', { name: 'Delete' })
    await expect(remove).toBeVisible()
    await prompts.getByRole('button', { name: 'New prompt', exact: true }).click()
    await prompts.getByLabel('Name').fill('REVIEW')
    await prompts.getByLabel('Text').fill('another')
    await prompts.getByLabel('Text').press('ControlOrMeta+Enter')
    await expect(prompts.getByRole('alert')).toHaveText(
      'A prompt named Review already exists. Choose another name.',
    )
    await prompts.getByLabel('Name').fill('Summary')
    await prompts.getByLabel('Text').press('ControlOrMeta+Enter')
    await expect(remove).toBeVisible()
    await expect(list.getByRole('button')).toHaveCount(2)

    await prompts.getByRole('searchbox', { name: 'Search prompts' }).fill('another')
    await expect(list.getByRole('button')).toHaveCount(1)
    await prompts.getByRole('searchbox', { name: 'Search prompts' }).fill('')
    await list.getByRole('button', { name: /^Review/ }).click()
    await remove.click()
    await expect(list.getByRole('button')).toHaveCount(1)
    await prompts.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(prompts.getByLabel('Text')).toHaveValue('Review {{what}} by {{date}}')
    const stored = await invoke(page, 'prompts.list', {})
    expect(stored.prompts.map(({ name, text }) => [name, text])).toEqual([
      ['Review', 'Review {{what}} by {{date}}'],
      ['Summary', 'another'],
    ])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('unsaved changes are there when the dialog is opened again', async () => {
    await removePrompts(page)
    await invoke(page, 'prompts.save', { name: 'Kept', text: 'as it was' })
    const prompts = await openPrompts(page)
    // Until they are read again, the dialog shows the prompts that were removed.
    await expect(prompts.getByLabel('Text')).toHaveValue('as it was')
    await prompts.getByLabel('Text').fill('half a thought')
    await page.keyboard.press('Escape')
    await expect(prompts).toBeHidden()
    await openPrompts(page)
    await expect(prompts.getByLabel('Text')).toHaveValue('half a thought')
    await prompts.getByRole('button', { name: 'Discard changes' }).click()
    await expect(prompts.getByLabel('Text')).toHaveValue('as it was')
  })
})

test('/prompt asks for variables, reads the clipboard, refuses unknown names, and works for all panes of a comparison', async ({
  page,
}) => {
  await test.step('/prompt asks for the variables, remembers them, and fills the composer without sending', async () => {
    await invoke(page, 'prompts.save', { name: 'Plain', text: 'Nothing to ask' })
    await invoke(page, 'prompts.save', {
      name: 'Letter to',
      text: 'Write to {{who}} about {{what}}.\n{{date}}',
    })
    const chat = new Chat(page)
    await chat.message.fill('/prompt let')
    const list = page.getByRole('listbox', { name: 'Commands' })
    await expect(list.getByRole('option', { name: /Letter to/ })).toBeVisible()
    await chat.message.press('Enter')
    await expect(chat.message).toHaveValue('/prompt Letter to')
    await chat.message.press('Enter')

    const form = page.getByRole('region', { name: 'Letter to' })
    await expect(form.getByLabel('who')).toBeFocused()
    await page.keyboard.type('Ada')
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('what')).toBeFocused()
    await page.keyboard.type('engines')
    await page.keyboard.press('Enter')
    await expectComposed(chat.message, /^Write to Ada about engines\.\n.*\d{4}/)
    await expect(chat.questions).toHaveCount(0)

    await chat.message.fill('/prompt letter to')
    await chat.message.press('Enter')
    await chat.message.press('Enter')
    await expect(form.getByLabel('who')).toHaveValue('Ada')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expectComposed(chat.message, '')

    await chat.message.fill('/prompt plain')
    await chat.message.press('Enter')
    await chat.message.press('Enter')
    await expectComposed(chat.message, 'Nothing to ask')
  })

  await test.step('refuses the name of a prompt that does not exist, and keeps what was typed', async () => {
    const chat = new Chat(page)
    await chat.message.fill('/prompt nowhere')
    await chat.message.press('Enter')
    await expect(page.getByRole('alert')).toContainText('There is no prompt named “nowhere”')
    await expectComposed(chat.message, '/prompt nowhere')
  })

  await test.step('the clipboard fills its variable if it may be read, and is asked for if not', async () => {
    await invoke(page, 'prompts.save', { name: 'Explain', text: 'Explain: {{clipboard}}' })
    const chat = new Chat(page)
    const use = async () => {
      await chat.message.fill('/prompt Explain')
      await chat.message.press('Enter')
    }
    await use()
    const form = page.getByRole('region', { name: 'Explain' })
    await form.getByLabel('clipboard').fill('pasted')
    await form.getByRole('button', { name: 'Insert' }).click()
    await expectComposed(chat.message, 'Explain: pasted')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() =>
      (
        globalThis as unknown as { navigator: { clipboard: { writeText: (text: string) => Promise<void> } } }
      ).navigator.clipboard.writeText('copied'),
    )
    await use()
    await expectComposed(chat.message, 'Explain: copied')
  })

  await test.step('/prompt works for all panes of a new or stored comparison', async () => {
    await invoke(page, 'prompts.save', { name: 'Ask', text: 'What is {{thing}}?' })
    await page.getByRole('button', { name: 'New comparison' }).first().click()
    const field = page.getByRole('textbox', { name: 'Message all panes' })
    const use = async (thing: string) => {
      await field.fill('/prompt Ask')
      // The window learns of the saved prompt by an event.
      await expect(page.getByRole('option', { name: 'What is' })).toBeVisible()
      await field.press('Enter')
      await page.getByRole('region', { name: 'Ask' }).getByLabel('thing').fill(thing)
      await page.keyboard.press('Enter')
      await expectComposed(field, `What is ${thing}?`)
    }
    await use('a boat')
    await page.getByRole('button', { name: 'Send to all' }).click()
    await expect(page.locator('article[data-role=user]').first()).toHaveText(/What is a boat/)
    await expect(page).toHaveURL(/#\/compare\/(?!new)/)
    await use('a sail')
  })
})
