import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'

/**
 * Takes standard output for the protocol alone: whatever else in this process writes there, as `console` does, comes out
 * at standard error from now on. To be called before anything has written.
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

/** Of a pipe one of its own: Node's would keep this process from hearing signals while nobody reads. */
function openOutput(): Writable {
  const stats = fstatSync(1)
  if (stats.isFIFO() || stats.isSocket()) return new Socket({ fd: 1, readable: false, writable: true })
  const { stdout } = process
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => void stdout.write(chunk, done),
  })
}
