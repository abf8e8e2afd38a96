import { formatCount } from './format'

/** An estimate, with no more than two significant digits. */
export function formatEstimate(count: number): string {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return formatCount(Math.round(count / step) * step)
}
