import { randomUUID } from 'node:crypto'

/** Makes a new id; tests pass a counter. */
export type NewId = <Id extends string>() => Id

/** Random version 4 UUIDs. */
export const randomId: NewId = <Id extends string>() => randomUUID() as string as Id
