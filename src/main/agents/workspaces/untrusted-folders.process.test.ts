// Needs processes: git must run nothing from the folder.
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

import { beforeEach, describe, expect, test } from 'vitest'

import { realTemporaryFolder } from '../../base/testing/temporary-folder'
import { Workspaces } from './workspaces'
import { needsPosix } from '../../base/testing/needs'

beforeEach(needsPosix)

const never = new AbortController().signal

let root: string
let folder: string
let workspaces: Workspaces

beforeEach(() => {
  root = realTemporaryFolder()
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

/** Applies the changes that are currently shown: in these files, or in all. */
async function apply(paths?: readonly string[]): Promise<string[]> {
  const diff = await workspaces.diff('s1')
  return workspaces.apply('s1', diff?.state ?? '', paths ?? diff?.files.map(({ path }) => path) ?? [])
}

async function shownPaths(): Promise<string[]> {
  return (await workspaces.diff('s1'))?.files.map(({ path }) => path) ?? []
}

describe('an untrusted folder', () => {
  test('can be inspected and have a worktree, whatever its settings name', async () => {
    makeRepository()
    git(folder, 'config', 'filter.x.clean', 'false')
    git(folder, 'config', 'filter.x.required', 'true')
    writeFileSync(join(folder, '.gitattributes'), '*.txt filter=x\n')
    writeFileSync(join(folder, 'a.txt'), 'a\n')
    rmSync(join(folder, '.gitattributes'))
    expect(await workspaces.inspect(folder)).toMatchObject({ isRepository: true, hasChanges: false })
    const own = await open('worktree')
    expect(readFileSync(join(own, 'a.txt'), 'utf8')).toBe('a\n')
    expect(git(own, 'status', '--porcelain')).toBe('')
    expect(git(own, 'rev-parse', '--abbrev-ref', 'HEAD').trim()).toBe('HEAD')
  })

  test('is not a repository because it contains something that looks like one', async () => {
    makeRepository()
    renameSync(join(folder, '.git'), join(folder, 'inner'))
    git(join(folder, 'inner'), 'config', 'core.worktree', folder)
    expect(git(join(folder, 'inner'), 'rev-parse', '--verify', 'HEAD')).not.toBe('')
    expect(await workspaces.inspect(join(folder, 'inner'))).toMatchObject({ isRepository: false })
  })

  test('with a pipe in place of its index can be inspected without waiting', async () => {
    makeRepository()
    rmSync(join(folder, '.git/index'))
    execFileSync('mkfifo', [join(folder, '.git/index')])
    expect(await workspaces.inspect(folder)).toMatchObject({ isRepository: true, hasChanges: true })
  })

  test('cannot lead an agent out of its workspace by the claimed work tree of its repository', async () => {
    makeRepository()
    const inner = join(folder, 'deep/deeper')
    mkdirSync(inner, { recursive: true })
    git(folder, 'config', 'core.worktree', inner)
    await expect(open('worktree')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'isolation', reason: 'agent-worktree-elsewhere', folder },
    })
    expect(existsSync(join(root, 'data/workspaces/s1'))).toBe(false)
  })

  test('cannot lead an agent out of its workspace by a link that git tracks', async () => {
    const outside = join(root, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(folder, 'sub'))
    makeRepository()
    rmSync(join(folder, 'sub'))
    mkdirSync(join(folder, 'sub'))
    await expect(open('worktree', join(folder, 'sub'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'isolation', reason: 'agent-worktree-elsewhere' },
    })
    expect(existsSync(outside)).toBe(true)
  })

  test('with one file that is too large is refused before it is copied', async () => {
    writeFileSync(join(folder, 'large'), '')
    truncateSync(join(folder, 'large'), 2 ** 40)
    await expect(open('copy')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('200,000 files or 2 GiB') as string,
      data: { field: 'isolation', reason: 'agent-folder-large', files: 200_000, gibibytes: 2 },
    })
  })
})

