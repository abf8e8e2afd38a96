// Needs processes: no installed git may run anything from the folder.
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { needsPosix } from '../../base/testing/needs'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { Workspaces } from './workspaces'

beforeEach(needsPosix)

/** The git on the search path, and those in `PARLEY_TEST_GITS`, a list of absolute paths like a search path. */
const gits = [
  'git',
  ...(process.env['PARLEY_TEST_GITS'] ?? '').split(delimiter).filter((path) => path !== ''),
]
const hooks = ['post-checkout', 'reference-transaction', 'post-index-change']

interface Attack {
  config: string
  attributes?: string
  /** Objects are missing, which git would fetch. */
  isPartial?: boolean
  /** Older versions of git do not know it. */
  isNewer?: boolean
  /** There are scripts where git looks for hooks. */
  hasHooks?: boolean
}

/** Settings of the folder, each of which names a program in its own way. */
const attacks: Record<string, Attack> = {
  'a filter': {
    config: '[filter "a=b"]\nclean = PROGRAM\nsmudge = PROGRAM\nrequired',
    attributes: '* filter=a=b',
  },
  'a filter without a name': {
    config: '[filter ""]\nclean = PROGRAM\nsmudge = PROGRAM',
    attributes: '* filter=',
  },
  'a filter process': { config: '[filter "x"]\nprocess = PROGRAM', attributes: '* filter=x' },
  'an included file': { config: '[include]\npath = included' },
  'a file system monitor': { config: '[core]\nfsmonitor = PROGRAM' },
  'its hooks': { config: '', hasHooks: true },
  'another hooks folder': { config: '[core]\nhooksPath = hooks-of-theirs' },
  'hooks in the settings': {
    config: `[hook "theirs"]\ncommand = PROGRAM\n${hooks.map((event) => `event = ${event}`).join('\n')}`,
    isNewer: true,
  },
  'a diff driver': {
    config: '[diff]\nexternal = PROGRAM\n[diff "x"]\ntextconv = PROGRAM\ncommand = PROGRAM',
    attributes: '* diff=x',
  },
  'missing objects, fetched by ssh': {
    config: '[remote "origin"]\nurl = host:x\n[core]\nsshCommand = PROGRAM',
    isPartial: true,
  },
  'missing objects, fetched by a program there': {
    config: '[remote "origin"]\nuploadpack = PROGRAM\nurl = .',
    isPartial: true,
  },
  'missing objects, fetched by a helper': {
    config: '[remote "origin"]\nurl = ext::PROGRAM\n[protocol "ext"]\nallow = always',
    isPartial: true,
  },
  'missing objects, fetched through a proxy': {
    config: '[remote "origin"]\nurl = git://localhost/x\n[core]\ngitProxy = PROGRAM',
    isPartial: true,
  },
  'missing objects that require a login': {
    config:
      '[remote "origin"]\nurl = http://127.0.0.1:PORT/x\n[credential]\nhelper = "!PROGRAM"\n[core]\naskPass = PROGRAM',
    isPartial: true,
  },
}

/** Runs git normally, with the settings of the folder. */
async function plainGit(folder: string, ...args: string[]): Promise<void> {
  const own = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.org']
  const options = { cwd: folder, timeout: 3_000, env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } }
  const running = promisify(execFile)('git', [...own, ...args], options)
  running.child.stdin?.end()
  // It may fail: only what it ran matters.
  await running.catch(() => null)
}

/** Lets git run without protection until it starts what the settings of a folder name. @returns whether it does */
async function provoke(folder: string, ran: string): Promise<boolean> {
  await plainGit(folder, 'checkout', '--force', 'HEAD', '--', '.')
  writeFileSync(join(folder, 'a.txt'), 'other\n')
  for (const args of [['status'], ['diff'], ['commit', '--all', '--message=x'], ['checkout', '--detach']]) {
    if (existsSync(ran)) return true
    await plainGit(folder, ...args)
  }
  return existsSync(ran)
}

