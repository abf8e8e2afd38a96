import { ParleyError } from '../../../../shared/errors'
import { serverFailure } from '../../../../shared/failures/server-failure'
import type { AgentProcess } from '../../../agents/agent-process'
import type { Clock } from '../../../base/clock'
import { timedOut, withDeadline } from '../../../base/deadline'
import type { ServerSetup } from '../../../model-setup/setups'
import { CancelledRequests } from './cancelled-requests'
import type { ConnectionEvents } from './connection'
import { MessageReader } from './message-reader'
import type { ServerLog } from './server-log'
import { StdioTransport } from './stdio-transport'

/** Starts a server's program under supervision. @throws ParleyError */
export type StartServerProgram = (program: {
  server: string
  command: string
  args: readonly string[]
  environment: Readonly<Record<string, string>>
}) => Promise<AgentProcess>

/** A server's program, and its pipes as a transport. */
export interface ServerProcess {
  transport: StdioTransport
  /** Returns the reason why its connection has ended; null if it was closed. */
  whyEnded(): Promise<ParleyError | null>
  processorMs(): number | null
  /** The number of requests that it has answered. */
  answerCount(): number
  /** Closes its input and ends its process tree. Resolves when nothing of it is left. */
  close(): Promise<void>
}

/** The time for which a server may continue a cancelled call. */
const cancelGraceMs = 3_000

/** The time that a program has to exit after its output has ended. */
const exitDelayMs = 1_000

/** Starts the program. @throws ParleyError */
export async function openProcess(
  setup: Extract<ServerSetup, { type: 'stdio' }>,
  deps: {
    server: string
    clock: Clock
    log: ServerLog
    events: ConnectionEvents
    startProgram: StartServerProgram
  },
): Promise<ServerProcess> {
  const { server, clock, log, events } = deps
  const { command, args, environment } = setup
  const agent = await deps.startProgram({ server, command, args, environment }).catch((error: unknown) => {
    throw startFailure(error, server, command)
  })
  let isClosing = false
  log.watchErrorOutput(() => agent.stderr())
  const cancelled = new CancelledRequests({
    clock,
    graceMs: cancelGraceMs,
    onIgnored: events.onCancelIgnored,
  })
  const onForeign = (line: string) => log.add(line)
  const reader = new MessageReader(onForeign)
  const transport = new StdioTransport(agent, { onForeign, cancelled, reader })
  const end = async () => {
    await agent.end(() => agent.stdin.end())
    log.keepErrorOutput()
  }
  const exit = agent.exited.then(({ code, signal }): ParleyError | null =>
    isClosing ? null : serverFailure('exited', { server, detail: signal ?? `exit code ${code ?? '?'}` }),
  )
  // Ends what the program left behind, and its pipes, which another process may keep open.
  void exit.then(end)
  return {
    transport,
    async whyEnded() {
      if (transport.fault !== null) return transport.fault
      const why = await withDeadline(exit, { clock, limitMs: exitDelayMs })
      return why === timedOut ? serverFailure('connection-lost', { server }) : why
    },
    processorMs: () => agent.processorMs(),
    answerCount: () => reader.answerCount,
    close() {
      isClosing = true
      return end()
    },
  }
}

/** The supervisor speaks of agents; the reader has a server. */
function startFailure(error: unknown, server: string, command: string): unknown {
  if (!(error instanceof ParleyError) || error.code === 'CANCELLED') return error
  const { reason, argument = '', cause: detail = '' } = error.data ?? {}
  if (reason === 'batch-argument') return serverFailure(reason, { server, command, argument }, error)
  return serverFailure(reason === 'program-gone' ? reason : 'not-started', { server, command, detail }, error)
}
