// Needs processes: the web host in its own process group, as a terminal starts it, and an agent that works for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { builtProgram } from '../../base/testing/built-program'
import { pidOf } from '../../base/testing/pid-of'
import { type FakeProgram, type InstalledFakes, installFakes } from '../../../../e2e/fake-cli/install-fakes'
import { connectWireClient } from '../../../../e2e/helpers/wire-client'
import { madeInFolder } from '../../agents/testing/contract/bench'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { watchSession } from '../../rpc/testing/app-client'
import { connectTo, startTestApp } from '../../rpc/testing/test-app'
import { needsProc } from '../../base/testing/needs'

beforeEach(needsProc)

const program = builtProgram('serve')

/** Starts the host like a terminal: as leader of a process group, which Ctrl-C signals as a whole. */
async function startHost(dataFolder: string, fakes: InstalledFakes) {
  const host = spawn(process.execPath, [program, '--port', '0', '--user-data', dataFolder, '--no-open'], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...fakes.environment, PARLEY_LOCAL_SERVERS: '[]', PARLEY_AGENT_FOLDERS: '' },
  })
  const exited = once(host, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const groupId = pidOf(host)
  onTestFinished(async () => {
    if (host.exitCode === null && host.signalCode === null) process.kill(-groupId, 'SIGKILL')
    await exited
  })
  const [line] = (await once(host.stdout, 'data')) as [Buffer]
  const { url } = JSON.parse(line.toString()) as { url: string }
  const answer = await fetch(url, { redirect: 'manual' })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { groupId, exited, api: await connectWireClient(url.split('?')[0] ?? '', cookie) }
}

/** The process groups of the fakes and their descendants: only these have this variable. */
function groupsOf({ home }: InstalledFakes): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
        if (!environment.includes(`FAKE_AGENT_HOME=${home}`)) return []
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        return [Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])]
      } catch {
        // It has just exited.
        return []
      }
    })
}

test.each<[string, FakeProgram[]]>([
  ['the protocol', []],
  ['its printed lines', ['claude-agent-acp']],
])(
  'Ctrl-C ends Parley cleanly while an agent by %s works: the partial answer is stored once, and no process is left',
  async (_route, without) => {
    const fakes = installFakes({ without })
    onTestFinished(() => fakes[Symbol.dispose]())
    const dataFolder = join(temporaryFolder(), 'data')
    const workspace = temporaryFolder()
    const { groupId, exited, api } = await startHost(dataFolder, fakes)
    const { session } = await api.invoke('sessions.create', {
      model: 'claude-code/default',
      workspace,
      permission: 'workspace-write',
    })
    const watch = watchSession(api, session.id)
    const words = ['say Begun.', 'leave child own-session', 'edit begun with x', 'hang'].join(' ;; ')
    await api.invoke('runs.send', { sessionId: session.id, text: words })
    await watch.first('text-delta')
    await madeInFolder(workspace, () => existsSync(join(workspace, 'begun')))
    const groups = groupsOf(fakes)
    expect(groups.length).toBeGreaterThan(1)
    // An agent in the same group would get Ctrl-C itself and end before Parley could ask it to.
    expect(groups).not.toContain(groupId)

    process.kill(-groupId, 'SIGINT')
    expect(await exited).toEqual([0, null])
    expect(groupsOf(fakes)).toEqual([])

    const next = connectTo(await startTestApp({ dataFolder }))
    const { messages } = await watchSession(next, session.id).idleWith(2)
    expect(messages.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'partial'],
    ])
    expect(JSON.stringify(messages[1]?.parts)).toContain('Begun.')
  },
)
