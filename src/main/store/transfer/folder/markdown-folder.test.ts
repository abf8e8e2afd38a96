import { mkdirSync, symlinkSync } from 'node:fs'
import path, { join } from 'node:path'

import { expect, test } from 'vitest'

import type { MarkdownFolderProblem } from '../../../../shared/store/markdown-folder'
import type { StoreNotice } from '../../../../shared/store/store'
import { Emitter } from '../../../base/emitter'
import { createManualClock } from '../../../base/testing/manual-clock'
import { needsLinks } from '../../../base/testing/needs'
import { realTemporaryFolder, temporaryFolder } from '../../../base/testing/temporary-folder'
import { MarkdownFolder } from './markdown-folder'

/** The thread: each run of the job waits until the test ends it. */
class FakeThread {
  readonly runs: {
    folder: string
    signal: AbortSignal | undefined
    end: (result: { fileCount: number; problem: MarkdownFolderProblem | null }) => void
  }[] = []

  run = (_name: string, { folder }: { folder: string }, { signal }: { signal?: AbortSignal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
    this.runs.push({ folder, signal, end: resolve })
    return promise as never
  }

  async end(problem: MarkdownFolderProblem | null = null): Promise<void> {
    this.runs.at(-1)?.end({ fileCount: 3, problem })
    await settled()
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

function open(dataFolder = temporaryFolder()) {
  const clock = createManualClock()
  const thread = new FakeThread()
  const chats = new Emitter<void>()
  const notices: StoreNotice[] = []
  const warnings: unknown[] = []
  let ids = 0
  const folder = new MarkdownFolder(dataFolder, {
    databaseFile: join(dataFolder, 'parley.db'),
    jobs: thread,
    clock,
    newId: <Id extends string>() => `notice-${(ids += 1)}` as Id,
    notices: {
      add: (notice) => void notices.push(notice),
      dismiss: (id) =>
        void notices.splice(0, notices.length, ...notices.filter((notice) => notice.id !== id)),
    },
    errors: {
      fatal: (_source, error) => warnings.push(error),
      warning: (_source, error) => warnings.push(error),
    },
    onChatsChanged: (listener) => chats.on(listener),
  })
  const stop = folder.start()
  const events = () => notices.map(({ event }) => event)
  return { folder, thread, clock, chats, events, warnings, stop, dataFolder }
}

const [notes = '', other = ''] = ['/somewhere/notes', '/other'].map((name) => path.resolve(name))

test('files follow the chats after a pause in their changes, and only if the user wants that, also at the next start', async () => {
  const { folder, thread, clock, chats, dataFolder, stop } = open()
  folder.set({ folder: notes, isKept: true, language: 'de' })
  await thread.end()
  expect(folder.state).toMatchObject({
    folder: notes,
    isKept: true,
    isWriting: false,
    written: { fileCount: 3 },
  })
  for (let change = 0; change < 10; change += 1) chats.fire()
  clock.advance(4_999)
  expect(thread.runs).toHaveLength(1)
  clock.advance(1)
  expect(thread.runs).toHaveLength(2)
  // A change in the meantime is not lost.
  chats.fire()
  await thread.end()
  clock.advance(5_000)
  expect(thread.runs).toHaveLength(3)
  await thread.end()
  stop()

  const next = open(dataFolder)
  next.clock.advance(5_000)
  expect(next.thread.runs).toMatchObject([{ folder: notes }])
  await next.thread.end()
  next.folder.set({ folder: notes, isKept: false, language: 'de' })
  await next.thread.end()
  next.chats.fire()
  next.clock.advance(600_000)
  expect(next.thread.runs).toHaveLength(2)
  next.folder.write()
  expect(next.thread.runs).toHaveLength(3)
  next.stop()
})

test('a folder that is chosen by a link is the folder itself, so its files are known as Parley’s by any name', async (context) => {
  needsLinks(context)
  const { folder, thread, stop } = open()
  const [real, link] = [realTemporaryFolder(), join(temporaryFolder(), 'link')]
  symlinkSync(real, link, 'junction')
  folder.set({ folder: link, isKept: false, language: 'en' })
  await thread.end()
  expect([folder.state.folder, thread.runs[0]?.folder]).toEqual([real, real])
  stop()
})

test.each(['full', 'gone', 'denied'] as const)(
  'a folder that is %s pauses the files with one notice, which goes once they are up to date again',
  async (problem) => {
    const { folder, thread, clock, chats, events, stop } = open()
    folder.set({ folder: notes, isKept: true, language: 'en' })
    await thread.end(problem)
    expect(folder.state.problem).toBe(problem)
    const notice = { code: 'markdown-folder-paused', problem, folder: notes }
    expect(events()).toEqual([notice])
    chats.fire()
    clock.advance(59_999)
    expect(thread.runs).toHaveLength(1)
    clock.advance(1)
    await thread.end(problem)
    expect(events()).toEqual([notice])
    chats.fire()
    clock.advance(60_000)
    await thread.end()
    expect([events(), folder.state.problem]).toEqual([[], null])
    stop()
  },
)

test('another folder ends the run of the one before, and quitting ends the last without a report', async () => {
  const { folder, thread, events, warnings, stop } = open()
  folder.set({ folder: notes, isKept: true, language: 'en' })
  folder.set({ folder: other, isKept: true, language: 'en' })
  expect(thread.runs[0]?.signal?.aborted).toBe(true)
  await settled()
  expect(thread.runs.map((run) => run.folder)).toEqual([notes, other])
  stop()
  await settled()
  expect(thread.runs[1]?.signal?.aborted).toBe(true)
  expect([events(), warnings, thread.runs.length]).toEqual([[], [], 2])
})

test("Parley's own folder is refused", async () => {
  const { folder, thread, dataFolder, stop } = open()
  mkdirSync(join(dataFolder, 'inside'))
  folder.set({ folder: join(dataFolder, 'inside'), isKept: false, language: 'en' })
  await settled()
  expect([folder.state.problem, thread.runs]).toEqual(['inside', []])
  stop()
})

test('a path that depends on where Parley was started is refused, and the folder so far stays', async () => {
  const { folder, thread, stop } = open()
  folder.set({ folder: notes, isKept: true, language: 'en' })
  for (const given of ['notes', '..', './notes', '/no\0tes']) {
    expect(() => folder.set({ folder: given, isKept: true, language: 'en' })).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        data: { field: 'folder', reason: 'path-not-absolute' },
      }),
    )
  }
  await settled()
  expect([folder.state.folder, thread.runs.map((run) => run.folder)]).toEqual([notes, [notes]])
  expect(thread.runs[0]?.signal?.aborted).toBe(false)
  stop()
})
