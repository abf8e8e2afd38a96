import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import type { Confirmation } from '../platform/platform'
import { temporaryFolder } from '../base/testing/temporary-folder'
import { OutsidePages } from './outside-pages'

const { signal } = new AbortController()

function stage({ agrees = true, opens = () => Promise.resolve() } = {}) {
  const place = temporaryFolder()
  const asked: Confirmation[] = []
  const opened: string[] = []
  const pages = new OutsidePages(
    {
      confirm: (question) => Promise.resolve(asked.push(question) > 0 && agrees),
      async openFile(path) {
        await opens()
        opened.push(path)
      },
    },
    place,
  )
  return { place, asked, opened, pages }
}

test('opens a page from a file that is alone in a private folder and named by Parley', async () => {
  const { asked, opened, pages } = stage()
  expect(await pages.open('<title>Claude</title>', signal)).toBe(true)
  expect(asked).toEqual([{ kind: 'answer-page', lines: [] }])
  const [file = ''] = opened
  const folder = dirname(file)
  expect([basename(file), readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual([
    'page.html',
    '<title>Claude</title>',
    ['page.html'],
  ])
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
  pages.close()
  expect(existsSync(folder)).toBe(false)
})

test('writes nothing if the user declines', async () => {
  const { place, opened, pages } = stage({ agrees: false })
  expect(await pages.open('<p>', signal)).toBe(false)
  expect([opened, readdirSync(place)]).toEqual([[], []])
})

test('keeps only the newest files', async () => {
  const { place, opened, pages } = stage()
  for (let index = 0; index < 13; index += 1) await pages.open(`${index}`, signal)
  expect(readdirSync(place)).toHaveLength(10)
  expect(opened.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))).toEqual(
    Array.from({ length: 10 }, (_, index) => `${index + 3}`),
  )
})

const refusal = (detail: string) => ({ code: 'INTERNAL', data: { reason: 'page-not-opened', detail } })

test('says why a page could not be opened: no program, no desktop, or no place for the file', async () => {
  const { place, pages } = stage({ opens: () => Promise.reject(new Error('no program opens it')) })
  await expect(pages.open('<p>', signal)).rejects.toMatchObject(refusal('no program opens it'))
  const withoutDesktop = new OutsidePages({ confirm: () => Promise.resolve(true) }, place)
  await expect(withoutDesktop.open('<p>', signal)).rejects.toMatchObject(refusal('no desktop'))
  const nowhere = new OutsidePages({ confirm: () => Promise.resolve(true) }, join(place, 'gone'))
  await expect(nowhere.open('<p>', signal)).rejects.toMatchObject(refusal('ENOENT'))
})
