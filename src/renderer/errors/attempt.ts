import type { ErrorData } from '../../shared/errors'
import { errorDataOf } from './error-data'

/** Runs `act` and stores its error, or that there is none. Resolves with whether it succeeded. */
export async function attempt(
  store: { setState(change: { error: ErrorData | null }): void },
  act: () => Promise<void>,
): Promise<boolean> {
  try {
    await act()
    store.setState({ error: null })
    return true
  } catch (error) {
    store.setState({ error: errorDataOf(error) })
    return false
  }
}
