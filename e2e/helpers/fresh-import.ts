let importCount = 0

/**
 * Imports a new instance of one module, past the cache; all other modules, including those that it imports,
 * stay cached. For ES modules under Vitest, Playwright and plain Node. Pass `new URL('./module.ts',
 * import.meta.url)`.
 *
 * Ordinary imports of the module still get the cached instance, a `vi.mock` of the module itself does not
 * apply to the new one, and outside Vitest a CommonJS module comes from the cache anyway. Instances stay in
 * memory until the process ends.
 */
export function freshImport<Module>(url: URL): Promise<Module> {
  const freshUrl = new URL(url)
  importCount += 1
  // Every loader caches modules by full URL, so a unique query creates a new instance.
  freshUrl.searchParams.set('fresh', String(importCount))
  return import(/* @vite-ignore */ freshUrl.href) as Promise<Module>
}
