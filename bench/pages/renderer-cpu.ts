import type { Page } from '@playwright/test'

/** The processor time used so far by the browser's renderer processes, including workers, in milliseconds. */
export async function rendererCpuMs(page: Page): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page belongs to no browser')
  const devTools = await browser.newBrowserCDPSession()
  try {
    const { processInfo } = await devTools.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    return renderers.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
  } finally {
    await devTools.detach()
  }
}
