// Needs processes: git creates the worktrees and finds the changes.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import { realTemporaryFolder } from '../../base/testing/temporary-folder'
import { Workspaces } from './workspaces'

const never = new AbortController().signal

let root: string
let folder: string
let workspaces: Workspaces
let problems: unknown[]

beforeEach(() => {
  root = realTemporaryFolder()
  folder = join(root, 'project')
  mkdirSync(join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, 'src/a.txt'), 'one\ntwo\nthree\n')
  writeFileSync(join(folder, 'b.txt'), 'b\n')
  problems = []
  const errors = { warning: (_source: string, error: unknown) => problems.push(error), fatal: () => {} }
  workspaces = new Workspaces({ dataFolder: join(root, 'data'), errors })
})

function git(...args: string[]): string {
  const own = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.org']
  return execFileSync('git', [...own, ...args], { cwd: folder, encoding: 'utf8' })
}

function makeRepository(): void {
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
}

function open(isolation: 'same' | 'worktree' | 'copy', sessionId = 's1'): Promise<string> {
  return workspaces.open({ sessionId, folder, isolation }, never)
}

/** Applies the changes that are currently shown: in these files, or in all. */
async function apply(paths?: readonly string[]): Promise<string[]> {
  const diff = await workspaces.diff('s1')
  return workspaces.apply('s1', diff?.state ?? '', paths ?? diff?.files.map(({ path }) => path) ?? [])
}

test('without isolation, the workspace is the folder itself, with links resolved', async () => {
  const link = join(root, 'link')
  symlinkSync(folder, link)
  expect(await workspaces.open({ sessionId: 's1', folder: link, isolation: 'same' }, never)).toBe(folder)
  expect(await workspaces.diff('s1')).toBeNull()
})

test('a missing folder is refused by name, before anything is created', async () => {
  const missing = join(root, 'nowhere')
  await expect(
    workspaces.open({ sessionId: 's1', folder: missing, isolation: 'copy' }, never),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'workspace', reason: 'agent-folder-not-found', folder: missing },
  })
  expect(existsSync(join(root, 'data'))).toBe(false)
})

test.each(['worktree', 'copy'] as const)(
  'the changes in a %s are shown, applied once, and then gone',
  async (isolation) => {
    makeRepository()
    const own = await open(isolation)
    expect(own).not.toBe(folder)
    expect(await open(isolation)).toBe(own)
    writeFileSync(join(own, 'src/a.txt'), 'one\n2\nthree\n')
    writeFileSync(join(own, 'new file.txt'), 'new\n')
    rmSync(join(own, 'b.txt'))
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('one\ntwo\nthree\n')

    expect(await workspaces.diff('s1')).toEqual({
      isolation,
      folder: own,
      isCut: false,
      state: expect.stringMatching(/^[0-9a-f]{40}$/),
      files: [
        { path: 'b.txt', kind: 'deleted', patch: '@@ -1 +0,0 @@\n-b\n', added: 0, removed: 1 },
        { path: 'new file.txt', kind: 'added', patch: '@@ -0,0 +1 @@\n+new\n', added: 1, removed: 0 },
        {
          path: 'src/a.txt',
          kind: 'modified',
          patch: '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
          added: 1,
          removed: 1,
        },
      ],
    })

    expect(await apply(['src/a.txt'])).toEqual(['src/a.txt'])
    expect(readFileSync(join(folder, 'src/a.txt'), 'utf8')).toBe('one\n2\nthree\n')
    expect(existsSync(join(folder, 'b.txt'))).toBe(true)
    expect((await workspaces.diff('s1'))?.files.map(({ path }) => path)).toEqual(['b.txt', 'new file.txt'])

    expect(await apply()).toEqual(['b.txt', 'new file.txt'])
    expect(existsSync(join(folder, 'b.txt'))).toBe(false)
    expect((await workspaces.diff('s1'))?.files).toEqual([])

    expect(await workspaces.discard('s1')).toBe(true)
    expect(existsSync(own)).toBe(false)
    expect(git('worktree', 'list').trim().split('\n')).toHaveLength(1)
    expect(await workspaces.discard('s1')).toBe(false)
  },
)

test('a folder with conflicting changes is left unchanged', async () => {
  const own = await open('copy')
  writeFileSync(join(own, 'src/a.txt'), 'one\n2\nthree\n')
  writeFileSync(join(own, 'b.txt'), 'B\n')
  writeFileSync(join(folder, 'src/a.txt'), 'one\nzwei\nthree\n')
  await expect(apply()).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: {
      field: 'paths',
      reason: 'agent-folder-changed',
      folder,
      conflict: expect.stringContaining('src/a.txt'),
    },
  })
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('b\n')
  expect((await workspaces.diff('s1'))?.files).toHaveLength(2)
})

