import { invoke } from '../../helpers/pages/window-api.ts'
import { scaledNow } from '../../suite/limits/slowness.ts'
import { breakingTests } from '../broken-specs.ts'

breakingTests(async ({ page, strike }) => {
  const ms = scaledNow(2_000)
  strike()
  await invoke(page, 'test.freezeWindow', { ms })
})
