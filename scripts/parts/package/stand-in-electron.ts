import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The text that precedes the fuses in a binary, followed by their version and count. */
export const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseCount = 9

/** The systems that packages are built for, as electron-builder names them on its command line. */
export type PackagedSystem = 'linux' | 'mac' | 'win'

/** The program, and on macOS the bundles that electron-builder renames. */
const programs: Record<PackagedSystem, string> = {
  linux: 'electron',
  mac: 'Electron.app/Contents/MacOS/Electron',
  win: 'electron.exe',
}
const bundles = ['', '/Contents/Frameworks/Electron Helper.app'].map((path) => `Electron.app${path}/Contents`)
const plist = '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict/></plist>'

/**
 * Creates a stand-in for the folder of Electron for a system, to pack the app where no binary is available: nothing in
 * it runs, but its fuses can be set. @see https://www.electronjs.org/docs/latest/tutorial/fuses
 */
export function makeStandInElectron(folder: string, version: string, system: PackagedSystem): void {
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const padding = Buffer.alloc(64)
  const wire = Buffer.concat([
    Buffer.from(fuseSentinel),
    Buffer.from([1, fuseCount]),
    Buffer.from('1'.repeat(fuseCount)),
  ])
  const binary = Buffer.concat([padding, wire, padding])
  write(programs[system], binary)
  chmodSync(join(folder, programs[system]), 0o755)
  write('version', version)
  if (system === 'mac') {
    write('Electron.app/Contents/Frameworks/Electron Framework.framework/Electron Framework', binary)
    write('electron.icns', '')
    mkdirSync(join(folder, 'Electron.app/Contents/Resources'), { recursive: true })
    write('Electron.app/Contents/Frameworks/Electron Helper.app/Contents/MacOS/Electron Helper', '')
    for (const bundle of bundles) write(`${bundle}/Info.plist`, plist)
    return
  }
  mkdirSync(join(folder, 'locales'))
  mkdirSync(join(folder, 'resources'))
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'chrome_crashpad_handler']) {
    write(file, '')
  }
}

/**
 * A module for Node's `--import` that gives the main module the `electron` of `electron-module.mjs`, and the empty
 * standard input that it has on Windows.
 * @see https://github.com/electron/electron/blob/main/lib/common/init.ts
 */
export const electronModuleStandIn = dataUrl(`
  import { registerHooks } from 'node:module'
  import { Readable } from 'node:stream'
  const url = ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'electron-module.mjs')).href)}
  registerHooks({ resolve: (name, context, next) => (name === 'electron' ? { url, shortCircuit: true } : next(name, context)) })
  process.resourcesPath = ''
  const stdin = new Readable()
  stdin.push(null)
  Object.defineProperty(process, 'stdin', { configurable: false, enumerable: true, get: () => stdin })
`)

function dataUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`
}
