import { assertNever } from '../../../shared/invariant'
import type { ProviderTest } from '../../state/providers'
import { counted, formatDuration } from '../../ui/figures'

/** What a provider said when it was asked with the key. */
export function TestLine({ name, test }: { name: string; test: ProviderTest | undefined }) {
  if (test === undefined) return null
  switch (test.state) {
    case 'running':
      return (
        <p className="first-run-note" role="status">
          Asking {name} for its models…
        </p>
      )
    case 'passed':
      return (
        <p className="first-run-passed" role="status">
          {name} works: {counted(test.modelCount, 'model')} in {formatDuration(test.durationMs)}
        </p>
      )
    case 'failed':
      return (
        <p className="first-run-failed" role="status">
          {test.error.message}
        </p>
      )
    default:
      return assertNever(test)
  }
}
