import { networkErrors } from '../locales/en/errors/network'

/** Why a network did not lead to an address; each has a text that needs only the address. */
export type NetworkReason = keyof typeof networkErrors

/** The reason of an error's data, if it is one of the network. */
export function networkReasonIn(data: Readonly<Record<string, unknown>> | undefined): NetworkReason | null {
  const reason = data?.['reason']
  return typeof reason === 'string' && Object.hasOwn(networkErrors, reason) ? (reason as NetworkReason) : null
}
