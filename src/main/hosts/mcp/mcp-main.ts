import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'

import { isNodeNewEnough } from '../node-version'

if (isNodeNewEnough()) {
  // Before any other module is loaded, so that none has written yet.
  const output = claimStandardOutput()
  void start(output)
}

async function start(output: Writable): Promise<void> {
  const { keepCompiledCode } = await import('../compiled-code')
  keepCompiledCode()
  const { runMcpHost } = await import('./mcp-host')
  await runMcpHost(output, import.meta.dirname)
}

/**
 * Reserves standard output for the protocol: everything else that this process writes there, such as `console` output,
 * goes to standard error from now on. Must be called before anything has been written.
 */
function claimStandardOutput(): Writable {
  const output = openOutput()
  Object.defineProperty(process, 'stdout', {
    configurable: true,
    enumerable: true,
    get: () => process.stderr,
  })
  return output
}

/** Opens a pipe as a separate stream: Node's own would block signals while nobody reads. */
function openOutput(): Writable {
  const stats = fstatSync(1)
  if (stats.isFIFO() || stats.isSocket()) return new Socket({ fd: 1, readable: false, writable: true })
  const { stdout } = process
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => void stdout.write(chunk, done),
  })
}
