import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'

/** The spec files of `folder`, in an order that depends only on `seed`. */
export function shuffledFiles(folder: string, seed: string): string[] {
  const rankOf = (name: string) => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .toSorted((one, other) => rankOf(one).localeCompare(rankOf(other)))
}
