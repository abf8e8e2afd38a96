/** The content security policy of the window, in both hosts. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of every response to a window. */
export const securityHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The folder of the scripts for the diagram frame, which has no origin and therefore no cookie. */
export const sandboxFolder = 'sandbox/'

/** The folder of files whose names contain a hash of their content. */
const hashedFolder = 'assets/'

/** The headers of one of the window's files; `path` is relative to the folder of all files. */
export function fileHeaders(path: string): Readonly<Record<string, string>> {
  if (path.startsWith(sandboxFolder)) {
    return { ...securityHeaders, 'Cross-Origin-Resource-Policy': 'cross-origin' }
  }
  // With the file, the browser keeps its compiled code, so a reload does not compile everything again.
  if (path.startsWith(hashedFolder)) {
    return { ...securityHeaders, 'Cache-Control': 'private, max-age=31536000, immutable' }
  }
  return securityHeaders
}
