import * as fc from 'fast-check'
import { onTestFinished, test } from 'vitest'

import { createParleyClient } from '../../src/renderer/rpc/client'
import type { ParleyApi } from '../../src/renderer/rpc/parley-api'
import { createMemoryPair } from '../../src/main/rpc/testing/memory-pair'
import { temporaryFolder } from '../../src/main/base/testing/temporary-folder'
import { startTestApp } from '../../src/main/rpc/testing/test-app'
import { startFakeProvider } from '../fake-provider/fake-provider'
import { treeActions } from './tree-actions'
import { playTree, scriptTreeModels, type TreeSubject } from './tree-play'
import { scaledTimeout } from '../suite/limits/slowness.ts'

/** The services of one process, on a data folder that outlives them. */
async function startSubject(): Promise<TreeSubject> {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  scriptTreeModels(fake)
  const dataFolder = temporaryFolder()
  let app = await startTestApp({ dataFolder })
  let parley = connect()
  await parley.invoke('settings.set', { nameChats: false })
  await parley.invoke('providers.save', { id: 'fake', kind: 'openai-compatible', baseUrl: fake.baseUrl })

  function connect(): ParleyApi {
    const { transport, wire } = createMemoryPair()
    app.connect(transport)
    return createParleyClient(wire)
  }
  return {
    get parley() {
      return parley
    },
    async restart() {
      await app.close()
      app = await startTestApp({ dataFolder })
      parley = connect()
    },
  }
}

test(
  'the store matches a small tree model after any sequence of actions',
  { timeout: scaledTimeout(120_000) },
  async () => {
    const subject = await startSubject()
    await fc.assert(
      fc.asyncProperty(treeActions, (actions) => playTree(subject, actions)),
      { numRuns: 20 },
    )
  },
)
