/**
 * The pid of a started process. A default such as 0 would be fatal: a signal to 0 reaches the test's own process group.
 * @throws Error when the process could not be started
 */
export function pidOf({ pid }: { pid?: number | undefined }): number {
  if (pid === undefined) throw new Error('the process could not be started')
  return pid
}
