import v8 from 'node:v8'

import { isNodeNewEnough } from '../node-version'

// The command line's limit is for this thread. It would replace the lower ones that worker threads are given.
v8.setFlagsFromString('--max-semi-space-size=0')
if (isNodeNewEnough()) void start()

async function start(): Promise<void> {
  const { keepCompiledCode } = await import('../compiled-code')
  keepCompiledCode()
  const { runWebHost } = await import('./web-host')
  await runWebHost(import.meta.dirname)
}
