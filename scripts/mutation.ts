// Mutation testing: changes the code in one place at a time and checks whether a test fails.
// usage: node scripts/mutation.ts [--fresh] [FILE…]     files that belong to a group; all of them by default
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'

import { type MutationGroup, mutationGroups } from './parts/mutation/groups.ts'
import { installTools } from './parts/programs/tools.mjs'
import { type Outcome, percentOf, scoreOf, scoreTable } from './parts/mutation/score.ts'
import { inProject } from './parts/project.mjs'

const namespace = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

/**
 * The command that runs another one in a separate process namespace: it sees only the processes that it
 * starts, and all of them end with it. Null if the system does not support or allow that.
 * @see https://man7.org/linux/man-pages/man7/pid_namespaces.7.html
 */
function findOwnProcesses(): readonly string[] | null {
  // Root may do it directly; others must be root of a user namespace.
  const candidates = [namespace, [...namespace, '--user', '--map-root-user']]
  const found = candidates.find(([command = '', ...args]) => {
    const { status } = spawnSync(command, [...args, 'true'], { stdio: 'ignore' })
    return status === 0
  })
  // The first process of a namespace must reap orphans. A shell does, Node does not.
  return found === undefined ? null : [...found, 'sh', '-c', '"$@"; exit $?', 'sh']
}

const folder = inProject('.cache/mutation')
const given = process.argv.slice(2).filter((argument) => argument !== '--fresh')
const unknown = given.filter((file) => !mutationGroups.some(({ files }) => files.includes(file)))
if (unknown.length > 0) {
  console.error(`Not in any group of scripts/parts/mutation/groups.ts: ${unknown.join(', ')}`)
  process.exit(1)
}
if (!(await installTools())) process.exit(1)
if (process.argv.includes('--fresh')) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const ownProcesses = findOwnProcesses()
const all: Outcome[] = []
const tables: string[] = []
const faults: string[] = []
const notRun: string[] = []
for (const group of mutationGroups) {
  const files = given.length === 0 ? group.files : group.files.filter((file) => given.includes(file))
  if (files.length === 0) continue
  if (group.needsOwnProcesses && ownProcesses === null) {
    notRun.push(
      `${group.name}: not run, because it requires Linux and permission to create process namespaces`,
    )
    continue
  }
  const begunAt = performance.now()
  const outcomes = await run(group, files)
  const minutes = (performance.now() - begunAt) / 60_000
  if (outcomes === null) {
    faults.push(`${group.name}: the run failed`)
    continue
  }
  all.push(...outcomes)
  tables.push(`${scoreTable(group.name, outcomes)}    ${minutes.toFixed(1)} min`)
  const score = percentOf(scoreOf(outcomes))
  if (score === null) faults.push(`${group.name}: no mutants were tested`)
  else if (given.length === 0 && score < group.leastScore) {
    faults.push(`${group.name}: ${score.toFixed(1)} is below the minimum score of ${group.leastScore}`)
  }
}

for (const table of tables) console.log(`\n${table}`)
console.log(`\nmutation score: ${percentOf(scoreOf(all))?.toFixed(1) ?? 'none'}`)
for (const line of [...notRun, ...faults]) console.error(line)
// A group may be skipped only if the system cannot run it and none of its files was named.
const mayLeaveOut = given.length === 0 && process.platform !== 'linux'
process.exitCode = faults.length === 0 && (mayLeaveOut || notRun.length === 0) ? 0 : 1

/** Returns the outcome for each mutant; null if the run failed. */
async function run(group: MutationGroup, files: readonly string[]): Promise<Outcome[] | null> {
  const outcomesFile = `${folder}/${group.name}.json`
  const script = inProject('scripts/parts/mutation/run-group.ts')
  const [command, ...args] = [...(ownProcesses ?? []), process.execPath, script, group.name, outcomesFile]
  const child = spawn(command, [...args, ...files], { cwd: inProject(), stdio: 'inherit' })
  // `unshare` ignores SIGTERM; everything in the namespace ends with it.
  const end = () => {
    child.kill('SIGKILL')
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  const [code] = (await once(child, 'exit')) as [number | null]
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, end)
  return code === 0 ? (JSON.parse(readFileSync(outcomesFile, 'utf8')) as Outcome[]) : null
}
