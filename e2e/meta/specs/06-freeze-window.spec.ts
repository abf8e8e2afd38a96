import { invoke } from '../../helpers/pages/window-api.ts'
import { outlasting } from '../../suite/limits/slowness.ts'
import { breakingTests } from '../broken-specs.ts'

breakingTests(async ({ page, strike }) => {
  const ms = outlasting(2_000)
  strike()
  await invoke(page, 'test.freezeWindow', { ms })
})
