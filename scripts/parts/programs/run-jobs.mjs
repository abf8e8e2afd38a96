import { isInterruption, runChild } from './run-child.mjs'

/**
 * A named list of programs to run one after the other, each given as arguments for Node.
 * @typedef {{ name: string, commands: string[][] }} Job
 * @typedef {{ name: string, isOk: boolean, durationMs: number }} JobResult
 */

/**
 * Runs jobs, at most `concurrency` at a time, and prints the whole output of each under its name when it is
 * done. A job ends at its first program that fails.
 * @param {readonly Job[]} jobs
 * @param {{ concurrency: number, print: (text: string) => void, environment?: NodeJS.ProcessEnv }} options
 * `environment` has variables for the programs that this process's environment does not set
 * @returns {Promise<JobResult[]>} in the order of `jobs`
 */
export async function runJobs(jobs, { concurrency, print, environment = {} }) {
  /** @type {JobResult[]} */
  const results = jobs.map(({ name }) => ({ name, isOk: false, durationMs: 0 }))
  const waiting = jobs.entries()
  let isInterrupted = false
  // The workers share one iterator, so each job runs once.
  const worker = async () => {
    for (const [index, job] of waiting) {
      const startedMs = performance.now()
      const { code, output } = await runJob(job, environment)
      const durationMs = performance.now() - startedMs
      results[index] = { name: job.name, isOk: code === 0, durationMs }
      print(describe(job.name, code, durationMs, output))
      // This also cancels the remaining jobs.
      isInterrupted ||= isInterruption(code)
      if (isInterrupted) return
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}

/**
 * @param {Job} job
 * @param {NodeJS.ProcessEnv} defaults
 * @returns {Promise<{ code: number, output: string }>}
 */
async function runJob({ commands }, defaults) {
  /** @type {Buffer[]} */
  const chunks = []
  let code = 0
  for (const command of commands) {
    code = await runChild(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      environment: { ...defaults, ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
      onSpawned: (child) => {
        child.stdout?.on('data', (chunk) => chunks.push(chunk))
        child.stderr?.on('data', (chunk) => chunks.push(chunk))
      },
    })
    if (code !== 0) break
  }
  return { code, output: Buffer.concat(chunks).toString() }
}

/**
 * @param {string} name
 * @param {number} code
 * @param {number} durationMs
 * @param {string} output
 */
function describe(name, code, durationMs, output) {
  const mark = code === 0 ? 'ok  ' : isInterruption(code) ? 'STOP' : 'FAIL'
  const text = output.trim()
  return `${mark}  ${name} (${(durationMs / 1000).toFixed(1)} s)${text === '' ? '' : `\n${text}\n`}`
}
