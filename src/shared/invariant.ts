/** A bug in the code: it surfaces in health and is never shown as a user's mistake. */
class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/** Asserts a condition that must hold. @throws InvariantError when it does not. */
export function invariant(condition: unknown, claim: string): asserts condition {
  if (!condition) throw new InvariantError(claim)
}

/** Ends an exhaustive switch: a union member without a case does not compile. */
export function assertNever(value: never): never {
  throw new InvariantError(`unhandled case: ${JSON.stringify(value)}`)
}
