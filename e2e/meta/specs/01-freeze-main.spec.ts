import { invoke } from '../../helpers/pages/window-api.ts'
import { scaledNow } from '../../suite/limits/slowness.ts'
import { breakingTests } from '../broken-specs.ts'

breakingTests(async ({ page, strike }) => {
  const ms = scaledNow(1_500)
  strike()
  await invoke(page, 'test.freezeMain', { ms })
})
