import { isSameDate } from './dates'
import type { Fact } from './fact'
import { isSameName, isSameVersion } from './names'
import { isSameNumber } from './numbers'

/** True if one value may be the other, written in another way; null if they cannot be compared. */
export function isSameValue(one: Fact['value'], other: Fact['value']): boolean | null {
  if (one.kind === 'number' && other.kind === 'number') {
    return one.dimension === other.dimension && isSameNumber(one, other)
  }
  if (one.kind === 'date' && other.kind === 'date') return isSameDate(one, other)
  if (one.kind === 'version' && other.kind === 'version') return isSameVersion(one.version, other.version)
  if (one.kind === 'name' && other.kind === 'name') return isSameName(one.name, other.name)
  return null
}
