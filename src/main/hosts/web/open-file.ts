import { spawn } from 'node:child_process'

import { systemClock } from '../../base/clock'
import { withDeadline } from '../../base/deadline'
import { hasDisplay } from './find-browser.mjs'

/** What opens a file in the user's program for it; elsewhere `xdg-open`. */
const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' }
/** Some openers run as long as the program that they have started. */
const openedMs = 3_000

/** Has the system open a file in the user's program for it. @throws Error when it has none */
export async function openFile(path: string): Promise<void> {
  if (!hasDisplay(process.env)) throw new Error('there is no display')
  const opener = spawn(openers[process.platform] ?? 'xdg-open', [path], { detached: true, stdio: 'ignore' })
  opener.unref()
  const ended = new Promise<void>((resolve, reject) => {
    opener.on('error', reject)
    opener.on('exit', (code) => {
      // Explorer reports 1 when it has opened the file.
      if (code === 0 || process.platform === 'win32') resolve()
      else reject(new Error('no program opens it'))
    })
  })
  await withDeadline(ended, { clock: systemClock, limitMs: openedMs })
}
