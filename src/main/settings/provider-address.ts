/** Scheme, host and port of an address; null when it is not a valid one. */
export function originOf(baseUrl: string | null | undefined): string | null {
  return URL.parse(baseUrl ?? '')?.origin ?? null
}
