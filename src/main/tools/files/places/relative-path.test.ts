import { expect, test } from 'vitest'

import { assertNewName, namesInFolder } from './relative-path'

const refused = expect.objectContaining({ code: 'INVALID_INPUT' })

function namesOf(path: string, platform: NodeJS.Platform = 'linux', folder = '/home/me/project') {
  try {
    return namesInFolder(path, folder, platform)
  } catch (error) {
    return error
  }
}

test('accepts what is inside the folder by its names, also as a full path', () => {
  expect(namesOf('src/a.ts')).toEqual(['src', 'a.ts'])
  expect(namesOf('./src//a.ts/')).toEqual(['src', 'a.ts'])
  expect(namesOf('.')).toEqual([])
  expect(namesOf('/home/me/project/src/a.ts')).toEqual(['src', 'a.ts'])
  expect(namesOf(String.raw`src\a.ts`)).toEqual([String.raw`src\a.ts`])
  expect(namesOf('..a/...')).toEqual(['..a', '...'])
})

test.each([
  '..',
  'src/../../x',
  'src/..',
  '/etc/passwd',
  '/home/me/projects/a',
  '/home/me/project/../x',
  '//etc/passwd',
  '~/.ssh/id_rsa',
  '/proc/self/environ',
  'a\0b',
  'a/'.repeat(3_000),
])('refuses %j, which leads out of the folder or is no path', (path) => {
  expect(namesOf(path)).toEqual(refused)
})

test('Windows: a stream, a drive, a device, a short name and a backslash do not lead out', () => {
  const folder = String.raw`C:\work`
  const onWindows = (path: string) => namesOf(path, 'win32', folder)
  expect(onWindows(String.raw`src\a.ts`)).toEqual(['src', 'a.ts'])
  expect(onWindows(String.raw`c:\WORK\src\a.ts`)).toEqual(['src', 'a.ts'])
  for (const path of [
    String.raw`..\x`,
    String.raw`src\..\..\x`,
    String.raw`D:\x`,
    'C:x',
    String.raw`\\server\share\x`,
    String.raw`\\?\C:\work\x`,
    String.raw`\\.\PhysicalDrive0`,
    'a.txt:stream',
    '.git::$DATA',
    'nul',
    'COM1.txt',
    'src/LPT9',
    'GIT~1',
    'name.',
    'name ',
    'a?b',
  ]) {
    expect(onWindows(path), path).toEqual(refused)
  }
})

test('a new file has a name that can be read', () => {
  expect(() => assertNewName(['a\nb'], 'a\nb')).toThrow('valid path')
  expect(() => assertNewName([], '.')).toThrow('valid path')
  assertNewName(['Ä b.txt'], 'Ä b.txt')
})
