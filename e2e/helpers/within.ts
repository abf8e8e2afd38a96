/** Settles as `work` does, or rejects with `tooLate` after `ms`. The work itself is not cancelled. */
export async function within<T>(work: Promise<T>, ms: number, tooLate: string): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(tooLate)), ms)
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
