import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { inspectState } from '../helpers/pages/accessibility.ts'
import { agreeOutside, reloadAnyway, separateProcesses } from '../helpers/pages/approvals.ts'
import { Chat, pickModel } from '../helpers/pages/chat.ts'
import { requestOf } from '../helpers/pages/request-of.ts'
import { invoke, openByAddress, storedMessages } from '../helpers/pages/window-api.ts'
import { samplePdf, samplePng } from '../../src/main/store/attachments/testing/sample-files.ts'

const answered = completeStream([{ type: 'tokens', tokens: ['All is well.'] }])
const png = samplePng(120, 80)

test.use({ appOptions: { models: { plain: answered } }, ...separateProcesses })

interface GivenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const image: GivenFile = { name: 'red.png', mimeType: 'image/png', buffer: png }
const code: GivenFile = { name: 'main.rs', mimeType: '', buffer: Buffer.from('fn main() {}\n') }

async function pick(page: Page, files: GivenFile[], place: Page | Locator = page): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await place.getByRole('button', { name: 'Attach files' }).first().click()
  await (await choosing).setFiles(files)
}

/** The browser's constructors for such events; this project has no DOM types. */
interface PageGlobals {
  DataTransfer: new () => { items: { add(file: File): void }; setData(type: string, text: string): void }
  ClipboardEvent: new (type: string, init: object) => Event
  DragEvent: new (type: string, init: object) => Event
}

/**
 * Dispatches the event that a browser creates when a person pastes or drops a file. Returns whether the
 * default action is left to the browser. The text is repeated in the page, because handing over a long one freezes it.
 */
async function dispatchFiles(
  page: Page,
  how: 'paste' | 'dragover' | 'drop',
  files: GivenFile[],
  text = '',
  times = 1,
): Promise<boolean> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    data: buffer.toString('base64'),
  }))
  return page.getByRole('textbox', { name: 'Message', exact: true, includeHidden: true }).evaluate(
    (field, handed) => {
      const { DataTransfer, ClipboardEvent, DragEvent } = globalThis as unknown as PageGlobals
      const data = new DataTransfer()
      for (const { name, mimeType, data: base64 } of handed.given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      if (handed.text !== '') data.setData('text/plain', handed.text.repeat(handed.times))
      const init = { bubbles: true, cancelable: true }
      const target = field as unknown as EventTarget
      return target.dispatchEvent(
        handed.how === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent(handed.how, { ...init, dataTransfer: data }),
      )
    },
    { how, given, text, times },
  )
}

const toSend = (page: Page) => page.getByRole('list', { name: 'Files to send' })

/** The view of a new chat, which is not stored yet. */
async function newChat(page: Page): Promise<Chat> {
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  await pickModel(page, page, 'fake/plain')
  return new Chat(page)
}

/** A stored chat without messages. */
async function emptyChat(page: Page): Promise<Chat> {
  const { session } = await invoke(page, 'sessions.create', { model: 'fake/plain' })
  await openByAddress(page, 'chat', session.id)
  return new Chat(page)
}

