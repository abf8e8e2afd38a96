import { createReadStream, fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { type Readable, Writable } from 'node:stream'

/**
 * Reserves standard output for the protocol: everything else that this process writes there, such as `console` output,
 * goes to standard error from now on. Must be called before anything has been written.
 */
export function claimStandardOutput(): Writable {
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
  if (isPipe(1)) return new Socket({ fd: 1, readable: false, writable: true })
  const { stdout } = process
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => void stdout.write(chunk, done),
  })
}

/** Standard input. On Windows, Electron replaces it with an empty stream, because programs with windows have none. */
export function openStandardInput(): Readable {
  const { stdin }: { stdin: Readable & { fd?: number } } = process
  if (stdin.fd === 0) return stdin
  try {
    return new Socket({ fd: 0, readable: true, writable: false })
  } catch {
    // It is a file.
    return createReadStream('', { fd: 0 })
  }
}

/** Never on Windows, where Node does not report pipes and its own streams do not block. */
function isPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return stats.isFIFO() || stats.isSocket()
  } catch {
    // A program with windows may have no standard output.
    return false
  }
}
