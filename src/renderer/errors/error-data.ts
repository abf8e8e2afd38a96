import { type ErrorCode, type ErrorData, ParleyError } from '../../shared/errors'
import { failureData } from './failure'

/** An error for display. Anything but a ParleyError is a bug of the window. */
export function errorDataOf(error: unknown): ErrorData {
  if (!(error instanceof ParleyError)) {
    return failureData('INTERNAL', 'window', error instanceof Error ? { said: error.message } : {})
  }
  const { code, message, data } = error
  return data === undefined ? { code, message } : { code, message, data }
}

/** An error that exists only in the window; its text stays in the language it was created in. */
export function windowError(code: ErrorCode, message: string): ErrorData {
  return { code, message }
}

/** Runs `act`. Resolves with its error, or with null when it succeeded. */
export async function refusalOf(act: () => Promise<unknown>): Promise<ErrorData | null> {
  try {
    await act()
    return null
  } catch (error) {
    return errorDataOf(error)
  }
}

/** Runs `act` and stores its error, or that there is none. Resolves with whether it succeeded. */
export async function attempt(
  store: { setState(change: { error: ErrorData | null }): void },
  act: () => Promise<unknown>,
): Promise<boolean> {
  const error = await refusalOf(act)
  store.setState({ error })
  return error === null
}
