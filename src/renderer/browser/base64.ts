/** Stays below the limit on arguments of one call. */
const bytesPerCall = 32_768

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += bytesPerCall) {
    text += String.fromCharCode(...bytes.subarray(start, start + bytesPerCall))
  }
  return btoa(text)
}

export function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  const text = atob(data)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index)
  return bytes
}