/** Removes everything but the checked-out commit, so that its content must be fetched. */
function removeObjects(at: string): void {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: at, encoding: 'utf8' }).trim()
  const objects = join(at, '.git/objects')
  for (const name of readdirSync(objects).filter(({ length }) => length === 2)) {
    for (const rest of readdirSync(join(objects, name))) {
      if (`${name}${rest}` !== commit) rmSync(join(objects, name, rest))
    }
  }
}

/** Makes this git `git` for the running test. */
function useGit(path: string): void {
  if (path === 'git') return
  const folder = temporaryFolder()
  symlinkSync(path, join(folder, 'git'))
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
}

/** A server that requires a login. */
async function startLocked(): Promise<number> {
  const server = createServer((_request, response) => {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** A repository with the attack, whose program creates the file `ran`. */
async function prepare(
  folder: string,
  { config, attributes, isPartial, hasHooks }: Attack,
  ran: string,
): Promise<void> {
  const program = join(folder, '../program.sh')
  writeFileSync(program, `#!/bin/sh\ntouch '${ran}'\n${isPartial === true ? 'exit 1' : 'cat'}\n`, {
    mode: 0o755,
  })
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.txt'), 'a\n')
  writeFileSync(join(folder, 'b.txt'), 'b\n')
  if (attributes !== undefined) writeFileSync(join(folder, '.gitattributes'), `${attributes}\n`)
  await plainGit(folder, 'init', '--quiet')
  await plainGit(folder, 'add', '.')
  await plainGit(folder, 'commit', '--quiet', '-m', 'first')
  writeFileSync(join(folder, '.git/included'), `[core]\nfsmonitor = ${program}\n`)
  mkdirSync(join(folder, 'hooks-of-theirs'))
  for (const name of hooks) {
    for (const place of ['hooks-of-theirs', ...(hasHooks === true ? ['.git/hooks'] : [])]) {
      writeFileSync(join(folder, place, name), `#!/bin/sh\ntouch '${ran}'\n`, { mode: 0o755 })
    }
  }
  if (isPartial === true) removeObjects(folder)
  const partial =
    '[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n[remote "origin"]\npromisor = true\n'
  const port = config.includes('PORT') ? await startLocked() : 0
  const own = readFileSync(join(folder, '.git/config'), 'utf8')
  const theirs = config.replaceAll('PROGRAM', program).replaceAll('PORT', `${port}`)
  writeFileSync(join(folder, '.git/config'), `${own}${isPartial === true ? partial : ''}${theirs}\n`)
  // Git reads a file again when it is newer than recorded.
  writeFileSync(join(folder, 'a.txt'), 'a\n')
}

describe.each(gits)('by %s', (path) => {
  test.for(Object.entries(attacks))('%s starts nothing', async ([name, attack], context) => {
    useGit(path)
    const root = temporaryFolder()
    const [folder, plain, ran] = [join(root, 'project'), join(root, 'plain'), join(root, 'ran')]
    await prepare(folder, attack, ran)
    cpSync(folder, plain, { recursive: true })
    const errors = { warning: () => {}, fatal: () => {} }
    const workspaces = new Workspaces({ dataFolder: join(root, 'data'), errors })
    const open = (isolation: 'worktree' | 'copy') =>
      workspaces.open({ sessionId: 's1', folder, isolation }, new AbortController().signal)

    await workspaces.inspect(folder)
    await open('worktree').catch(() => undefined)
    await workspaces.diff('s1')
    await workspaces.discard('s1')
    const own = await open('copy')
    writeFileSync(join(own, 'a.txt'), 'changed\n')
    const diff = await workspaces.diff('s1')
    await workspaces.apply('s1', diff?.state ?? '', diff?.files.map((file) => file.path) ?? [])
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('changed\n')
    expect(existsSync(ran)).toBe(false)

    const isKnown = await provoke(plain, ran)
    const version = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim()
    context.skip(!isKnown && attack.isNewer === true, `${version} does not support ${name} anyway`)
    expect(isKnown, `${version} would start something by ${name}`).toBe(true)
  })
})
