import { expect } from '../../fixtures.ts'
import { invoke } from '../../helpers/pages/window-api.ts'
import { outlasting } from '../../suite/limits/slowness.ts'
import { breakingTests } from '../broken-specs.ts'

breakingTests(async ({ page, strike }) => {
  strike()
  await invoke(page, 'test.dropWire', { ms: outlasting(3_000) })
  await expect(page.getByText('Reconnecting')).toBeVisible()
})
