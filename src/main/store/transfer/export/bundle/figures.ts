/** A duration, with tenths of a second below ten. */
export const seconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`

/** A price in US dollars, with enough digits to tell small ones apart. */
export const dollars = (usd: number) => (usd === 0 ? '$0' : `$${usd.toPrecision(2)}`)
