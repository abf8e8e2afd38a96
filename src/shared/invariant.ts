/** Thrown where the code itself is wrong; it surfaces in health and is never shown as a user's mistake. */
class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/** States what must hold. @throws InvariantError when it does not. */
export function invariant(condition: unknown, claim: string): asserts condition {
  if (!condition) throw new InvariantError(claim)
}

/** Ends a switch over a union: a new member that is not handled does not compile. */
export function assertNever(value: never): never {
  throw new InvariantError(`unhandled case: ${JSON.stringify(value)}`)
}
