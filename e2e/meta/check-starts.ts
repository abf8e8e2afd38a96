import { delayOf } from './check-faults.ts'
import { Faults, type Finding } from './finding.ts'
import type { Obstacles } from './obstacles.ts'
import type { SuiteRun } from './suite-run.ts'

/**
 * Apps that cannot be started: all tests of their file fail at once, with the reason and the process that is
 * in the way.
 */
export function checkStarts(
  run: SuiteRun,
  set: { obstacles: Obstacles; folderHolderPid: number; listenerPid: number },
): Finding[] {
  const { obstacles } = set
  const expected = [
    {
      file: '00-exits',
      fault: 'an app that exits during start-up',
      says: [
        'ended with code 1',
        'STORE_DAMAGED: A newer version of Parley, or an earlier development build, wrote this data folder',
      ],
    },
    {
      file: '00-port-held',
      fault: 'a port where another program listens',
      says: [
        `Another program is using port ${obstacles.heldPort}.`,
        `Port ${obstacles.heldPort} is held by process ${set.listenerPid}: `,
      ],
    },
    {
      file: '00-folder-held',
      fault: 'a data folder that another Parley is using',
      says: ['DATA_FOLDER_IN_USE', `The data folder is held by process ${set.folderHolderPid}: `],
    },
    {
      file: '00-folder-unwritable',
      fault: 'a data folder that cannot be written',
      says: [`Parley cannot write to the data folder ${obstacles.unwritableFolder}`],
    },
  ]
  return expected.map(({ file, fault, says }) => {
    const faults = new Faults()
    const tests = run.tests.filter((test) => test.file === file)
    faults.expect(tests.length === 2, `${tests.length} of 2 tests were run`)
    for (const { title, hasPassed, errors } of tests) {
      faults.expect(!hasPassed, `"${title}" passed`)
      faults.expect(
        errors.includes('this test did not start'),
        `"${title}" does not say that it did not start`,
      )
      for (const text of says)
        faults.expect(errors.includes(text), `"${title}" does not say "${text}": ${errors}`)
    }
    const line = run.lines.find(
      ({ text }) => text.startsWith('[suite] ') && text.includes(`${file}.spec.ts gets no app`),
    )
    const delay = delayOf(run, file, line ?? null)
    faults.expectInTime(delay)
    const attempts = run.lines.filter(({ text }) => text.includes(`${file}.spec.ts gets no app`)).length
    faults.expect(attempts === 1, `${attempts} attempts to start it`)
    return {
      fault,
      ...delay,
      message: says.join(' … '),
      next: 'both tests refused, the second at once',
      faults: faults.list,
    }
  })
}
