import { systemClock } from '../../../base/clock'
import { readLines } from '../../../base/read-lines'
import { createAgentSupervisor } from '../supervisor'

/**
 * Started by a test as a separate process: starts an agent with processes that are hard to find, and prints a line when
 * it has seen them all. Ends with an error if it has not within `seenWithinMs`.
 */
const [dataFolder = '', runId = '', seenWithinMs = ''] = process.argv.slice(2)

const complain = (_source: string, error: unknown) => process.stderr.write(`${String(error)}\n`)
const supervisor = createAgentSupervisor({
  clock: systemClock,
  bootId: crypto.randomUUID(),
  dataFolder,
  environment: process.env,
  errors: { fatal: complain, warning: complain },
})

/**
 * None of them ends on request. One process has its own session, one has also lost its parent immediately, one its mark
 * too, and one both, but only once it was seen.
 */
const stubborn = `
process.on('SIGINT', () => {}); process.on('SIGTERM', () => {});
const { spawn } = require('node:child_process');
const start = (script) => spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
const inSession = start('trap "" INT TERM; echo; while :; do sleep 60; done');
const bare = start('setsid env -i /bin/sh -c "echo \\\\$\\\\$; sleep 60; sleep 60" & read go');
const print = (...pids) => console.log([process.pid, inSession.pid, ...pids].map((pid) => String(pid).trim()).join(' '));
bare.stdout.once('data', (pid) => {
  const left = start('(setsid sleep 60 >/dev/null &)');
  const unseen = start('(setsid env -i /bin/sh -c "echo \\\\$\\\\$; sleep 60; sleep 60" &)');
  const leftAlone = new Promise((resolve) => left.once('exit', resolve));
  const seen = new Promise((resolve) => unseen.stdout.once('data', resolve));
  Promise.all([seen, leftAlone]).then(([unseenPid]) => print(pid, unseenPid));
});
process.stdin.once('data', () => bare.stdin.end());
bare.once('exit', () => console.log('alone'));
setInterval(() => {}, 60_000);
`

const agent = await supervisor.start({
  command: {
    executable: process.execPath,
    args: ['-e', stubborn],
    environment: {},
    files: [{ name: 'instructions.md', content: 'Be brief.' }],
  },
  folder: dataFolder,
  runId,
})
const lines = readLines(agent.stdout)
const pids = await lines.next()
const untilMs = performance.now() + Number(seenWithinMs)
const tell = () => {
  // The program, three shells, and the sleep of two of them.
  if (supervisor.count() >= 6) agent.stdin.write('go')
  else if (performance.now() < untilMs) setTimeout(tell, 20)
  else throw new Error(`saw only ${supervisor.count()} of 6 processes besides ${String(pids.value)}`)
}
tell()
await lines.next()
process.stdout.write(String(pids.value))
process.stdin.on('end', () => void supervisor.close()).resume()
