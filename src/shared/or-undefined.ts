/** The same fields, where an optional field may also be present and undefined, which means the same as absent. */
export type OrUndefined<Fields> = {
  [Key in keyof Fields]: Record<never, never> extends Pick<Fields, Key>
    ? Fields[Key] | undefined
    : Fields[Key]
}
