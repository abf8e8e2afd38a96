import { isNodeNewEnough } from '../node-version'

if (isNodeNewEnough()) {
  void start()
} else {
  // 1 would mean that a check failed.
  process.exitCode = 2
}

async function start(): Promise<void> {
  const { keepCompiledCode } = await import('../compiled-code')
  keepCompiledCode()
  const { runEvalHost } = await import('./eval-host')
  await runEvalHost(process.argv.slice(2), import.meta.dirname)
}
