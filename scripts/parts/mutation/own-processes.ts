import { spawnSync } from 'node:child_process'

const namespace = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

/**
 * The command that runs another one in a process namespace of its own: it sees no process but those that it starts, and
 * all of them end with it. Null where the system has no such thing or does not allow it.
 * @see https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
export function findOwnProcesses(): readonly string[] | null {
  // Root may do it as it is; others need to be root of a user namespace.
  const candidates = [namespace, [...namespace, '--user', '--map-root-user']]
  const found = candidates.find(([command = '', ...args]) => {
    const { status } = spawnSync(command, [...args, 'true'], { stdio: 'ignore' })
    return status === 0
  })
  // The first process of a namespace has to reap those that lost their parent. A shell does, Node does not.
  return found === undefined ? null : [...found, 'sh', '-c', '"$@"; exit $?', 'sh']
}