test('a worktree of a subfolder is used at the same subfolder', async () => {
  makeRepository()
  const inner = join(folder, 'src')
  const own = await workspaces.open({ sessionId: 's1', folder: inner, isolation: 'worktree' }, never)
  expect(readFileSync(join(own, 'a.txt'), 'utf8')).toContain('two')
  writeFileSync(join(own, 'a.txt'), 'changed\n')
  await apply()
  expect(readFileSync(join(inner, 'a.txt'), 'utf8')).toBe('changed\n')
})

test('ignored files are no difference, and a folder without git can still be copied', async () => {
  writeFileSync(join(folder, '.gitignore'), 'built/\n')
  const own = await open('copy')
  mkdirSync(join(own, 'built'))
  writeFileSync(join(own, 'built/out.js'), 'x')
  expect((await workspaces.diff('s1'))?.files).toEqual([])
  await expect(open('worktree', 's2')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: {
      field: 'isolation',
      reason: 'agent-worktree',
      folder,
      said: expect.stringMatching(/not a git repository/),
    },
  })
})

test('nothing that an agent writes to the .git of its copy runs when its changes are shown', async () => {
  makeRepository()
  const own = await open('copy')
  const ran = join(root, 'ran')
  const program = join(own, 'evil.sh')
  writeFileSync(program, `#!/bin/sh\ntouch ${ran}\ncat\n`, { mode: 0o755 })
  const config = [
    '[core]',
    `\tfsmonitor = ${program}`,
    '[diff "x"]',
    `\ttextconv = ${program}`,
    `\tcommand = ${program}`,
  ]
  const filter = ['[filter "x"]', `\tclean = ${program}`, `\tsmudge = ${program}`]
  writeFileSync(join(own, '.git/config'), [...config, ...filter, ''].join('\n'))
  writeFileSync(join(own, '.gitattributes'), '* filter=x diff=x\n')
  writeFileSync(join(own, 'b.txt'), 'changed\n')
  expect((await workspaces.diff('s1'))?.files.map(({ path }) => path)).toContain('b.txt')
  await apply(['b.txt'])
  expect(existsSync(ran)).toBe(false)
})

test('creating a worktree does not run the repository’s hooks', async () => {
  makeRepository()
  const ran = join(root, 'ran')
  writeFileSync(join(folder, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 })
  await open('worktree')
  expect(existsSync(ran)).toBe(false)
})

test('a link that an agent created does not lead changes out of the folder', async () => {
  const outside = join(root, 'outside')
  mkdirSync(outside)
  const own = await open('copy')
  symlinkSync(outside, join(own, 'way'))
  await apply()
  rmSync(join(own, 'way'))
  mkdirSync(join(own, 'way'))
  writeFileSync(join(own, 'way/in.txt'), 'x')
  await apply(['way/in.txt']).catch(() => undefined)
  expect(existsSync(join(outside, 'in.txt'))).toBe(false)
})

test('a stop during creation leaves nothing', async () => {
  const controller = new AbortController()
  const opened = workspaces.open({ sessionId: 's1', folder, isolation: 'copy' }, controller.signal)
  controller.abort(new Error('stopped'))
  await expect(opened).rejects.toThrow('stopped')
  expect(existsSync(join(root, 'data/workspaces/s1'))).toBe(false)
})

test('choosing another folder does not discard changes that were not applied', async () => {
  const own = await open('copy')
  writeFileSync(join(own, 'b.txt'), 'changed\n')
  const other = join(root, 'other')
  mkdirSync(other)
  await expect(
    workspaces.open({ sessionId: 's1', folder: other, isolation: 'copy' }, never),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { field: 'workspace', reason: 'agent-folder-pending', workFolder: own, folder },
  })
  expect(existsSync(own)).toBe(true)
  await workspaces.discard('s1')
  expect(await workspaces.open({ sessionId: 's1', folder: other, isolation: 'copy' }, never)).not.toBe(other)
})

test('workspaces of deleted chats are removed, others stay', async () => {
  const gone = await open('copy', 's1')
  const kept = await open('copy', 's2')
  await workspaces.sweep((sessionId) => sessionId === 's2')
  expect([existsSync(gone), existsSync(kept)]).toEqual([false, true])
  expect(problems).toEqual([])
})

test('a folder’s facts are known before an agent works there', async () => {
  expect(await workspaces.inspect(folder)).toEqual({
    path: folder,
    isFolder: true,
    isRepository: false,
    hasChanges: false,
  })
  makeRepository()
  expect(await workspaces.inspect(folder)).toMatchObject({ isRepository: true, hasChanges: false })
  writeFileSync(join(folder, 'b.txt'), 'changed\n')
  expect(await workspaces.inspect(join(folder, 'src'))).toMatchObject({
    isRepository: true,
    hasChanges: false,
  })
  expect(await workspaces.inspect(folder)).toMatchObject({ hasChanges: true })
  expect(await workspaces.inspect(join(root, 'nowhere'))).toMatchObject({ isFolder: false })
})
