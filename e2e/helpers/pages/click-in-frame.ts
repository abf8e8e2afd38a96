import { expect, type Locator } from '@playwright/test'

/**
 * Clicks in the frame of a page that a model wrote. The pointer is let in when it is over the frame, and the browser
 * sends it there only from its next frame on: an earlier click would be lost.
 */
export async function clickInFrame(target: Locator): Promise<void> {
  await expect(async () => {
    await target.hover({ force: true })
    expect(await target.evaluate((element) => element.matches(':hover'))).toBe(true)
  }).toPass()
  await target.click()
}
