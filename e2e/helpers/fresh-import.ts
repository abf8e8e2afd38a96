let importCount = 0

/**
 * Imports one module anew, past the cache; every other module stays as it is, those that it imports too. For ES
 * modules under Vitest, Playwright and plain Node. Name it by `new URL('./module.ts', import.meta.url)`.
 *
 * Who imports the module by its usual name still gets the cached instance, a `vi.mock` of the module itself does not
 * reach this one, and outside Vitest a CommonJS module comes from the cache all the same. No instance is let go of
 * before its process ends.
 */
export function freshImport<Module>(url: URL): Promise<Module> {
  const freshUrl = new URL(url)
  importCount += 1
  // Every loader tells modules apart by their whole address, so a query of its own makes an instance of its own.
  freshUrl.searchParams.set('fresh', String(importCount))
  return import(/* @vite-ignore */ freshUrl.href) as Promise<Module>
}
