import { proseTokens } from '../fake-provider/sample-text.ts'
import { completeStream } from '../fake-provider/script.ts'
import { expect, test } from '../fixtures.ts'
import { Chat } from '../helpers/pages/chat.ts'
import { Compare } from '../helpers/pages/compare.ts'
import { inspectedModels } from '../helpers/pages/inspections.ts'
import { Palette } from '../helpers/pages/palette.ts'
import { openSettings } from '../helpers/pages/settings.ts'
import type { Page } from '@playwright/test'

test.use({
  appOptions: {
    models: {
      essay: inspectedModels.essay,
      brisk: completeStream([{ type: 'tokens', tokens: proseTokens(60), perSecond: 120 }]),
    },
  },
})

/** The part of the DOM that these tests use; this project has no DOM types. */
interface PageElement {
  textContent: string | null
  className: unknown
  closest(selector: string): PageElement | null
}
interface PageGlobals {
  said: string[]
  /** Ends the recording before this one. */
  stopRecording?: () => void
  document: { body: unknown; querySelectorAll(selector: string): Iterable<PageElement> }
  getComputedStyle(
    this: void,
    of: PageElement,
    pseudo?: string,
  ): { animation: string; transitionDuration: string }
  MutationObserver: new (
    callback: (changes: { target: PageElement & { parentElement: PageElement } }[]) => void,
  ) => {
    observe(of: unknown, what: object): void
    disconnect(): void
  }
}

/** Records everything that a screen reader would announce from now on. */
function recordAnnouncements(page: Page): Promise<void> {
  return page.evaluate(() => {
    const world = globalThis as unknown as PageGlobals
    world.stopRecording?.()
    world.said = []
    const live = '[aria-live=polite], [aria-live=assertive], [role=alert], [role=status]:not([aria-live=off])'
    const observer = new world.MutationObserver((changes) => {
      const places = changes.map(({ target }) => ('closest' in target ? target : target['parentElement']))
      for (const place of new Set(places.map((element) => (element as PageElement | null)?.closest(live)))) {
        if (place?.textContent) world.said.push(place.textContent)
      }
    })
    observer.observe(world.document.body, { subtree: true, childList: true, characterData: true })
    world.stopRecording = () => observer.disconnect()
  })
}

function announcements(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as PageGlobals).said)
}

test('announces when answers in chats and panes begin and end, and nothing moves if the system asks for reduced motion', async ({
  page,
}) => {
  await test.step('announces an answer when it begins and when it ends, not word by word', async () => {
    const chat = new Chat(page)
    await chat.begin('fake/brisk', 'Begin')
    await chat.answerThatIs('complete').waitFor()
    await page.getByText('Answer finished', { exact: true }).waitFor({ state: 'attached' })
    // A fresh app announces the models that it found, so wait for that first.
    await recordAnnouncements(page)
    await chat.ask('Go on')
    await expect(chat.answers).toHaveCount(2)
    await chat.answerThatIs('complete').waitFor()
    await expect.poll(() => announcements(page)).toEqual(['Answering', 'Answer finished'])
  })

  await test.step('announces each pane once, by name, when its answer ends', async () => {
    const compare = new Compare(page)
    await compare.begin(['fake/brisk', 'fake/stall', 'fake/error-401'])
    await recordAnnouncements(page)
    await compare.ask('All of you')
    await compare.pane(1).status.getByText('Done').waitFor()
    await compare.pane(3).status.getByText('Failed').waitFor()
    await compare.pane(2).answer.getByText('the a small model').waitFor()
    await compare.pane(2).stop.click()
    await compare.pane(2).status.getByText('Stopped').waitFor()
    const panes = (await announcements(page)).filter((words) => words.startsWith('Pane '))
    expect(panes.toSorted()).toEqual(['Pane A done', 'Pane B stopped', 'Pane C failed'])
    expect((await announcements(page)).filter((words) => words.includes('model ')).length).toBeLessThan(3)
    await expect.poll(() => announcements(page)).toContain('You can vote on the answers now.')
  })

  await test.step('nothing moves if the system asks for reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const chat = new Chat(page)
    await chat.begin('fake/essay', 'A chat without motion')
    await page.getByText('Section 1').waitFor()
    expect(await moving(page)).toEqual([])
    await chat.stop.click()
    await page.locator('[data-slot="receipt"]').waitFor()
    const palette = new Palette(page)
    await palette.find('without motion')
    await palette.group('Messages').first().click()
    await page.locator('[data-pointed-out], [data-found]').first().waitFor()
    expect(await moving(page)).toEqual([])
    await openSettings(page, 'Appearance')
    expect(await moving(page)).toEqual([])
    await page.keyboard.press('Escape')
    const compare = new Compare(page)
    await compare.begin(['fake/essay', 'fake/no-headers'])
    await compare.ask('Both of you')
    await compare.pane(1).status.getByText('Streaming').waitFor()
    expect(await moving(page)).toEqual([])
  })
})

/** The classes of elements that still move on the page. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, getComputedStyle } = globalThis as unknown as PageGlobals
    const isMoving = (element: PageElement, pseudo?: string) => {
      const { animation, transitionDuration } = getComputedStyle(element, pseudo)
      const names = /^none\b|\bnone$/.test(animation) || animation === ''
      // A delay before something appears is not movement.
      return (!names && !animation.includes('search-late')) || /[1-9]/.test(transitionDuration)
    }
    return [...document.querySelectorAll('*')]
      .filter((element) => [undefined, '::before', '::after'].some((pseudo) => isMoving(element, pseudo)))
      .map(({ className }) => String(className))
  })
}
