// Lets Node run a TypeScript program of this project from its sources: `node --import ./scripts/typescript.mjs FILE`.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, nextResolve) {
    // Imports in src have no extension, as the build allows.
    for (const extension of specifier.startsWith('.') ? ['', '.ts', '.json'] : ['']) {
      try {
        const found = nextResolve(specifier + extension, context)
        return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
      } catch (error) {
        if (extension === '.json' || !specifier.startsWith('.')) throw error
      }
    }
    return nextResolve(specifier, context)
  },
})
