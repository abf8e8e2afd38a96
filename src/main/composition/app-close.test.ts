import { setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'

import type { ParleyApi } from '../../renderer/rpc/parley-api'
import { importFile } from '../rpc/testing/import-file'
import { connectTo, startTestApp } from '../rpc/testing/test-app'
import { temporaryFolder } from '../base/testing/temporary-folder'
import { threadProgram } from '../base/testing/thread-program'
import { scaledTimeout } from '../../../e2e/suite/limits/slowness.ts'

/** How often to close the app while a thread is loading or working. */
const closeCount = 6

const conversations = Array.from({ length: 40 }, (_, index) => ({
  title: `Chat ${index}`,
  messages: Array.from({ length: 50 }, (_message, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'assistant',
    content: `${index} and ${turn} `.repeat(20),
  })),
}))

function startEverything(parley: ParleyApi): Promise<unknown> {
  const exported = new Promise((resolve) => {
    parley.open('export.run', { format: 'html' }, { onEvents: () => {}, onEnd: resolve })
  })
  return Promise.allSettled([
    parley.invoke('sessions.search', { query: 'and' }),
    parley.invoke('snapshots.take', {}),
    exported,
    importFile(parley, JSON.stringify(conversations)),
  ])
}

test(
  'closing while threads work crashes nothing, and the app opens again',
  async () => {
    const dataFolder = temporaryFolder()
    for (let count = 0; count < closeCount; count += 1) {
      const app = await startTestApp({ dataFolder, storeWorker: threadProgram('store-worker') })
      const settled = startEverything(connectTo(app))
      await wait(count * 28)
      await app.close()
      await settled
    }
    const app = await startTestApp({ dataFolder })
    expect(await app.refreshHealth()).toMatchObject({ status: 'ok', fatalErrorCount: 0 })
  },
  scaledTimeout(60_000),
)
