// Needs processes: git must run nothing that a folder brings along.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { beforeEach, describe, expect, test, vi } from 'vitest'

import { temporaryFolder } from '../../base/testing/temporary-folder'
import { Workspaces } from './workspaces'

// Processes take their time on a busy machine; a failure is a hang, not a delay.
vi.setConfig({ testTimeout: 30_000 })

const never = new AbortController().signal

let root: string
let folder: string
let workspaces: Workspaces

beforeEach(() => {
  root = temporaryFolder()
  folder = join(root, 'project')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.txt'), 'a\n')
  writeFileSync(join(folder, 'b.txt'), 'b\n')
  workspaces = openWorkspaces(join(root, 'data'))
})

function openWorkspaces(dataFolder: string): Workspaces {
  return new Workspaces({ dataFolder, errors: { warning: () => {}, fatal: () => {} } })
}

function git(at: string, ...args: string[]): string {
  const own = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.org']
  return execFileSync('git', [...own, ...args], { cwd: at, encoding: 'utf8' })
}

function makeRepository(at = folder): void {
  git(at, 'init', '--quiet')
  git(at, 'add', '.')
  git(at, 'commit', '--quiet', '-m', 'first')
}

function open(isolation: 'worktree' | 'copy', from = folder): Promise<string> {
  return workspaces.open({ sessionId: 's1', folder: from, isolation }, never)
}

async function shownPaths(): Promise<string[]> {
  return (await workspaces.diff('s1'))?.files.map(({ path }) => path) ?? []
}

describe('a folder that came from somebody else', () => {
  test('starts no program of its own by being looked at, or by a worktree', async () => {
    const ran = join(root, 'ran')
    writeFileSync(join(folder, '.gitattributes'), '*.txt filter=a=b\n')
    makeRepository()
    for (const kind of ['clean', 'smudge']) git(folder, 'config', `filter.a=b.${kind}`, `touch '${ran}'; cat`)
    git(folder, 'config', 'filter.a=b.required', 'true')
    // Git looks into a file again when it is newer than it knows.
    writeFileSync(join(folder, 'a.txt'), 'a\n')
    expect(await workspaces.look(folder)).toMatchObject({ isRepository: true, hasChanges: false })
    const own = await open('worktree')
    expect(readFileSync(join(own, 'a.txt'), 'utf8')).toBe('a\n')
    expect(existsSync(ran)).toBe(false)
  })

  test('does not lead an agent out of its own folder by where its repository says that its files lie', async () => {
    makeRepository()
    const inner = join(folder, 'deep/deeper')
    mkdirSync(inner, { recursive: true })
    git(folder, 'config', 'core.worktree', inner)
    await expect(open('worktree')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(existsSync(join(root, 'data/workspaces/s1'))).toBe(false)
  })

  test('does not lead an agent out of its own folder by a link that git knows of', async () => {
    const outside = join(root, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(folder, 'sub'))
    makeRepository()
    rmSync(join(folder, 'sub'))
    mkdirSync(join(folder, 'sub'))
    await expect(open('worktree', join(folder, 'sub'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(existsSync(outside)).toBe(true)
  })

  test('is refused before it is copied when one file of it is too large', async () => {
    writeFileSync(join(folder, 'large'), '')
    truncateSync(join(folder, 'large'), 2 ** 40)
    await expect(open('copy')).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'isolation' } })
  })
})

describe('repositories inside the folder', () => {
  test('that the agent has just made are shown and applied like any other folder', async () => {
    const own = await open('copy')
    mkdirSync(join(own, 'made/inner'), { recursive: true })
    git(join(own, 'made'), 'init', '--quiet')
    git(join(own, 'made/inner'), 'init', '--quiet')
    writeFileSync(join(own, 'made/x.txt'), 'x\n')
    writeFileSync(join(own, 'made/inner/y.txt'), 'y\n')
    expect(await shownPaths()).toEqual(['made/inner/y.txt', 'made/x.txt'])
    await workspaces.apply('s1')
    expect(readFileSync(join(folder, 'made/inner/y.txt'), 'utf8')).toBe('y\n')
    expect(existsSync(join(folder, 'made/.git'))).toBe(false)
    expect(await shownPaths()).toEqual([])
  })

  test('that were there before do not hide what the agent changed in them', async () => {
    const nested = join(folder, 'nested')
    mkdirSync(nested)
    writeFileSync(join(nested, 'n.txt'), 'n\n')
    makeRepository(nested)
    const own = await open('copy')
    writeFileSync(join(own, 'nested/n.txt'), 'changed\n')
    expect(await shownPaths()).toEqual(['nested/n.txt'])
    await expect(
      workspaces.open({ sessionId: 's1', folder: root, isolation: 'copy' }, never),
    ).rejects.toMatchObject({ data: { field: 'workspace' } })
  })
})

test('a file that has become a link does not put other lines to the files behind it', async () => {
  const own = await open('copy')
  rmSync(join(own, 'a.txt'))
  symlinkSync('b.txt', join(own, 'a.txt'))
  writeFileSync(join(own, 'b.txt'), 'changed\n')
  const files = (await workspaces.diff('s1'))?.files
  expect(files).toEqual([
    { path: 'a.txt', kind: 'modified' },
    { path: 'b.txt', kind: 'modified', patch: '@@ -1 +1 @@\n-b\n+changed\n', added: 1, removed: 1 },
  ])
})

test('a file that has become a folder is applied as one, when only that is asked for too', async () => {
  const own = await open('copy')
  rmSync(join(own, 'a.txt'))
  mkdirSync(join(own, 'a.txt'))
  writeFileSync(join(own, 'a.txt/in.txt'), 'in\n')
  writeFileSync(join(own, 'b.txt'), 'changed\n')
  await workspaces.apply('s1', ['a.txt', 'a.txt/in.txt'])
  expect(readFileSync(join(folder, 'a.txt/in.txt'), 'utf8')).toBe('in\n')
  expect(await shownPaths()).toEqual(['b.txt'])
})

test('a large file is copied whole, with what may be done with it', async () => {
  const large = Buffer.alloc(17 * 1024 ** 2, 'large')
  writeFileSync(join(folder, 'large'), large, { mode: 0o755 })
  const own = await open('copy')
  expect(readFileSync(join(own, 'large')).equals(large)).toBe(true)
  expect(statSync(join(own, 'large')).mode & 0o777).toBe(0o755)
})

test('the data folder is not copied along, by whatever way Parley came to it', async () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'secrets.json'), 'secret')
  symlinkSync(data, join(root, 'link'))
  workspaces = openWorkspaces(join(root, 'link'))
  const own = await open('copy')
  expect(existsSync(join(own, 'a.txt'))).toBe(true)
  expect(existsSync(join(own, 'data'))).toBe(false)
})

