import { EventEmitter } from 'node:events'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { SystemDialogs } from './system-dialogs.ts'

type ShowBox = (window: EventEmitter, box: object) => Promise<{ response: number }>

const box = { message: 'Really?', detail: 'It ends.', buttons: ['Yes', 'No'], cancelId: 1 }
const modules = {
  dialog: { showMessageBox: (() => Promise.reject(new Error('the system would ask'))) as ShowBox },
  shell: {
    openExternal: (_url: string): Promise<void> => Promise.reject(new Error('a browser would open')),
    openPath: (_path: string): Promise<string> => Promise.reject(new Error('a browser would open')),
  },
}
/** Evaluates in this process, as Playwright does in main. */
const evaluate: unknown = (call: (given: unknown, value: unknown) => unknown, value: unknown) =>
  Promise.resolve().then(() => call(modules, value))
const main = { evaluate } as Parameters<typeof SystemDialogs.install>[0]
const dialogs = new SystemDialogs(() => main)

beforeEach(() => SystemDialogs.install(main))
afterEach(() => {
  globalThis.systemDialogs = undefined
})

it('presses a button by its label, in a box that is shown later, and returns what the box says', async () => {
  const asked = dialogs.press('Yes')
  const answer = modules.dialog.showMessageBox(new EventEmitter(), box)
  expect(await asked).toEqual({ message: 'Really?', detail: 'It ends.' })
  expect(await answer).toMatchObject({ response: 0 })
})

it('says which buttons a box has, if the wanted one is missing', async () => {
  void modules.dialog.showMessageBox(new EventEmitter(), box)
  await expect(dialogs.press('Allow')).rejects.toThrow('“Really?” has only the buttons Yes, No')
})

it('cancels a box that is withdrawn, or whose window is closed, so that the next test does not find it', async () => {
  const window = new EventEmitter()
  const withdrawing = new AbortController()
  const answers = [
    modules.dialog.showMessageBox(window, box),
    modules.dialog.showMessageBox(new EventEmitter(), { ...box, signal: withdrawing.signal }),
  ]
  window.emit('closed')
  withdrawing.abort()
  expect(await Promise.all(answers)).toMatchObject([{ response: 1 }, { response: 1 }])
  expect(globalThis.systemDialogs?.boxes).toEqual([])
})

it('records links and files in order instead of opening them', async () => {
  await modules.shell.openExternal('https://one.example/')
  await modules.shell.openPath('/tmp/page.html')
  expect([await dialogs.openedLink(), await dialogs.openedLink()]).toEqual([
    'https://one.example/',
    '/tmp/page.html',
  ])
})
