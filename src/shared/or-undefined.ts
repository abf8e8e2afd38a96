/** Lets an optional field also be present and undefined, which means the same as absent. */
export type OrUndefined<Fields> = {
  [Key in keyof Fields]: object extends Pick<Fields, Key> ? Fields[Key] | undefined : Fields[Key]
}
