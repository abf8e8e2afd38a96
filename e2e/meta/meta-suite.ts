import { writeFileSync } from 'node:fs'

import { inMs } from '../helpers/figures.ts'
import { formatTable } from '../helpers/table.ts'
import { checkAttach } from './check-attach.ts'
import { checkComplaint, checkEvidence } from './check-evidence.ts'
import { checkExitCode, lateFile } from './check-exit-code.ts'
import { checkFaults } from './check-faults.ts'
import { plantLeftovers } from './check-leftovers.ts'
import { checkNoFaults } from './check-no-faults.ts'
import { checkStarts } from './check-starts.ts'
import { withObstacles } from './obstacles.ts'
import type { Finding } from './finding.ts'
import { setUpObstacles } from './set-up-obstacles.ts'
import { runSuite } from './suite-run.ts'

// Proves that the suite reports the truth: runs it on an app that is broken on purpose in every possible way,
// and reads what it prints. `npm run test:meta`; `--show` also prints the suite's output.

const set = await setUpObstacles()
const leftovers = plantLeftovers()
const findings: Finding[] = []
try {
  const startedMs = performance.now()
  const run = await runSuite([], withObstacles(set.obstacles))
  if (process.argv.includes('--show')) console.log(run.lines.map(({ text }) => text).join('\n'))
  const durationMs = performance.now() - startedMs
  findings.push(
    ...checkFaults(run),
    ...checkNoFaults(run),
    ...checkStarts(run, { ...set, listenerPid: process.pid }),
    ...checkEvidence(run, set.obstacles),
    ...checkComplaint(run),
    ...leftovers.check(run),
  )
  // The two use nothing in common.
  const [late, attached] = await Promise.all([
    runSuite([lateFile], withObstacles(set.obstacles)),
    checkAttach(),
  ])
  findings.push(checkExitCode(late), ...attached)
  console.log(
    formatTable(
      ['fault', 'reported after', 'granted', 'message', 'what followed', ''],
      findings.map(({ fault, reportedAfterMs, grantedMs, message, next, faults }) => [
        fault,
        inMs(reportedAfterMs),
        inMs(grantedMs),
        message.slice(0, 110),
        next,
        faults.length === 0 ? 'ok' : 'WRONG',
      ]),
    ),
  )
  console.log(`\nthe suite on the broken app took ${(durationMs / 1000).toFixed(1)} s`)
} finally {
  leftovers.remove()
  await set.remove()
}

for (const { fault, faults } of findings) for (const text of faults) console.log(`WRONG  ${fault}: ${text}`)
const failed = findings.filter(({ faults }) => faults.length > 0).length
const tally = { passed: findings.length - failed, failed }
console.log(`meta-suite: ${tally.passed} as expected, ${tally.failed} not`)
const output = process.env['PARLEY_META_TALLY']
if (output !== undefined) writeFileSync(output, JSON.stringify(tally))
process.exitCode = failed > 0 ? 1 : 0
