import { processIds, statusOf } from '../../../e2e/helpers/processes/linux-processes.ts'

interface Process {
  pid: number
  groupId: number
  startedAt: string
}

/**
 * A mutant may compute any process id. From now on `process.kill` signals only what is started after this
 * call: no existing process, no group that contains one, and never all processes.
 * @returns a function that removes the guard
 */
export function guardSignals(): () => void {
  const kill = process.kill.bind(process)
  const before = new Set(readProcesses().map(nameOf))
  process.kill = (target, signal) => {
    const isQuestion = signal === 0
    if (!isQuestion && !mayBeSignalled(target, before)) {
      throw Object.assign(new Error(`a test may not signal ${target}`), { code: 'EPERM' })
    }
    return kill(target, signal)
  }
  return () => {
    process.kill = kill
  }
}

function mayBeSignalled(target: number, before: ReadonlySet<string>): boolean {
  if (!Number.isSafeInteger(target) || target === 0 || target === -1) return false
  return readProcesses()
    .filter(({ pid, groupId }) => (target > 0 ? pid === target : groupId === -target))
    .every((one) => !before.has(nameOf(one)))
}

/** Unique even if the id is reused, because it includes the start time. */
function nameOf({ pid, startedAt }: Process): string {
  return `${pid} ${startedAt}`
}

function readProcesses(): Process[] {
  return processIds().flatMap((pid) => {
    const status = statusOf(pid)
    return status === null ? [] : [{ pid, groupId: status.group, startedAt: status.startedAt }]
  })
}
