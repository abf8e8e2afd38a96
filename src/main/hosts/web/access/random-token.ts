import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 192 random bits, safe in a path, a query and a cookie. */
export function randomToken(): string {
  return randomBytes(24).toString('base64url')
}

/** Compares two tokens in constant time. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(one).digest(),
    createHash('sha256').update(other).digest(),
  )
}
