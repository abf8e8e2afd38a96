import { isNodeNewEnough } from '../node-version'

if (isNodeNewEnough()) void start()

async function start(): Promise<void> {
  const { keepCompiledCode } = await import('../compiled-code')
  keepCompiledCode()
  const { runWebHost } = await import('./web-host')
  await runWebHost(import.meta.dirname)
}
