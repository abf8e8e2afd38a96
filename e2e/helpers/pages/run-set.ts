import type { Page } from '@playwright/test'

import type { SetRunId } from '../../../src/shared/ids.ts'
import type { StreamInput } from '../../../src/shared/rpc/contract.ts'
import { invoke } from './window-api.ts'

/** Runs a prompt set through the window, and waits for its end. Returns the run. */
export async function runSetToEnd(
  page: Page,
  input: Extract<StreamInput<'sets.run'>, { setId: unknown }>,
): Promise<{ runId: SetRunId }> {
  await page.evaluate(
    (run) =>
      new Promise<void>((resolve) => {
        const { parley } = globalThis as unknown as {
          parley: { open: (stream: string, input: object, observer: object) => void }
        }
        parley.open('sets.run', run, { onEvents: () => {}, onEnd: () => resolve() })
      }),
    input,
  )
  const [run] = (await invoke(page, 'sets.runs', { setId: input.setId })).runs
  if (run === undefined) throw new Error('the set has no run')
  return { runId: run.id }
}
