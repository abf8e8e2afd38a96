/** A rough number of tokens: four characters count as one, as does each character of a non-alphabetic script. */
export function estimatedTokens(text: string): number {
  let signs = 0
  for (let at = 0; at < text.length; at += 1) if (isSign(text.charCodeAt(at))) signs += 1
  return Math.ceil(signs + (text.length - signs) / 4)
}

/** From the first of the East Asian scripts on. */
function isSign(codeUnit: number): boolean {
  return codeUnit >= 0x2e80 && codeUnit < 0xd800
}