test('the data folder itself is not copied for an agent', async () => {
  const data = join(root, 'data')
  mkdirSync(join(data, 'inner'), { recursive: true })
  await expect(open('copy', data)).rejects.toMatchObject({ data: { field: 'workspace' } })
  await expect(open('copy', join(data, 'inner'))).rejects.toMatchObject({ data: { field: 'workspace' } })
})

describe('removing a worktree', () => {
  test('leaves another one listed whose disk is not there at the moment', async () => {
    makeRepository()
    const elsewhere = join(root, 'elsewhere')
    git(folder, 'worktree', 'add', '--quiet', '--detach', elsewhere)
    renameSync(elsewhere, join(root, 'unplugged'))
    await open('worktree')
    await workspaces.discard('s1')
    const listed = git(folder, 'worktree', 'list').trim().split('\n')
    expect(listed.map((line) => line.split(' ')[0])).toEqual([folder, elsewhere])
  })

  test('removes no other one that a link was set to', async () => {
    makeRepository()
    const users = join(root, 'users')
    git(folder, 'worktree', 'add', '--quiet', '--detach', users)
    const own = await open('worktree')
    rmSync(own, { recursive: true })
    symlinkSync(users, own)
    expect(await shownPaths()).toEqual([])
    await workspaces.discard('s1')
    expect(existsSync(join(users, 'a.txt'))).toBe(true)
    expect(lstatSync(own, { throwIfNoEntry: false })).toBeUndefined()
  })
})

test('a data folder that cannot be written is told in words, not as a fault of Parley', async () => {
  writeFileSync(join(root, 'data'), '')
  await expect(open('copy')).rejects.toMatchObject({ code: 'AGENT_FAILED', data: { reason: 'workspace' } })
})
