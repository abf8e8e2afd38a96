// Needs processes: git compares the two folders.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

import { beforeEach, describe, expect, test, vi } from 'vitest'

import { needsFileModes } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { applyChanges, ChangeConflict } from './apply-changes'
import { ShadowRepository } from './git/shadow-repository'

let folder: string
let workFolder: string
let scratch: string
let shadow: ShadowRepository
let before: string

beforeEach(async () => {
  const root = temporaryFolder()
  folder = join(root, 'project')
  workFolder = join(root, 'work')
  scratch = join(root, 'scratch')
  shadow = new ShadowRepository(join(root, 'base.git'), workFolder)
  put(folder, { 'a.txt': 'one\ntwo\nthree\n', 'dir/b.txt': 'b\n', 'c.txt': 'c\n' })
  symlinkSync('a.txt', join(folder, 'link'))
  await copied()
})

/** Gives the agent a copy of the folder as it is now. */
async function copied(): Promise<void> {
  rmSync(workFolder, { recursive: true, force: true })
  cpSync(folder, workFolder, { recursive: true, verbatimSymlinks: true })
  if (!existsSync(join(dirname(scratch), 'base.git'))) await shadow.create(new AbortController().signal)
  before = (await shadow.snapshot()).tree
}

async function apply(): Promise<void> {
  const { tree: after } = await shadow.snapshot()
  const { changes } = await shadow.changes(before, after, { isExact: true })
  const shown = await shadow.changes(before, after)
  const moves = new Map(
    shown.changes.flatMap(({ path, movedFrom }) => (movedFrom === null ? [] : [[path, movedFrom]])),
  )
  await applyChanges(folder, changes, { shadow, workFolder, moves, scratch })
}

function put(place: string, files: Record<string, string>, mode?: number): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), text)
    if (mode !== undefined) chmodSync(join(place, path), mode)
  }
}

function modeOf(path: string): number {
  return statSync(join(folder, path)).mode & 0o777
}

/** Everything in the folder: files with mode and content, links with targets. */
function all(): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return Object.fromEntries(entries.map((path) => [path, describeEntry(join(folder, path))]))
}

function describeEntry(path: string): string {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return `-> ${readlinkSync(path)}`
  const mode = (stats.mode & 0o777).toString(8)
  return stats.isDirectory() ? `folder ${mode}` : `${mode} ${readFileSync(path, 'utf8')}`
}

describe('the mode of a file', () => {
  beforeEach(needsFileModes)

  test.each([0o644, 0o640, 0o600, 0o444, 0o755])('stays %o when the file changes', async (mode) => {
    chmodSync(join(folder, 'a.txt'), mode)
    await copied()
    rmSync(join(workFolder, 'a.txt'))
    put(workFolder, { 'a.txt': 'changed\n' }, (mode & 0o100) === 0 ? 0o600 : 0o700)
    await apply()
    expect([modeOf('a.txt'), readFileSync(join(folder, 'a.txt'), 'utf8')]).toEqual([mode, 'changed\n'])
  })

  test("of a new file follows the umask, however private Parley's own files are", async () => {
    put(workFolder, { 'new.txt': 'x', 'deep/er/run.sh': 'x' })
    chmodSync(join(workFolder, 'deep/er/run.sh'), 0o755)
    await apply()
    const usual = 0o777 & ~process.umask()
    expect([modeOf('new.txt'), modeOf('deep/er/run.sh'), modeOf('deep')]).toEqual([
      usual & 0o666,
      usual,
      usual,
    ])
  })

  test('of a file that the agent made private stays private', async () => {
    put(workFolder, { id_key: 'secret' }, 0o600)
    put(workFolder, { 'run.sh': 'secret' }, 0o700)
    put(workFolder, { 'wide.txt': 'x' }, 0o666)
    await apply()
    expect([modeOf('id_key'), modeOf('run.sh'), modeOf('wide.txt')]).toEqual([
      0o600,
      0o700,
      0o666 & ~process.umask(),
    ])
  })

  test('moves with the file', async () => {
    chmodSync(join(folder, 'c.txt'), 0o640)
    await copied()
    // As in a worktree, where git only stores the executable bit.
    chmodSync(join(workFolder, 'c.txt'), 0o644)
    renameSync(join(workFolder, 'c.txt'), join(workFolder, 'moved.txt'))
    await apply()
    expect([existsSync(join(folder, 'c.txt')), modeOf('moved.txt')]).toEqual([false, 0o640])
  })

  test('changes its executable bits only for those who may read the file', async () => {
    chmodSync(join(folder, 'a.txt'), 0o640)
    chmodSync(join(folder, 'c.txt'), 0o755)
    await copied()
    chmodSync(join(workFolder, 'a.txt'), 0o777)
    chmodSync(join(workFolder, 'c.txt'), 0o644)
    await apply()
    expect([modeOf('a.txt'), modeOf('c.txt')]).toEqual([0o750, 0o644])
  })
})

