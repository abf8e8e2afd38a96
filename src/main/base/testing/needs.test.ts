import { readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { withState } from '../../../../e2e/helpers/preserve-state'
import { needsFileModes, needsLinks, needsPosix, needsProc } from './needs'
import { temporaryFolder } from './temporary-folder'

/** The needs that skip a test on this system. */
function lackedOn(platform: NodeJS.Platform): string[] {
  const lacked: string[] = []
  withState(process, { platform }, () => {
    for (const [name, needs] of Object.entries({ needsFileModes, needsPosix, needsProc })) {
      needs({
        skip: ((isSkipped: boolean, reason: string) => {
          if (isSkipped && reason !== '') lacked.push(name)
        }) as Parameters<typeof needs>[0]['skip'],
      })
    }
  })
  return lacked
}

test('runs each test on the systems that meet its needs', () => {
  expect(lackedOn('linux')).toEqual([])
  expect(lackedOn('darwin')).toEqual(['needsProc'])
  expect(lackedOn('win32')).toEqual(['needsFileModes', 'needsPosix', 'needsProc'])
})

test('runs a test with links wherever links can be made', (context) => {
  needsLinks(context)
  const link = join(temporaryFolder(), 'link')
  symlinkSync('target', link)
  expect(readlinkSync(link)).toBe('target')
})
