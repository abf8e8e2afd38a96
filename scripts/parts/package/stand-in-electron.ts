import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text that precedes the fuses in a binary, followed by their version and count. */
export const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseCount = 9

/**
 * Creates a stand-in for Electron's folder, to pack the app where no binary is available: nothing in it runs, but its
 * fuses can be set. @see https://www.electronjs.org/docs/latest/tutorial/fuses
 */
export function makeStandInElectron(folder: string, version: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  const padding = Buffer.alloc(64)
  const wire = Buffer.concat([
    Buffer.from(fuseSentinel),
    Buffer.from([1, fuseCount]),
    Buffer.from('1'.repeat(fuseCount)),
  ])
  writeFileSync(join(folder, 'electron'), Buffer.concat([padding, wire, padding]))
  chmodSync(join(folder, 'electron'), 0o755)
  writeFileSync(join(folder, 'version'), version)
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'chrome_crashpad_handler']) {
    writeFileSync(join(folder, file), '')
  }
}
