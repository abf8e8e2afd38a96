/** Throws while it is rendered, where a test asked for that; otherwise it is nothing. */
export function BrokenRender({ isBroken }: { isBroken: boolean }): null {
  if (isBroken) throw new Error('thrown in render by test.throwInRender')
  return null
}
