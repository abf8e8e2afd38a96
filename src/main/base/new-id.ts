import { randomUUID } from 'node:crypto'

/** Makes a fresh id; a test passes one that counts. */
export type NewId = <Id extends string>() => Id

/** Random version 4 UUIDs. */
export const randomId: NewId = <Id extends string>() => randomUUID() as string as Id
