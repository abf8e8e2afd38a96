import { type ChildProcess, spawn } from 'node:child_process'

/** Spins, and checks regularly that its parent is alive, so that it never outlives the drill. */
const program = `
const parent = process.ppid
for (;;) {
  const untilMs = performance.now() + 50
  while (performance.now() < untilMs);
  if (process.ppid !== parent) process.exit()
}`

/** Processes at normal priority that use as much CPU as they can get, until `stop`. */
export function startBusyLoops(count: number): { stop: () => void } {
  const loops = Array.from({ length: count }, (): ChildProcess =>
    spawn(process.execPath, ['-e', program], { stdio: 'ignore' }),
  )
  const stop = () => {
    for (const loop of loops) loop.kill('SIGKILL')
    process.off('exit', stop)
  }
  process.once('exit', stop)
  return { stop }
}
