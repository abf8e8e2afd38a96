import type { ErrorData } from '../../../shared/errors'
import { failureData } from '../../errors/failure'
import type { WindowLink } from '../connection/window-link'

/** Why nothing can be sent now; null while Parley can be reached. */
export function unreachable({ windowLink }: { windowLink: Pick<WindowLink, 'store'> }): ErrorData | null {
  return windowLink.store.getState().connection === 'lost' ? failureData('CANCELLED', 'not-connected') : null
}

/** True for the refusal of `unreachable`, which no longer applies once the connection is back. */
export function isUnreachable(refusal: ErrorData | null): boolean {
  return refusal?.data?.['reason'] === 'not-connected'
}
