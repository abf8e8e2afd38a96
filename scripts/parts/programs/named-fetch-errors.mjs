// Loaded into Electron's installer, which prints only `fetch failed` when it cannot reach a server.
const { fetch } = globalThis

globalThis.fetch = async (...request) => {
  try {
    return await fetch(...request)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null
    if (cause instanceof Error && cause.message !== '') throw new Error(cause.message, { cause: error })
    throw error
  }
}