describe('links', () => {
  test('are created, removed, and exchanged for files', async () => {
    symlinkSync('nowhere\n\u2028', join(workFolder, 'new-link'))
    rmSync(join(workFolder, 'a.txt'))
    symlinkSync('c.txt', join(workFolder, 'a.txt'))
    rmSync(join(workFolder, 'link'))
    put(workFolder, { link: 'a file\n' })
    await apply()
    const found = all()
    expect([found['new-link'], found['a.txt'], found['link']]).toEqual([
      '-> nowhere\n\u2028',
      '-> c.txt',
      expect.stringContaining('a file\n'),
    ])
  })

  test('with a new target are not followed: neither they nor their target change', async () => {
    put(workFolder, { 'dir/b.txt': 'changed\n' })
    const outside = join(dirname(folder), 'outside')
    put(outside, { 'b.txt': 'b\n' })
    rmSync(join(folder, 'dir'), { recursive: true })
    symlinkSync(outside, join(folder, 'dir'))
    const found = all()
    await expect(apply()).rejects.toThrow(ChangeConflict)
    expect(all()).toEqual(found)
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('b\n')
  })
})

describe('a file that was also changed in the original folder', () => {
  test('contains both changes if they are in different lines', async () => {
    put(workFolder, { 'a.txt': 'ONE\ntwo\nthree\n' })
    put(folder, { 'a.txt': 'one\ntwo\nthree\nfour\n' })
    await apply()
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('ONE\ntwo\nthree\nfour\n')
  })

  test.each<[string, () => void]>([
    ['in the same line', () => put(folder, { 'a.txt': 'uno\ntwo\nthree\n' })],
    ['by being removed', () => rmSync(join(folder, 'a.txt'))],
    [
      'by becoming a folder',
      () => {
        rmSync(join(folder, 'a.txt'))
        put(folder, { 'a.txt/in': 'x' })
      },
    ],
    [
      'by becoming a link',
      () => {
        rmSync(join(folder, 'a.txt'))
        symlinkSync('c.txt', join(folder, 'a.txt'))
      },
    ],
  ])('%s is left unchanged, like everything else', async (_, change) => {
    put(workFolder, { 'a.txt': 'ONE\ntwo\nthree\n', 'dir/b.txt': 'B\n', 'z.txt': 'new\n' })
    change()
    const found = all()
    await expect(apply()).rejects.toThrow(ChangeConflict)
    expect(all()).toEqual(found)
  })

  test('needs no change if both changes are the same', async () => {
    put(workFolder, { 'a.txt': 'ONE\n', 'c.txt': 'C\n' })
    rmSync(join(workFolder, 'dir'), { recursive: true })
    put(folder, { 'a.txt': 'ONE\n' })
    rmSync(join(folder, 'dir'), { recursive: true })
    await apply()
    expect(readFileSync(join(folder, 'c.txt'), 'utf8')).toBe('C\n')
  })
})

describe('a folder that becomes a file', () => {
  beforeEach(async () => {
    put(folder, { 'dir/deep/er/d.txt': 'd\n' })
    await copied()
    rmSync(join(workFolder, 'dir'), { recursive: true })
    put(workFolder, { dir: 'a file now\n' })
  })

  test('becomes a file, without its former content', async () => {
    await apply()
    expect(Object.keys(all())).toEqual(['a.txt', 'c.txt', 'dir', 'link'])
    expect(readFileSync(join(folder, 'dir'), 'utf8')).toBe('a file now\n')
  })

  test('stays a folder while it contains something that the agent did not know', async () => {
    put(folder, { 'dir/deep/mine.txt': 'mine\n' })
    const found = all()
    await expect(apply()).rejects.toThrow(ChangeConflict)
    expect(all()).toEqual(found)
  })
})

test.each(['0.txt', 'b.txt', 'z.txt'])(
  'a failure half way, at %s, is rolled back: contents, modes, links and folders, without a trace',
  async (failing) => {
    chmodSync(join(folder, 'a.txt'), 0o640)
    await copied()
    put(workFolder, { 'a.txt': 'changed\n', 'made/deep/new.txt': 'x' })
    chmodSync(join(workFolder, 'a.txt'), 0o755)
    rmSync(join(workFolder, 'dir'), { recursive: true })
    rmSync(join(workFolder, 'link'))
    put(workFolder, { dir: 'a file now\n', link: 'a file now\n', [failing]: 'the one that fails\n' })
    const found = all()
    // It is planned like the others, and missing when it is applied.
    const lost = await shadow.contentOf(join(workFolder, failing))
    const writeContent = shadow.writeContent.bind(shadow)
    vi.spyOn(shadow, 'writeContent').mockImplementation((id, path) =>
      id === lost ? Promise.resolve() : writeContent(id, path),
    )
    await expect(apply()).rejects.toThrow('ENOENT')
    expect(all()).toEqual(found)
  },
)
