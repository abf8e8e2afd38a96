import type { Writable } from 'node:stream'

import { isNodeNewEnough } from '../node-version'
import { claimStandardOutput } from '../standard-streams'

if (isNodeNewEnough()) {
  // Before any other module is loaded, so that none has written yet.
  const output = claimStandardOutput()
  void start(output)
}

async function start(output: Writable): Promise<void> {
  const { keepCompiledCode } = await import('../compiled-code')
  keepCompiledCode()
  const { runMcpHost } = await import('./mcp-host')
  await runMcpHost(process.argv.slice(2), { input: process.stdin, output, mainFolder: import.meta.dirname })
}