describe('repositories inside the folder', () => {
  test('are shown and applied like any other folder if the agent created them', async () => {
    const own = await open('copy')
    mkdirSync(join(own, 'made/inner'), { recursive: true })
    git(join(own, 'made'), 'init', '--quiet')
    git(join(own, 'made/inner'), 'init', '--quiet')
    writeFileSync(join(own, 'made/x.txt'), 'x\n')
    writeFileSync(join(own, 'made/inner/y.txt'), 'y\n')
    expect(await shownPaths()).toEqual(['made/inner/y.txt', 'made/x.txt'])
    await apply()
    expect(readFileSync(join(folder, 'made/inner/y.txt'), 'utf8')).toBe('y\n')
    expect(existsSync(join(folder, 'made/.git'))).toBe(false)
    expect(await shownPaths()).toEqual([])
  })

  test("do not hide the agent's changes if they existed before", async () => {
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

describe('the diff of a file', () => {
  test.each(['\u2028', '\u2029', '\u0085', '\r', '\f'])(
    'shows the whole file and nothing of others, whatever follows %j in it, and only the file is applied',
    async (end) => {
      const forged = ['c', 'diff --git a/b.txt b/b.txt', '--- a/b.txt', '+++ b/b.txt', '@@ -1 +1 @@', '-b']
      const text = `${forged.join(end)}\n`
      const own = await open('copy')
      writeFileSync(join(own, 'a.txt'), text)
      writeFileSync(join(own, 'b.txt'), 'changed\n')
      expect((await workspaces.diff('s1'))?.files).toEqual([
        { path: 'a.txt', kind: 'modified', patch: `@@ -1 +1 @@\n-a\n+${text}`, added: 1, removed: 1 },
        { path: 'b.txt', kind: 'modified', patch: '@@ -1 +1 @@\n-b\n+changed\n', added: 1, removed: 1 },
      ])
      await apply(['a.txt'])
      expect([readFileSync(join(folder, 'a.txt'), 'utf8'), await shownPaths()]).toEqual([text, ['b.txt']])
    },
  )

  test.each(['-diff', 'binary', 'diff=x', 'text eol=crlf', '-text', 'ident', 'working-tree-encoding=UTF-16'])(
    'shows every line as it will be applied, even if the folder sets %j for it',
    async (attribute) => {
      writeFileSync(join(folder, '.gitattributes'), `* ${attribute}\n`)
      const own = await open('copy')
      writeFileSync(join(own, 'a.txt'), 'a\r\n$Id: no $\nlast\n')
      expect((await workspaces.diff('s1'))?.files).toMatchObject([
        { path: 'a.txt', patch: '@@ -1 +1,3 @@\n-a\n+a\r\n+$Id: no $\n+last\n' },
      ])
      await apply()
      expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a\r\n$Id: no $\nlast\n')
    },
  )

  test('is what gets applied, whatever the agent has done since', async () => {
    const own = await open('copy')
    writeFileSync(join(own, 'a.txt'), 'shown\n')
    const diff = await workspaces.diff('s1')
    writeFileSync(join(own, 'a.txt'), 'not shown\n')
    writeFileSync(join(own, 'b.txt'), 'not shown\n')
    await workspaces.apply('s1', diff?.state ?? '', ['a.txt', 'b.txt'])
    expect(['a.txt', 'b.txt'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      'shown\n',
      'b\n',
    ])
  })

  test('is applied as one moved file, even if the folder marks it as binary later', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    writeFileSync(join(folder, 'old.txt'), lines.join('\r\n'))
    const own = await open('copy')
    rmSync(join(own, 'old.txt'))
    writeFileSync(join(own, 'new.txt'), lines.join('\n'))
    const diff = await workspaces.diff('s1')
    expect(diff?.files).toMatchObject([{ path: 'new.txt', kind: 'moved', movedFrom: 'old.txt' }])
    writeFileSync(join(own, '.gitattributes'), '* -diff\n')
    await workspaces.apply('s1', diff?.state ?? '', ['new.txt'])
    expect(['old.txt', 'new.txt'].map((name) => existsSync(join(folder, name)))).toEqual([false, true])
  })
})

test('a file that became a link does not shift the lines of the files after it', async () => {
  const own = await open('copy')
  rmSync(join(own, 'a.txt'))
  symlinkSync('b.txt', join(own, 'a.txt'))
  writeFileSync(join(own, 'b.txt'), 'changed\n')
  const files = (await workspaces.diff('s1'))?.files
  expect(files).toEqual([
    {
      path: 'a.txt',
      kind: 'modified',
      what: 'link',
      patch: '@@ -1 +1 @@\n-a\n+b.txt\n\\ No newline at end of file\n',
      added: 1,
      removed: 1,
    },
    { path: 'b.txt', kind: 'modified', patch: '@@ -1 +1 @@\n-b\n+changed\n', added: 1, removed: 1 },
  ])
})

test.each<[string, string | Buffer]>([
  ['is binary', Buffer.alloc(50, 1)],
  ['is long', 'line\n'.repeat(100_000)],
  ['is too large to be compared', 'line\n'.repeat(1_000_000)],
])('a link’s target is shown even if the previous file %s', async (_, content) => {
  writeFileSync(join(folder, 'a.txt'), content)
  const own = await open('copy')
  rmSync(join(own, 'a.txt'))
  symlinkSync('/etc/passwd', join(own, 'a.txt'))
  expect((await workspaces.diff('s1'))?.files).toMatchObject([
    { path: 'a.txt', what: 'link', patch: '@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n' },
  ])
})

test.each(['.GIT', 'git~1', '.git.', '.Git ', '.g\u200cit'])(
  'a file that some system treats as %j is not applied, and the diff says that it is incomplete',
  async (name) => {
    writeFileSync(join(folder, name), 'theirs')
    const own = await open('copy')
    rmSync(join(own, name))
    mkdirSync(join(own, 'new', name, 'hooks'), { recursive: true })
    writeFileSync(join(own, 'new', name, 'hooks/pre-commit'), '#!/bin/sh\n')
    writeFileSync(join(own, 'b.txt'), 'changed\n')
    const diff = await workspaces.diff('s1')
    expect([diff?.files.map(({ path }) => path), diff?.isCut]).toEqual([['b.txt'], true])
    await apply()
    expect([existsSync(join(folder, name)), existsSync(join(folder, 'new'))]).toEqual([true, false])
  },
)

test.each(['.gitmodules', '.GitModules', 'gitmod~1'])(
  'a file %s that became a link, which git rejects, is not applied, and the diff says that it is incomplete',
  async (name) => {
    writeFileSync(join(folder, name), 'theirs')
    const own = await open('copy')
    rmSync(join(own, name))
    symlinkSync('b.txt', join(own, name))
    writeFileSync(join(own, 'b.txt'), 'changed\n')
    const diff = await workspaces.diff('s1')
    expect([diff?.files.map(({ path }) => path), diff?.isCut]).toEqual([['b.txt'], true])
    await apply([name, 'b.txt'])
    expect(['b.txt', name].map((path) => readFileSync(join(folder, path), 'utf8'))).toEqual([
      'changed\n',
      'theirs',
    ])
  },
)

test('a file that became a folder is applied as one, even if only that path is chosen', async () => {
  const own = await open('copy')
  rmSync(join(own, 'a.txt'))
  mkdirSync(join(own, 'a.txt'))
  writeFileSync(join(own, 'a.txt/in.txt'), 'in\n')
  writeFileSync(join(own, 'b.txt'), 'changed\n')
  await apply(['a.txt', 'a.txt/in.txt'])
  expect(readFileSync(join(folder, 'a.txt/in.txt'), 'utf8')).toBe('in\n')
  expect(await shownPaths()).toEqual(['b.txt'])
})

test('a file that was not chosen is not removed, not even by its replacement', async () => {
  const own = await open('copy')
  rmSync(join(own, 'a.txt'))
  mkdirSync(join(own, 'a.txt'))
  writeFileSync(join(own, 'a.txt/in.txt'), 'in\n')
  await expect(apply(['a.txt/in.txt'])).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'paths', reason: 'change-replaces-another', path: 'a.txt' },
  })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('a\n')
})

