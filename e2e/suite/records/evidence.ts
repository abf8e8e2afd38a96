import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { Page, TestInfo } from '@playwright/test'

import type { LiveApp } from '../../helpers/live-app.ts'
import { type AnswerLimit, answerWithin } from '../limits/answer-within.ts'
import { observeDescendants } from '../limits/process-times.ts'
import type { Secrets } from './secrets.ts'

/** A broken app may not answer at all. */
const answersWithinMs = 1_000

/** Collects the evidence of one test and, if it failed, keeps it without secrets. */
export class Evidence {
  readonly #testInfo: TestInfo
  readonly #secrets: Secrets
  readonly #logPath: string | null
  readonly #logStartBytes: number
  readonly #windowLog: string[] = []

  /** From now on the logs of `app` belong to this test. */
  constructor(app: LiveApp, testInfo: TestInfo, secrets: Secrets) {
    this.#testInfo = testInfo
    this.#secrets = secrets
    this.#logPath = app.logPath
    this.#logStartBytes = sizeOf(app.logPath)
  }

  watch(page: Page): void {
    const note = (text: string) => this.#windowLog.push(`${new Date().toISOString()} ${text}`)
    page.on('console', (message) => note(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => note(`uncaught: ${error.stack ?? error.message}`))
    page.on('crash', () => note('the process of the window crashed'))
    page.on('close', () => note('the window was closed'))
  }

  /**
   * Keeps screenshots and pages, logs since the test began, health, and what is open and running. Never
   * rejects.
   */
  async keep(app: LiveApp, pages: readonly Page[]): Promise<void> {
    const open = pages.filter((page) => !page.isClosed())
    await Promise.all([
      ...open.map((page, index) => this.#keepPicture(page, index + 1)),
      ...open.map((page, index) => this.#keepPage(page, index + 1)),
      this.#keepAnswer('health', () => app.health()),
      this.#keepAnswer('open-streams-and-runs', () => app.inspect()),
    ])
    this.#keepText('main.log', this.#mainLog(app))
    this.#keepText('window.log', this.#windowLog.join('\n'))
  }

  async #keepPicture(page: Page, number: number): Promise<void> {
    const path = this.#testInfo.outputPath(`window-${number}.png`)
    try {
      const mask = [page.locator('input[type=password]')]
      await answerWithin(
        page.screenshot({ path, mask, timeout: 0, animations: 'disabled' }),
        'the screenshot was not taken',
        limitOf('a screenshot of the window'),
      )
      this.#attach(`window ${number}`, path, 'image/png')
    } catch (error) {
      this.#windowLog.push(`no screenshot of window ${number}: ${String(error)}`)
    }
  }

  /** The HTML of the window, to search for elements. */
  async #keepPage(page: Page, number: number): Promise<void> {
    const html = await answerWithin(
      page.evaluate(pageWithoutPasswords),
      'the window could not be read',
      limitOf('the page of a window'),
    ).catch((error: unknown) => `<!-- ${String(error)} -->`)
    this.#keepText(`window-${number}.html`, html)
  }

  async #keepAnswer(name: string, ask: () => Promise<unknown>): Promise<void> {
    const answer = await answerWithin(ask(), 'the app gave no answer', limitOf(name)).catch(
      (error: unknown) => String(error),
    )
    this.#keepText(`${name}.json`, JSON.stringify(answer, null, 2))
  }

  #mainLog(app: LiveApp): string {
    const errors = app.host?.stderr() ?? ''
    const stderr = errors === '' ? '' : `\n--- standard error of main, newest part\n${errors}`
    if (this.#logPath === null) return `The suite cannot read the log of this app.${stderr}`
    const log = readLog(this.#logPath)
    // A shorter log means that it was rotated during the test, so all of it belongs to the test.
    const start = log.length < this.#logStartBytes ? 0 : this.#logStartBytes
    return log.subarray(start).toString('utf8') + stderr
  }

  #keepText(name: string, text: string): void {
    const path = this.#testInfo.outputPath(name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, this.#secrets.redact(text))
    this.#attach(name, path, typeOf(name))
  }

  #attach(name: string, path: string, contentType: string): void {
    this.#testInfo.attachments.push({ name, path, contentType })
  }
}

/** Runs in the window. */
function pageWithoutPasswords(): string {
  const { document } = globalThis as unknown as { document: { documentElement: PageElement } }
  const copy = document.documentElement.cloneNode(true)
  for (const field of copy.querySelectorAll('input[type=password]')) field.removeAttribute('value')
  return `<!doctype html>\n${copy.outerHTML}`
}

/** The part of the DOM's Element that is used; this project has no DOM types. */
interface PageElement {
  outerHTML: string
  cloneNode: (isDeep: boolean) => PageElement
  querySelectorAll: (selector: string) => Iterable<PageElement>
  removeAttribute: (name: string) => void
}

function typeOf(name: string): string {
  if (name.endsWith('.json')) return 'application/json'
  return name.endsWith('.html') ? 'text/html' : 'text/plain'
}

function limitOf(name: string): AnswerLimit {
  return { name, limitMs: answersWithinMs, observe: observeDescendants() }
}

function readLog(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    return Buffer.from(`the log could not be read: ${String(error)}\n`)
  }
}

function sizeOf(path: string | null): number {
  return path === null ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
}
