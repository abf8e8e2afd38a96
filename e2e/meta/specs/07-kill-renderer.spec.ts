import { invoke } from '../../helpers/pages/window-api.ts'
import { breakingTests } from '../broken-specs.ts'

breakingTests(async ({ page, strike }) => {
  const crashed = page.waitForEvent('crash')
  strike()
  await invoke(page, 'test.killRenderer', {})
  await crashed
})
