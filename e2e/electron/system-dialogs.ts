import type { ElectronApplication } from '@playwright/test'
import type { BaseWindow, MessageBoxOptions, MessageBoxReturnValue } from 'electron'

import { scaledTimeout } from '../suite/limits/slowness.ts'

/** How soon Parley asks, or opens a link. */
const asksWithinMs = 7_000
const lookEveryMs = 20

/** The texts of a message box. */
export interface Asked {
  message: string
  detail: string
}

declare global {
  /** Set in main, in place of the system's dialogs. */
  var systemDialogs:
    | {
        boxes: (Asked & { buttons: string[]; press: (index: number) => void })[]
        links: string[]
        /** The user's choice in dialogs for files and folders; null cancels. */
        chosen: string | null
      }
    | undefined
}

type Driven = Pick<ElectronApplication, 'evaluate'>

/** The message boxes of an app in Electron, which a test answers, and the links that it opens in the browser. */
export class SystemDialogs {
  readonly #electron: () => Driven

  /** `electron` returns the app, which may be another one after a restart. */
  constructor(electron: () => Driven) {
    this.#electron = electron
  }

  /** Replaces the system's dialogs and its browser, which no test can control. */
  static async install(electron: Driven): Promise<void> {
    await electron.evaluate(({ dialog, shell }) => {
      const open: NonNullable<typeof systemDialogs> = { boxes: [], links: [], chosen: null }
      globalThis.systemDialogs = open
      const ask = (window: BaseWindow, options: MessageBoxOptions) =>
        new Promise<MessageBoxReturnValue>((resolve) => {
          const { message, detail = '', buttons = [], cancelId = 0, signal } = options
          const press = (response: number) => {
            open.boxes = open.boxes.filter((each) => each !== box)
            resolve({ response, checkboxChecked: false })
          }
          const box = { message, detail, buttons, press }
          open.boxes.push(box)
          signal?.addEventListener('abort', () => press(cancelId))
          window.once('closed', () => press(cancelId))
        })
      dialog.showMessageBox = ask as typeof dialog.showMessageBox
      dialog.showOpenDialog = () =>
        Promise.resolve({
          canceled: open.chosen === null,
          filePaths: open.chosen === null ? [] : [open.chosen],
        })
      shell.openExternal = (url) => {
        open.links.push(url)
        return Promise.resolve()
      }
      shell.openPath = (path) => {
        open.links.push(path)
        return Promise.resolve('')
      }
    })
  }

  /** Waits for the next message box. */
  async shown(): Promise<void> {
    const look = () => this.#electron().evaluate(() => globalThis.systemDialogs?.boxes[0]?.message ?? null)
    await firstOf(look, 'no message box was shown')
  }

  /** Presses a button of the next message box, and returns what the box says. */
  press(button: string): Promise<Asked> {
    const look = () =>
      this.#electron().evaluate((_modules, label) => {
        const box = globalThis.systemDialogs?.boxes[0]
        if (box === undefined) return null
        const index = box.buttons.indexOf(label)
        if (index === -1) throw new Error(`“${box.message}” has only the buttons ${box.buttons.join(', ')}`)
        // An evaluation may interrupt a function of main, so the answer waits for a turn of its own.
        setImmediate(() => box.press(index))
        return { message: box.message, detail: box.detail }
      }, button)
    return firstOf(look, 'no message box was shown')
  }

  /** From now on, dialogs for folders choose this one. */
  async choose(folder: string): Promise<void> {
    await this.#electron().evaluate((_modules, path) => {
      if (globalThis.systemDialogs !== undefined) globalThis.systemDialogs.chosen = path
    }, folder)
  }

  /** The address or the file that Parley opens next in the browser. */
  openedLink(): Promise<string> {
    const look = () => this.#electron().evaluate(() => globalThis.systemDialogs?.links.shift() ?? null)
    return firstOf(look, 'no link was opened')
  }
}

async function firstOf<Found>(look: () => Promise<Found | null>, silence: string): Promise<Found> {
  const deadlineMs = performance.now() + scaledTimeout(asksWithinMs)
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > deadlineMs) throw new Error(`${silence} within ${asksWithinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
