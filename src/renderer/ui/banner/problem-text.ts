import type { HealthProblem } from '../../../shared/health'
import { assertNever } from '../../../shared/invariant'
import { isErrorInWindow } from '../../state/health-notice'
import type { ErrorText } from '../error-steps'

const copyingWorks = 'What is on the screen can still be copied; settings still work.'
const restWorks = 'What you see may be out of date; the rest goes on working.'

/** What does not work, in plain words, and what still does. */
export function problemText(problem: HealthProblem): ErrorText {
  switch (problem.part) {
    case 'store':
      return storeText(problem)
    case 'runs':
      return { what: 'New answers cannot begin.', rest: 'Reading, copying and settings still work.' }
    case 'disk':
      return {
        what: 'The disk is almost full.',
        rest: 'Everything still works. Free some space before nothing more can be saved.',
      }
    case 'window':
      return isErrorInWindow(problem)
        ? { what: 'Something in a window of Parley failed.', rest: restWorks }
        : { what: 'Another window of Parley does not answer.', rest: 'This one goes on working.' }
    case 'app':
      return { what: 'Something in Parley failed.', rest: restWorks }
    default:
      return assertNever(problem.part)
  }
}

/** Whether a restart would mend some of it. With a full disk it would not even start. */
export function isMendedByRestart(problems: readonly HealthProblem[]): boolean {
  if (problems.some(({ error }) => error.code === 'STORE_FULL')) return false
  return problems.some(({ part }) => part === 'runs' || part === 'app' || part === 'store')
}

function storeText({ error }: HealthProblem): ErrorText {
  if (error.code === 'STORE_DAMAGED') {
    return { what: 'The file with your chats cannot be read.', rest: copyingWorks }
  }
  if (error.code !== 'STORE_FULL') return { what: 'Chats cannot be read or saved now.', rest: copyingWorks }
  if (error.reason === 'busy') {
    return {
      what: 'Nothing new can be saved: another program holds the file with your chats.',
      rest: copyingWorks,
    }
  }
  return error.reason === 'disk'
    ? { what: 'Nothing new can be saved: the disk does not work.', rest: copyingWorks }
    : {
        what: 'Nothing new can be saved: the disk is full.',
        rest: 'Reading and copying still work. Free some space and it goes on by itself.',
      }
}
