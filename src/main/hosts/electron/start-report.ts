import { appendFileSync } from 'node:fs'

/** Reports to `npm start` how the start went; `text` says why it failed, in English. */
export type StartReport = (state: 'shown' | 'running-already' | 'failed', text?: string) => void

const fileVariable = 'PARLEY_START_REPORT'

/**
 * Writes to the file that `npm start` names in `environment`, and does nothing without one. Removes the name from
 * `environment`, because a restart reports to nobody.
 */
export function takeStartReport(environment: NodeJS.ProcessEnv): StartReport {
  const file = environment[fileVariable]
  delete environment[fileVariable]
  return (state, text = '') => {
    if (file === undefined) return
    try {
      appendFileSync(file, `${state} ${text.replaceAll(/\s+/gu, ' ')}`.trimEnd() + '\n')
    } catch {
      // `npm start` has ended.
    }
  }
}
