/** Stays below the limit on arguments of one call. */
const bytesPerCall = 32_768

/** Bytes in base64, in pieces, because a call takes a limited number of arguments. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += bytesPerCall) {
    text += String.fromCharCode(...bytes.subarray(start, start + bytesPerCall))
  }
  return btoa(text)
}

/** The bytes of a base64 text. @throws DOMException it is not base64 */
export function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  const text = atob(data)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}
