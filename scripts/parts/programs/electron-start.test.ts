import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, test } from 'vitest'

import { needsProc } from '../../../src/main/base/testing/needs.ts'
import { temporaryFolder } from '../../../src/main/base/testing/temporary-folder.ts'
import { runElectron, whyEnded } from './electron-start.mjs'

test.each([
  [3, '', 'it ended with exit code 3'],
  [137, '', 'it was killed (SIGKILL), perhaps because there was not enough memory'],
  [127, '', 'a program or library that it needs is missing (exit code 127)'],
  [133, "FATAL:gpu_data_manager GPU process isn't usable. Goodbye.", 'its GPU process could not start'],
  [1, 'FATAL:zygote_host_impl_linux.cc No usable sandbox!', 'its sandbox could not start'],
  [1, 'Missing X server or $DISPLAY', 'the display cannot be reached'],
  [133, 'Invalid file descriptor to ICU data received.', 'its folder is incomplete'],
  [1, 'Error: ENOSPC: no space left on device', 'the disk is full'],
  [134, 'dyld: Library not loaded: @rpath/Squirrel', 'the shared library @rpath/Squirrel is missing'],
  [0xc0000135, '', 'a DLL is missing (exit code 0xc0000135)'],
  [0xc0000409, '', 'it crashed (exit code 0xc0000409)'],
])('exit code %i and the output %j are explained', (code, output, reason) => {
  expect(whyEnded('/dist/electron', code, output)).toContain(reason)
})

/** The header of a program for Linux, without the rest. */
function programFor(processor: NodeJS.Architecture): Buffer {
  const header = Buffer.alloc(64)
  header.write('\x7fELF\x02\x01\x01', 'latin1')
  header.writeUInt16LE(processor === 'arm64' ? 183 : 62, 18)
  header.writeBigUInt64LE(190_000_000n, 40)
  return header
}

const otherProcessor = process.arch === 'arm64' ? 'x64' : 'arm64'

it.for<[kind: string, content: string | Buffer, reason: string]>([
  ['a truncated file', programFor(process.arch), 'is incomplete'],
  ['the beginning of a file', programFor(process.arch).subarray(0, 10), 'is incomplete'],
  [
    'a file for another processor',
    programFor(otherProcessor),
    `was built for ${otherProcessor}, not for ${process.arch}`,
  ],
  ['an empty file', '', 'is not a program'],
])('%s is not run by a shell', async ([, content, reason], ctx) => {
  needsProc(ctx)
  const path = join(temporaryFolder(), 'electron')
  writeFileSync(path, content, { mode: 0o755 })
  expect(await runElectron(path, [])).toEqual({ code: 126, failure: `${path} ${reason}` })
})
