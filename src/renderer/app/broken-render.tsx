/** Throws while rendering if a test asked for it; otherwise renders nothing. */
export function BrokenRender({ isBroken }: { isBroken: boolean }): null {
  if (isBroken) throw new Error('thrown in render by test.throwInRender')
  return null
}
