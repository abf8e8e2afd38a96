// Needs processes: the system's opener is one.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import { withState } from '../../../../e2e/helpers/preserve-state'
import { needsPosix } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { openFile } from './open-file'

/** Opens a file where the system's opener is this script. */
function openWith(script: string, path: string, folder = temporaryFolder()): Promise<void> {
  const opener = join(folder, process.platform === 'darwin' ? 'open' : 'xdg-open')
  writeFileSync(opener, `#!/bin/sh\n${script}\n`)
  chmodSync(opener, 0o700)
  return withState(process.env, { PATH: `${folder}:/usr/bin:/bin`, DISPLAY: ':1' }, () => openFile(path))
}

beforeEach(needsPosix)

test('hands the path to the opener of the system, and waits until it has ended', async () => {
  const folder = temporaryFolder()
  await openWith(`printf %s "$1" > ${folder}/opened`, '/tmp/a $(b)/page.html', folder)
  expect(readFileSync(join(folder, 'opened'), 'utf8')).toBe('/tmp/a $(b)/page.html')
})

test('rejects if no program opens the file, or there is no opener or display', async () => {
  await expect(openWith('exit 3', '/tmp/page.html')).rejects.toThrow('no program opens it')
  await withState(process.env, { PATH: temporaryFolder(), DISPLAY: ':1' }, () =>
    expect(openFile('/tmp/page.html')).rejects.toThrow('ENOENT'),
  )
  if (process.platform === 'linux')
    await withState(process.env, { DISPLAY: undefined, WAYLAND_DISPLAY: undefined }, () =>
      expect(openFile('/tmp/page.html')).rejects.toThrow('display'),
    )
})
