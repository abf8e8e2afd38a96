import { spawn, spawnSync } from 'node:child_process'

import { recordApp } from '../suite/records/app-records.ts'
import { Faults, type Finding } from './finding.ts'
import type { SuiteRun } from './suite-run.ts'

/** Plants what a killed run of the suite would leave: a live app, and the record of a dead one. */
export function plantLeftovers(): { check: (run: SuiteRun) => Finding[]; remove: () => void } {
  const { pid: deadRunner } = spawnSync(process.execPath, ['--version'])
  const living = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300_000)'], { stdio: 'ignore' })
  const dying = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300_000)'], { stdio: 'ignore' })
  const runner = process.env['PARLEY_SUITE_RUNNER']
  process.env['PARLEY_SUITE_RUNNER'] = String(deadRunner)
  const forget = [living, dying].map(({ pid = 0 }) =>
    recordApp({ pid, file: 'specs/of-an-earlier-run.spec.ts', dataFolder: null }),
  )
  if (runner === undefined) delete process.env['PARLEY_SUITE_RUNNER']
  else process.env['PARLEY_SUITE_RUNNER'] = runner
  dying.kill('SIGKILL')

  return {
    check(run) {
      const faults = new Faults()
      const lineOf = (pid: number | undefined) =>
        run.lines.find(({ text }) => text.startsWith(`[suite] an earlier run left process ${pid},`))?.text ??
        ''
      faults.expect(
        /started \d+ min ago: it is still running/.test(lineOf(living.pid)),
        'the live process is not named',
      )
      faults.expect(
        /started \d+ min ago: it has ended/.test(lineOf(dying.pid)),
        'the dead process is not named',
      )
      faults.expect(living.exitCode === null && living.signalCode === null, 'the live process was ended')
      return [
        {
          fault: 'two processes of an earlier run',
          reportedAfterMs: null,
          grantedMs: null,
          message: 'an earlier run left process N … it is still running / it has ended',
          next: 'the live process is left alone',
          faults: faults.list,
        },
      ]
    },
    remove() {
      living.kill('SIGKILL')
      for (const each of forget) each()
    },
  }
}
