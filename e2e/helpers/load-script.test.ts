import { expect, it, vi } from 'vitest'

import type * as EnsureBrowser from '../../scripts/ensure-browser.mjs'
import { loadScript } from './load-script.ts'
import { withState } from './preserve-state.ts'

/** The exit code of a drill's command for this name. */
function exitCodeOf(name: string) {
  const command = { argv: [process.execPath, 'run.mjs', 'drill', name], exitCode: undefined }
  return withState(process, command, async () => {
    await loadScript('commands/program.mjs')
    return process.exitCode
  })
}

it('runs a script at each call, with the arguments of that call', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  expect([await exitCodeOf('no-such-drill'), await exitCodeOf('nor-this-one')]).toEqual([1, 1])
  expect(said).toHaveBeenCalledTimes(2)
})

it('does not run the main part of a script', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const script = await loadScript<typeof EnsureBrowser>('ensure-browser.mjs')
  expect(script).toHaveProperty('ensureBrowser')
  expect(print).not.toHaveBeenCalled()
})

it.each(['no-such-script.mjs', '../e2e/fixtures.ts'])('reports that %s is not a script', async (name) => {
  await expect(loadScript(name)).rejects.toThrow(`There is no script ${name} in scripts/.`)
})
