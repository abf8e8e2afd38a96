// Starts processes: exit codes and output of real programs are its subject.
import { expect, it } from 'vitest'

import { runJobs } from './run-jobs.mjs'

const script = (code: string) => ['-e', code]

it('reports which job failed, prints the whole output of each under its name, and runs all of them', async () => {
  const printed: string[] = []
  const jobs = [
    {
      name: 'bad',
      commands: [script('console.log("out"); process.exitCode = 3'), script('console.log("2nd")')],
    },
    { name: 'good', commands: [script(''), script('console.error("err")')] },
    { name: 'silent', commands: [script('')] },
  ]
  const results = await runJobs(jobs, { concurrency: 2, print: (text) => printed.push(text) })
  expect(results.map(({ name, isOk }) => [name, isOk])).toEqual([
    ['bad', false],
    ['good', true],
    ['silent', true],
  ])
  expect(printed.map((text) => text.replace(/\(.* s\)/, '')).toSorted()).toEqual([
    'FAIL  bad \nout\n',
    'ok    good \nerr\n',
    'ok    silent ',
  ])
})

it('starts nothing more after a job was interrupted, and reports the rest as failed', async () => {
  const jobs = [
    { name: 'first', commands: [script('process.kill(process.pid, "SIGINT")')] },
    { name: 'second', commands: [script('')] },
  ]
  const printed: string[] = []
  const results = await runJobs(jobs, { concurrency: 1, print: (text) => printed.push(text) })
  expect(results.map(({ isOk }) => isOk)).toEqual([false, false])
  expect(printed).toHaveLength(1)
})
