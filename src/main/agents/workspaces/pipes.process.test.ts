// Needs processes: git waits for data from a pipe, which must not block anything else.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { beforeEach, expect, test } from 'vitest'

import { needsPosix } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { inspectFolder } from './inspect-folder'
import { Workspaces } from './workspaces'

beforeEach(needsPosix)

const never = new AbortController().signal

let folder: string
let workspaces: Workspaces

beforeEach(() => {
  const root = temporaryFolder()
  folder = join(root, 'project')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.txt'), 'a\n')
  const errors = { warning: () => {}, fatal: () => {} }
  workspaces = new Workspaces({ dataFolder: join(root, 'data'), errors })
})

function makePipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  execFileSync('mkfifo', [path])
}

test.each(['.gitignore', 'deep/.gitignore', '.gitattributes', 'deep/.git/HEAD', 'deep/.git/packed-refs'])(
  'applying is refused immediately with a pipe as %s, and the changes are shown without it',
  async (name) => {
    const own = await workspaces.open({ sessionId: 's1', folder, isolation: 'copy' }, never)
    makePipe(join(own, name))
    await expect(workspaces.diff('s1')).rejects.toMatchObject({
      code: 'AGENT_FAILED',
      data: { reason: 'git', said: expect.stringContaining(`${name} is a pipe`) as string },
    })
    rmSync(join(own, name))
    writeFileSync(join(own, 'a.txt'), 'changed\n')
    expect((await workspaces.diff('s1'))?.files.map(({ path }) => path)).toEqual(['a.txt'])
  },
)

test('a link to a pipe is not among the files that git may read', async () => {
  const own = await workspaces.open({ sessionId: 's1', folder, isolation: 'copy' }, never)
  makePipe(join(own, 'pipe'))
  mkdirSync(join(own, 'inner/.git'), { recursive: true })
  symlinkSync('../../pipe', join(own, 'inner/.git/packed-refs'))
  await expect(workspaces.diff('s1')).rejects.toMatchObject({ data: { reason: 'git' } })
})

test('a folder can be discarded without being read', async () => {
  const own = await workspaces.open({ sessionId: 's1', folder, isolation: 'copy' }, never)
  makePipe(join(own, '.gitignore'))
  expect(await workspaces.discard('s1')).toBe(true)
})

test.each(['.git/HEAD', '.git/config', '.git/commondir', '.git/packed-refs'])(
  'inspecting a folder with a pipe as %s does not wait',
  async (name) => {
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    makePipe(join(folder, name))
    mkdirSync(join(folder, 'sub'))
    const facts = { isFolder: true, isRepository: false }
    expect(await workspaces.inspect(folder)).toMatchObject(facts)
    expect(await workspaces.inspect(join(folder, 'sub'))).toMatchObject(facts)
  },
)

test('inspecting ends even if a separate repository contains a pipe', async () => {
  const elsewhere = join(folder, '../elsewhere')
  execFileSync('git', ['init', '--quiet', `--separate-git-dir=${elsewhere}`], { cwd: folder })
  makePipe(join(elsewhere, 'HEAD'))
  expect(await inspectFolder(folder, never, 1_500)).toMatchObject({ isFolder: true, isRepository: false })
})
