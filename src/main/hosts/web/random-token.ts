import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 192 random bits, safe in a path, a query and a cookie. */
export function randomToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Whether two tokens are the same, found out in a time that tells nothing about where they differ. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(one).digest(),
    createHash('sha256').update(other).digest(),
  )
}
