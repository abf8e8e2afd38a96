/** The code of an error from the system, Node.js or SQLite, such as `ENOENT`; null for an error without one. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
