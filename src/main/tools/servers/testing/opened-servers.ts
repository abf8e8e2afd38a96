import { onTestFinished } from 'vitest'

import type { Fault } from '../../../../../e2e/fake-mcp/faults.ts'
import type { MessageId, SessionId } from '../../../../shared/ids'
import type { FormRequest } from '../../../../shared/runs/events'
import type { ServerInfo } from '../../../../shared/tools/servers'
import { openSupervised } from '../../../agents/supervisor/testing/supervised'
import { systemClock } from '../../../base/clock'
import { randomId } from '../../../base/new-id'
import { builtProgram } from '../../../base/testing/built-program'
import { temporaryFolder } from '../../../base/testing/temporary-folder'
import { threadProgram } from '../../../base/testing/thread-program'
import { LoneJobs } from '../../../base/threads/lone-jobs'
import { WorkerThread } from '../../../base/threads/worker-thread'
import type { Confirmation, SecretCipher } from '../../../platform/platform'
import { SecretStore } from '../../../settings/secret-store'
import { ServerSettings } from '../../../settings/server-settings'
import { SettingsStore } from '../../../settings/settings-store'
import type { ToolCallContext, ToolResult } from '../../tool'
import { Bundles } from '../bundles/bundles'
import type { ResultJobs } from '../calls/result-jobs'
import { RememberedServers } from '../definitions/remembered-servers'
import type { ServerDeps } from '../server-deps'
import { serverTools } from '../server-tools'
import { Servers } from '../servers'

/** Inverts each byte, enough to see whether text was encrypted. */
const cipher: SecretCipher = {
  guarantee: 'key-file',
  encrypt: (plain) => Buffer.from(Buffer.from(plain).map((byte) => byte ^ 0xff)),
  decrypt: (encrypted) => Buffer.from(encrypted.map((byte) => byte ^ 0xff)).toString('utf8'),
}

/** Servers with real settings that can start no program, closed at the end of the running test. */
export function openHttpServers(given: Partial<ServerDeps> = {}, dataFolder = temporaryFolder()) {
  const complaints: unknown[] = []
  const fileDeps = { clock: systemClock, onProblem: (error: unknown) => void complaints.push(error) }
  const store = new SettingsStore(dataFolder, fileDeps)
  const settings = new ServerSettings(store, new SecretStore(dataFolder, cipher, fileDeps))
  const questions: Confirmation[] = []
  const restarted: string[] = []
  const results = new LoneJobs<ResultJobs>({
    open: () => new WorkerThread<ResultJobs>(threadProgram('tool-worker'), { clock: systemClock }),
    starting: 'prepareChecks',
    maxThreads: 2,
  })
  onTestFinished(() => results.close())
  const deps: ServerDeps = {
    results,
    settings,
    remembered: new RememberedServers(dataFolder, fileDeps),
    bundles: new Bundles(dataFolder, {
      places: { platform: process.platform, home: dataFolder },
      newId: randomId,
    }),
    clock: systemClock,
    newId: randomId,
    version: '1.0.0',
    folder: dataFolder,
    namedHosts: () => [],
    startProgram: () => Promise.reject(new Error('no program is started here')),
    confirm(question) {
      questions.push(question)
      return Promise.resolve(true)
    },
    openLink: () => Promise.resolve(false),
    signInPage: () => 'Signed in.',
    onChanged: () => {},
    onRestarted: (id) => void restarted.push(id),
    ...given,
  }
  const servers = new Servers(deps)
  onTestFinished(() => servers.close())
  return { servers, settings, questions, restarted, complaints, dataFolder, deps }
}

/** Like `openHttpServers`, with real supervised processes. */
export function openServers(given: Partial<ServerDeps> = {}) {
  const { supervisor, dataFolder, complaints } = openSupervised()
  const opened = openHttpServers(
    {
      startProgram: ({ server, command, args, environment }) =>
        supervisor.start({
          command: { executable: command, args, environment },
          folder: dataFolder,
          runId: server,
        }),
      ...given,
    },
    dataFolder,
  )
  /** Adds the fake server and waits until it is ready or has failed. */
  const start = async (faults: readonly Fault[] = [], change: object = {}): Promise<ServerInfo> => {
    const args = [builtProgram('fake-mcp'), ...faults.flatMap((fault) => ['--fault', fault])]
    const transport = { type: 'stdio', command: process.execPath, args } as const
    opened.servers.save({ id: 'fake', transport, ...change })
    return opened.servers.start('fake', new AbortController().signal)
  }
  return { ...opened, complaints, start, supervisor }
}

/** A call of a tool of the fake server, with everything that it asked and reported. */
export function callOf(
  servers: Servers,
  tool: string,
  options: {
    input?: Record<string, unknown>
    sessionId?: string
    /** The call is prepared at once, and runs after this. */
    after?: Promise<unknown>
    form?: (form: FormRequest) => Promise<Record<string, unknown> | null>
  } = {},
) {
  const stop = new AbortController()
  const output: string[] = []
  const upstream: string[] = []
  const closed = Promise.withResolvers<void>()
  const working = Promise.withResolvers<void>()
  const call: ToolCallContext = {
    signal: stop.signal,
    sessionId: (options.sessionId ?? 'chat') as SessionId,
    messageId: 'answer' as MessageId,
    toolCallId: 'call',
    folder: null,
    onUpstreamOpened: () => void upstream.push('opened'),
    onUpstreamClosed() {
      upstream.push('closed')
      closed.resolve()
    },
    requestForm: (form) => options.form?.(form) ?? Promise.resolve(null),
    whileAsking: (wait) => wait(),
    onOutput(text) {
      output.push(text)
      working.resolve()
    },
  }
  const run = async (): Promise<ToolResult> => {
    const found = serverTools(servers).find(({ name }) => name === `mcp:fake/${tool}`)
    if (found === undefined) throw new Error(`no tool ${tool}`)
    const prepared = await found.prepare(options.input ?? {}, call)
    await options.after
    return prepared.run()
  }
  return {
    result: run(),
    stop: () => stop.abort(new Error('stopped')),
    /** The call has shown output. */
    working: working.promise,
    closed: closed.promise,
    output,
    upstream,
  }
}
