import { invoke } from '../../helpers/pages/window-api.ts'
import { breakingTests } from '../broken-specs.ts'

breakingTests(async ({ page, strike }) => {
  strike()
  await invoke(page, 'test.shutRuns', {})
})
