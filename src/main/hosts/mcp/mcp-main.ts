import { isNodeNewEnough } from '../node-version'
import { claimStandardOutput } from './standard-output'

if (isNodeNewEnough()) {
  // Before any other module is loaded, so that none has written yet.
  const output = claimStandardOutput()
  void start(output)
}

async function start(output: ReturnType<typeof claimStandardOutput>): Promise<void> {
  const { keepCompiledCode } = await import('../compiled-code')
  keepCompiledCode()
  const { runMcpHost } = await import('./mcp-host')
  await runMcpHost(output, import.meta.dirname)
}
