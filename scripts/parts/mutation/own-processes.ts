import { spawnSync } from 'node:child_process'

const namespace = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

/**
 * The command that runs another one in a separate process namespace: it sees only the processes that it
 * starts, and all of them end with it. Null if the system does not support or allow that.
 * @see https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
export function findOwnProcesses(): readonly string[] | null {
  // Root may do it directly; others must be root of a user namespace.
  const candidates = [namespace, [...namespace, '--user', '--map-root-user']]
  const found = candidates.find(([command = '', ...args]) => {
    const { status } = spawnSync(command, [...args, 'true'], { stdio: 'ignore' })
    return status === 0
  })
  // The first process of a namespace must reap orphans. A shell does, Node does not.
  return found === undefined ? null : [...found, 'sh', '-c', '"$@"; exit $?', 'sh']
}