test('a large file is copied whole, with its mode', async () => {
  const large = Buffer.alloc(17 * 1024 ** 2, 'large')
  writeFileSync(join(folder, 'large'), large, { mode: 0o755 })
  const own = await open('copy')
  expect(readFileSync(join(own, 'large')).equals(large)).toBe(true)
  expect(statSync(join(own, 'large')).mode & 0o777).toBe(0o755)
})

test('the data folder is not copied, whichever path Parley reached it by', async () => {
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
  const inData = { field: 'workspace', reason: 'agent-folder-in-data' }
  await expect(open('copy', data)).rejects.toMatchObject({ data: { ...inData, folder: data } })
  await expect(open('copy', join(data, 'inner'))).rejects.toMatchObject({ data: inData })
})

describe('removing a worktree', () => {
  test('keeps another one in the list while its disk is not mounted', async () => {
    makeRepository()
    const elsewhere = join(root, 'elsewhere')
    git(folder, 'worktree', 'add', '--quiet', '--detach', elsewhere)
    renameSync(elsewhere, join(root, 'unplugged'))
    await open('worktree')
    await workspaces.discard('s1')
    const listed = git(folder, 'worktree', 'list').trim().split('\n')
    expect(listed.map((line) => line.split(' ')[0])).toEqual([folder, elsewhere])
  })

  test('removes no other one through a link', async () => {
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

test('a data folder that is not writable gets a readable message, not an internal error', async () => {
  writeFileSync(join(root, 'data'), '')
  await expect(open('copy')).rejects.toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'workspace', detail: expect.stringContaining(join(root, 'data')) as string },
  })
})
