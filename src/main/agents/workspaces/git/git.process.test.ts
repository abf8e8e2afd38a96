// Needs processes: git must be started from the right place, and ended when it hangs.
import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { scaledTimeout } from '../../../../../e2e/suite/limits/slowness.ts'
import { needsPosix } from '../../../base/testing/needs'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { git, gitLine, GitTimeout, gitToFile } from './git'

beforeEach(needsPosix)

function searchPath(value: string): void {
  vi.stubEnv('PATH', value)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
}

/** A folder with programs that create a file when they run. */
function setTraps(names: readonly string[]): { folder: string; ran: string } {
  const root = temporaryFolder()
  const [folder, ran] = [join(root, 'project'), join(root, 'ran')]
  mkdirSync(join(folder, 'bin'), { recursive: true })
  for (const place of names.flatMap((name) => [name, `bin/${name}`])) {
    writeFileSync(join(folder, place), `#!/bin/sh\ntouch '${ran}'\nexit 1\n`, { mode: 0o755 })
  }
  return { folder, ran }
}

/** Search paths that would find a folder's own programs. */
const searchPaths = ['PATH', ':PATH', '.:PATH', 'bin:./bin:PATH', 'PATH:', '::PATH:.']

test.each(searchPaths)(
  'with the search path %j, git does not come from the inspected folder',
  async (path) => {
    const { folder, ran } = setTraps(['git'])
    searchPath(path.replaceAll('PATH', process.env['PATH'] ?? ''))
    expect(await gitLine(['rev-parse', '--is-inside-work-tree'], { folder }).catch(() => 'none')).toBe('none')
    expect(existsSync(ran)).toBe(false)
  },
)

test.each(searchPaths)(
  'with the search path %j, no helper of git comes from the inspected folder',
  async (path) => {
    const { folder, ran } = setTraps(['helper', 'git-helper'])
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    searchPath(path.replaceAll('PATH', process.env['PATH'] ?? ''))
    writeFileSync(join(folder, '.gitattributes'), '* filter=x\n')
    const settings = { 'filter.x.clean': 'helper; git helper' }
    const options = { folder, settings, input: 'text' }
    await git(['hash-object', '--stdin', '--path=a.txt'], options).catch(() => null)
    expect(existsSync(ran)).toBe(false)
  },
)

test('reports that git is missing from the absolute folders of the search path', async () => {
  const { folder } = setTraps(['git'])
  searchPath(':.:bin')
  await expect(git(['--version'], { folder })).rejects.toMatchObject({ data: { reason: 'no-git' } })
  await expect(gitToFile(['--version'], join(folder, 'x'), { folder })).rejects.toMatchObject({
    data: { reason: 'no-git' },
  })
})

test('a missing folder is a refusal, not a missing git', async () => {
  const folder = join(temporaryFolder(), 'gone')
  await expect(git(['status'], { folder })).rejects.toThrow(/cannot change to/)
})

test('git that hangs or is cancelled has exited before its caller continues', async () => {
  const folder = temporaryFolder()
  const pipe = join(folder, 'pipe')
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  execFileSync('mkfifo', [pipe])
  // Throws ENXIO unless something is reading the pipe.
  const write = () => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  const options = { folder, timeoutMs: 100 }
  const wait = ['hash-object', pipe]
  await expect(git(wait, options)).rejects.toBeInstanceOf(GitTimeout)
  expect(write).toThrow(/ENXIO/)
  await expect(gitToFile(wait, join(folder, 'out'), options)).rejects.toBeInstanceOf(GitTimeout)
  expect(write).toThrow(/ENXIO/)
  const reason = new Error('cancelled')
  await expect(git(wait, { folder, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const cancelling = new AbortController()
  const cancelled = git(wait, { folder, signal: cancelling.signal })
  const writer = await vi.waitFor(write, { timeout: scaledTimeout(10_000) })
  cancelling.abort(reason)
  await expect(cancelled).rejects.toBe(reason)
  expect(write).toThrow(/ENXIO/)
  closeSync(writer)
})
