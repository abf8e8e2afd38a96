import type { HealthProblem } from '../../../shared/health'
import { CopyButton } from '../copy-button'
import { problemText } from './problem-text'

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** The first error of a problem, since when, and how many followed. */
export function ProblemDetails({ problem }: { problem: HealthProblem }) {
  const { error, sinceMs, followedCount, detail } = problem
  const { what, rest } = problemText(problem)
  const since = timeFormat.format(sinceMs)
  return (
    <div className="banner-details">
      <pre>{error.name === 'Check' ? error.message : `${error.name}: ${error.message}`}</pre>
      <div className="banner-details-foot">
        <span>
          {followedCount === 0 ? `Since ${since}` : `The first, at ${since}; ${followedCount} more followed`}
        </span>
        <CopyButton
          text={() => `${what} ${rest}\nSince ${new Date(sinceMs).toISOString()}\n\n${detail}`}
          label="Copy details"
          look="link"
        >
          Copy details
        </CopyButton>
      </div>
    </div>
  )
}