test('files are picked, pasted or dropped, sent to a chat or to every pane, and stay with the draft and the message; those that cannot be sent are refused', async ({
  page,
  app,
}) => {
  await test.step('picked files are listed above the text, sent with the message, and can be opened from it', async () => {
    const chat = await newChat(page)
    await pick(page, [image, code])
    await expect(toSend(page).getByRole('listitem')).toHaveText([/red\.png.*120 × 80/, /main\.rs.*13 bytes/])
    await chat.ask('What are these?')
    await chat.answerThatIs('complete').waitFor()
    await expect(toSend(page)).toBeHidden()

    const { body } = await requestOf(app.fake, 'plain', 'What are these?')
    const sent = JSON.stringify(body)
    expect(sent).toContain(png.toString('base64'))
    expect(sent).toContain('Attached file: main.rs')

    const thumbnail = chat.questions.getByRole('button', { name: 'Open red.png' })
    await expect(thumbnail.locator('img')).toHaveJSProperty('naturalWidth', 120)
    await chat.questions.getByRole('button', { name: 'Open main.rs' }).click()
    const preview = page.getByRole('dialog', { name: 'main.rs' })
    await expect(preview).toContainText('fn main() {}')
    const saving = page.waitForEvent('download')
    await preview.getByRole('button', { name: 'Save' }).click()
    expect((await saving).suggestedFilename()).toBe('main.rs')
    await page.keyboard.press('Escape')
    await thumbnail.click()
    await expect(
      page.getByRole('dialog', { name: 'red.png' }).getByRole('img', { name: 'red.png' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a pasted image can be sent without text', async () => {
    const chat = await emptyChat(page)
    await dispatchFiles(page, 'paste', [{ ...image, name: 'image.png' }])
    await expect(toSend(page)).toContainText('image.png')
    await chat.send.click()
    await chat.answerThatIs('complete').waitFor()
    expect((await storedMessages(page))[0]?.parts).toMatchObject([{ type: 'attachment', name: 'image.png' }])
  })

  await test.step('files can be dropped anywhere in the chat, and removed again', async () => {
    const chat = await emptyChat(page)
    await dispatchFiles(page, 'dragover', [image])
    await expect(page.getByText('Drop to attach')).toBeVisible()
    await dispatchFiles(page, 'drop', [image, code])
    await expect(page.getByText('Drop to attach')).toBeHidden()
    await expect(toSend(page).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Remove red.png' }).click()
    await expect(toSend(page).getByRole('listitem')).toHaveText([/main\.rs/])
    await chat.ask('Only the code')
    await chat.answerThatIs('complete').waitFor()
    expect((await storedMessages(page))[0]?.parts).toMatchObject([{ name: 'main.rs' }, { type: 'text' }])
  })

  await test.step('a file dropped beside an open dialog is not attached, and the page stays', async () => {
    await emptyChat(page)
    await page.getByRole('button', { name: 'Settings', exact: true }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await dispatchFiles(page, 'dragover', [image])).toBe(false)
    await expect(page.getByText('Drop to attach')).toHaveCount(0)
    expect(await dispatchFiles(page, 'drop', [image])).toBe(false)
    await page.getByRole('dialog').press('Escape')
    await expect(toSend(page)).toHaveCount(0)
  })

  await test.step('sends the attachments of the shared message to every pane of a comparison', async () => {
    await page.getByRole('button', { name: 'New comparison' }).first().click()
    for (const name of ['Pane A', 'Pane B']) {
      await pickModel(page, page.getByRole('region', { name, exact: true }), 'fake/plain')
    }
    const all = page.locator('[data-look="wide"]')
    await pick(page, [image], all)
    await expect(toSend(page)).toContainText('120 × 80')
    await page.getByRole('textbox', { name: 'Message all panes' }).fill('Compare this')
    await page.getByRole('button', { name: 'Send to all' }).click()
    const question = page.getByRole('region', { name: 'Question to all panes' })
    await question.getByRole('button', { name: 'Show all' }).click()
    await expect(question.getByRole('button', { name: 'Open red.png' })).toBeVisible()
    const { body } = await requestOf(app.fake, 'plain', 'Compare this')
    expect(JSON.stringify(body)).toContain(png.toString('base64'))
  })

  await test.step('refuses a file that is not an image, text or PDF, and sends the message only once it is removed', async () => {
    const chat = await emptyChat(page)
    const program = {
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]),
    }
    await pick(page, [program])
    await expect(toSend(page).getByRole('alert')).toContainText('This file type is not supported.')
    await chat.ask('Look')
    await expect(page.getByRole('alert').filter({ hasText: 'was not attached' })).toBeVisible()
    await expect(chat.message).toHaveValue('Look')
    await page.getByRole('button', { name: 'Remove photo.png' }).click()
    await chat.send.click()
    await chat.answerThatIs('complete').waitFor()
  })

  await test.step('shows a PDF as its text, which is what the model gets', async () => {
    const chat = await emptyChat(page)
    const buffer = samplePdf(['The invoice is due.', 'On Friday.'])
    await pick(page, [{ name: 'invoice.pdf', mimeType: 'application/pdf', buffer }])
    await expect(toSend(page)).toContainText('2 pages')
    await toSend(page).getByRole('button', { name: 'Open invoice.pdf' }).click()
    await expect(page.getByRole('dialog', { name: 'invoice.pdf' })).toContainText('The invoice is due.')
    await page.keyboard.press('Escape')
    await chat.ask('When is it due?')
    await chat.answerThatIs('complete').waitFor()
    const { body } = await requestOf(app.fake, 'plain', 'When is it due?')
    expect(JSON.stringify(body)).toContain('On Friday.')
  })

  await test.step('turns a long pasted text into a file on request, and back into text', async () => {
    const chat = await emptyChat(page)
    const long = 'All work and no play. '.repeat(600)
    await dispatchFiles(page, 'paste', [], long)
    await chat.message.fill(`Look: ${long}`)
    await page.getByRole('button', { name: 'Attach as file' }).press('Enter')
    // The next Space must type into the message, not press the button that restores the paste.
    await expect(chat.message).toBeFocused()
    await expect(toSend(page)).toContainText('Pasted text.txt')
    await expect(chat.message).toHaveValue('Look: ')
    await page.getByRole('button', { name: 'Paste as text' }).click()
    await expect(toSend(page)).toBeHidden()
    await expect(chat.message).toHaveValue(`Look: ${long}`)
    await dispatchFiles(page, 'paste', [], 'lorem ipsum ', 420_000)
    await expect(page.getByRole('alert')).toContainText('at most 1,000,000')
    await expect(page.getByRole('button', { name: 'Attach as file' })).toBeHidden()
    await expect(chat.message).toHaveValue(`Look: ${long}`)
    await chat.message.fill('')
  })

  await test.step('scales a large image down before sending it', async () => {
    await emptyChat(page)
    await pick(page, [{ name: 'wide.png', mimeType: 'image/png', buffer: samplePng(4_096, 1_024) }])
    await expect(toSend(page)).toContainText('2,048 × 512')
    await expect(toSend(page).getByTitle(/Scaled down from 4096 × 1024 to 2048 × 512/)).toBeVisible()
  })

  await test.step('sends a scrolling screenshot as pieces in full detail', async () => {
    const chat = await emptyChat(page)
    await pick(page, [{ name: 'page.png', mimeType: 'image/png', buffer: samplePng(540, 6_000) }])
    await expect(toSend(page).getByText('page (8 of 8).png')).toBeVisible()
    await expect(toSend(page).getByText(/540 × 778/)).toHaveCount(8)
    await expect(
      toSend(page)
        .getByTitle(/One of 8 overlapping pieces.*540 × 6000/)
        .first(),
    ).toBeVisible()
    await chat.ask('What is on this page?')
    await chat.answerThatIs('complete').waitFor()
    expect((await storedMessages(page))[0]?.parts).toMatchObject([
      ...Array.from({ length: 8 }, (_, index) => ({
        name: `page (${index + 1} of 8).png`,
        width: 540,
        height: 778,
      })),
      { type: 'text' },
    ])
  })

  await test.step('keeps attachments with the draft when another chat is opened, and across a reload', async () => {
    const chat = await emptyChat(page)
    await chat.ask('Hello')
    await chat.answerThatIs('complete').waitFor()
    const address = page.url()
    await pick(page, [image])
    await expect(toSend(page)).toContainText('120 × 80')
    await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
    await expect(toSend(page)).toBeHidden()
    await page.goto(address)
    // A pane of the comparison above is still answering.
    await reloadAnyway(app, page)
    await expect(toSend(page)).toContainText('red.png')
  })

  await test.step('an edited message keeps the attachments that are not removed, also after /retry', async () => {
    const chat = await emptyChat(page)
    await pick(page, [image, code])
    await expect(toSend(page).getByRole('listitem')).toHaveCount(2)
    await chat.ask('First')
    await chat.answerThatIs('complete').waitFor()

    await chat.questions.hover()
    await chat.questions.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Remove red.png' }).click()
    await page.getByRole('textbox', { name: 'Edit message' }).fill('Second')
    await page.getByRole('button', { name: 'Resend', exact: true }).click()
    await expect(chat.questions).toContainText('Second')
    await chat.answerThatIs('complete').waitFor()
    expect((await storedMessages(page))[0]?.parts).toMatchObject([{ name: 'main.rs' }, { text: 'Second' }])

    await chat.message.fill('/retry')
    await chat.message.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Edit message' })).toHaveValue('Second')
    await expect(toSend(page).getByRole('listitem')).toHaveText([/main\.rs/])
  })
})

test('a question in a project gets what its files say, and the answer shows what it had', async ({
  app,
  page,
}) => {
  const chat = new Chat(page)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-knowledge-')))
  const { project: brewing } = await invoke(page, 'projects.save', { name: 'Brewing', model: 'fake/brief' })
  const project = page
    .getByRole('region', { name: 'Projects' })
    .getByRole('button', { name: 'Brewing', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Knowledge of Brewing' })
  const sources = dialog.getByRole('list', { name: 'Files and folders' })

  try {
    await test.step('files are added, and a folder once the user has confirmed it outside the window', async () => {
      writeFileSync(join(folder, 'kettle.md'), 'The kettle is descaled on Tuesdays.')
      writeFileSync(join(folder, 'photo.raw'), Buffer.from([0, 1, 2, 0xff]))
      await project.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Knowledge…' }).click()
      await dialog
        .locator('input[type=file]')
        .setInputFiles([{ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('PNG') }])
      await expect(dialog.getByRole('alert')).toContainText('photo.png was not added.')
      const dropped = await page.evaluateHandle(() => {
        const { DataTransfer } = globalThis as unknown as {
          DataTransfer: new () => { items: { add: (file: object) => void } }
        }
        const data = new DataTransfer()
        data.items.add(new File(['Steep for three minutes.'], 'tea.txt', { type: 'text/plain' }))
        return data
      })
      await sources.dispatchEvent('dragenter', { dataTransfer: dropped })
      await expect(dialog.getByText('Drop files to add them')).toBeVisible()
      await sources.dispatchEvent('drop', { dataTransfer: dropped })
      await expect(sources).toContainText('tea.txt')
      await expect(dialog.getByText('Drop files to add them')).toBeHidden()
      await app.dialogs?.choose(folder)
      await dialog.getByRole('button', { name: 'Add folder' }).click()
      // A folder that is chosen in a dialog of the system needs no other approval.
      if (app.dialogs === null) {
        await dialog.getByLabel('Full path of the folder').fill(folder)
        await page.keyboard.press('Enter')
        await expect(page.getByText('Let a project’s models read a folder?')).toBeVisible()
        // The dialog of the project still leads to the request.
        await page.keyboard.press('Escape')
        await expect(dialog.getByRole('link', { name: 'Review request' })).toBeVisible()
        expect(await agreeOutside(app, page)).toEqual({
          text: 'Use this folder as knowledge for a project?',
          details: [folder],
        })
      }
      await expect(sources.getByRole('button', { name: /^Files of / })).toBeVisible()
      await expect(sources).toContainText('2 files')
      await expect(sources).toContainText('1 not read')
      await sources.getByRole('button', { name: /^Files of / }).press('Enter')
      await expect(sources).toContainText('No text that Parley can read')
      expect((await inspectState(page, 'knowledge of a project')).violations).toEqual([])
    })

    await test.step('a removed file is put back by Undo', async () => {
      await sources.getByRole('button', { name: 'Remove tea.txt' }).press('Enter')
      await expect(sources).not.toContainText('tea.txt')
      await dialog.getByRole('button', { name: 'Undo' }).press('Enter')
      await expect(sources).toContainText('24 bytes · about 6 tokens')
      await page.keyboard.press('Escape')
    })

    await test.step('the request has both files, which can be opened below an answer that does not cite them, also after a reload', async () => {
      await project.click()
      await chat.beginByHand('fake/brief', 'When is the kettle descaled?')
      await expect(chat.answerThatIs('complete')).toBeVisible()
      const { body } = await requestOf(app.fake, 'brief', 'When is the kettle descaled?')
      expect(JSON.stringify(body)).toMatch(/Steep for three minutes\..*The kettle is descaled on Tuesdays\./)
      await page.reload()
      const excerpts = page.getByRole('region', { name: 'From the project’s files' })
      await expect(excerpts.getByRole('listitem')).toHaveCount(0)
      await excerpts.getByRole('button', { name: 'Show 2 uncited excerpts' }).press('Enter')
      await expect(excerpts.getByRole('listitem')).toHaveCount(2)
      await excerpts.getByRole('button', { name: /kettle\.md$/ }).press('Enter')
      const excerpt = page.getByRole('dialog', { name: /kettle\.md$/ })
      await expect(excerpt.getByRole('group')).toHaveText('The kettle is descaled on Tuesdays.')
      expect((await inspectState(page, 'excerpt of a file')).violations).toEqual([])
      await page.keyboard.press('Escape')
      await expect(excerpts.getByRole('button', { name: /kettle\.md$/ })).toBeFocused()
    })

    await test.step('the context meter says how much of the context the files use', async () => {
      const sized = { id: 'sized', kind: 'anthropic', baseUrl: app.fake.baseUrl, apiKey: 'any' } as const
      await invoke(page, 'providers.save', sized)
      await invoke(page, 'models.list', { refresh: true })
      const { session } = await invoke(page, 'sessions.create', {
        model: 'sized/brief',
        projectId: brewing.id,
      })
      await openByAddress(page, 'chat', session.id)
      const meter = page.getByRole('button', { name: 'What uses the context' })
      await meter.press('Enter')
      const uses = page.getByRole('dialog', { name: 'Context' })
      await expect(uses.getByRole('term').filter({ hasText: 'Knowledge' })).toBeVisible()
      await expect(uses).toContainText(/Knowledge\s*1\d(?!\d)/)
      await expect(uses.getByRole('button', { name: 'Compact chat…' })).toBeFocused()
      // Escape closes it wherever the focus is.
      for (const place of [uses, meter]) {
        if (place === meter) await meter.press('Enter')
        await place.press('Escape')
        await expect(uses).toBeHidden()
        await expect(meter).toBeFocused()
      }
      await invoke(page, 'providers.remove', { id: 'sized' })
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
