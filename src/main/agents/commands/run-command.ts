import { stripVTControlCharacters } from 'node:util'

import { commandLimits, type CommandResult } from '../../../shared/agents/command-checks'
import type { Clock } from '../../base/clock'
import { withDeadline } from '../../base/deadline'
import type { AgentCommand } from '../agent'
import type { AgentProcess, AgentSupervisor } from '../agent-process'
import { windowsShell } from '../supervisor/batch-start'
import { LastOutput } from '../supervisor/last-output'

/** A command to run, with its time limit. */
export interface CommandStart {
  /** A line for the system's shell. */
  command: string
  /** Its working directory. */
  folder: string
  /** Marks its process tree. */
  runId: string
  limitMs: number
  /** Ends it. */
  signal: AbortSignal
}

/**
 * The time for which the output may stay open after the last process has exited. The pipe of a process that cannot be
 * killed never closes.
 */
const lastReadMs = 1_500

/**
 * Runs a command in a shell, in a process group of its own, without input. It gets the environment of an agent, which
 * contains no provider key, with `searchPath` if given. When this resolves, nothing of the command is left, including
 * what it started in the background.
 * @throws AGENT_FAILED, AGENT_NOT_INSTALLED it could not be started; CANCELLED Parley is quitting; the signal's reason
 */
export async function runCommand(
  {
    supervisor,
    clock,
    searchPath,
  }: { supervisor: Pick<AgentSupervisor, 'start'>; clock: Clock; searchPath?: string | undefined },
  { command, folder, runId, limitMs, signal }: CommandStart,
): Promise<CommandResult> {
  signal.throwIfAborted()
  const shell = shellCommand(command)
  const environment = { ...shell.environment, ...(searchPath !== undefined && { PATH: searchPath }) }
  const program = await supervisor.start({ command: { ...shell, environment }, folder, runId })
  const startedAt = clock.monotonic()
  program.stdin.end()
  const output = new LastOutput(program.stdout, clock)
  const isRead = new Promise((resolve) => program.stdout.once('close', resolve))
  const end = await endOf(program, { clock, limitMs, signal })
  const durationMs = clock.monotonic() - startedAt
  await program.end()
  await withDeadline(isRead, { clock, limitMs: lastReadMs })
  return { ...end, durationMs, ...lastLines(output.text(), commandLimits) }
}

/** Resolves when the program has exited, or has to be ended. */
async function endOf(
  { exited }: AgentProcess,
  { clock, limitMs, signal }: { clock: Clock; limitMs: number; signal: AbortSignal },
): Promise<Pick<CommandResult, 'ended' | 'exitCode'>> {
  const { promise, resolve } = Promise.withResolvers<Pick<CommandResult, 'ended' | 'exitCode'>>()
  const stop = () => resolve({ ended: 'stopped', exitCode: null })
  const cancelLimit = clock.after(limitMs, () => resolve({ ended: 'limit', exitCode: null }))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  void exited.then(({ code }) =>
    resolve(code === null ? { ended: 'signal', exitCode: null } : { ended: 'exited', exitCode: code }),
  )
  try {
    return await promise
  } finally {
    cancelLimit()
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Passes the command as an argument or a variable, so that it cannot end the quotes around it; errors go to its output.
 */
function shellCommand(command: string): AgentCommand {
  if (process.platform === 'win32') {
    const args = ['/d', '/s', '/c', '%PARLEY_COMMAND% 2>&1']
    return { executable: windowsShell(), args, environment: { PARLEY_COMMAND: command } }
  }
  const args = ['-c', 'exec /bin/sh -c "$1" 2>&1', 'sh', command]
  return { executable: '/bin/sh', args, environment: {} }
}

/**
 * The last lines of a program's output as a terminal would show them: without colours, and with only the last state of
 * a line that was overwritten, such as a progress bar. Each line is cut at `lineChars`.
 */
export function lastLines(
  output: string,
  { outputLines, lineChars }: { outputLines: number; lineChars: number },
): Pick<CommandResult, 'output' | 'isCut'> {
  const lines = stripVTControlCharacters(output).replaceAll('\r\n', '\n').trimEnd().split('\n')
  const shown = lines.slice(-outputLines).map(lastState)
  return {
    output: shown.map((line) => cutAt(line, lineChars)).join('\n'),
    isCut: lines.length > outputLines || shown.some((line) => line.length > lineChars),
  }
}

function lastState(line: string): string {
  const states = line.split('\r').filter((state) => state !== '')
  return states.at(-1) ?? ''
}

/** Never in the middle of a character. */
function cutAt(line: string, chars: number): string {
  return line.length <= chars ? line : `${line.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '')}…`
}
