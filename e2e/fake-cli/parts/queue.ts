/** An asynchronous queue: a reader waits for the next entry. */
export interface Queue<T> {
  add(one: T): void
  next(): Promise<T>
}

export function queue<T>(): Queue<T> {
  const kept: T[] = []
  const waiting: ((one: T) => void)[] = []
  return {
    add: (one) => {
      const first = waiting.shift()
      if (first === undefined) kept.push(one)
      else first(one)
    },
    next: () =>
      new Promise<T>((resolve) => {
        const first = kept.shift()
        if (first === undefined) waiting.push(resolve)
        else resolve(first)
      }),
  }
}
