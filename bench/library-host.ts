import { startHost } from '../e2e/helpers/processes/host.ts'
import type { WireClient } from '../e2e/helpers/wire-client.ts'
import { libraryFolder } from './data/library.ts'
import { stallDuring, warmUpPulse } from './pulse.ts'
import { type BenchStage, withPage } from './stage.ts'

/** A host that serves the large data folder, and a wire client in this process. */
export interface LibraryHost {
  readonly client: WireClient
  /** Runs `work` and measures the longest time for which main did not answer a window. */
  meanwhile(work: () => Promise<void>): Promise<{ longestStallMs: number }>
}

/** Starts the host, runs `play` with it, and always closes it. */
export async function onLibrary<Result>(
  { page: onStage }: BenchStage,
  play: (library: LibraryHost) => Promise<Result>,
): Promise<Result> {
  const userData = libraryFolder(() =>
    console.error('Creating 250,000 messages (only once, takes about a minute)…'),
  )
  const host = await startHost({ userData })
  const cookie = await host.cookie()
  try {
    return await withPage(onStage, async (page) => {
      await page
        .context()
        .addCookies([
          { ...cookie, domain: '127.0.0.1', httpOnly: true, secure: false, sameSite: 'Strict', expires: -1 },
        ])
      await page.goto(host.pageUrl)
      // The work of opening a window is measured elsewhere.
      await page.getByRole('navigation', { name: 'Chats' }).getByRole('link').first().waitFor()
      await warmUpPulse(page)
      const client = await host.connect()
      return play({
        client,
        meanwhile: (work) => stallDuring(page, work),
      })
    })
  } finally {
    await host.stop()
  }
}
