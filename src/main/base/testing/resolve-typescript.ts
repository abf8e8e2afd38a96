import { registerHooks } from 'node:module'

// The sources import each other without extensions, as the bundler expects; Node requires them.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = context.parentURL?.endsWith('.ts') === true && specifier.startsWith('.')
    if (!isOurs) return nextResolve(specifier, context)
    try {
      return nextResolve(`${specifier}.ts`, context)
    } catch {
      // No such file, so it is a folder with an index.
      return nextResolve(`${specifier}/index.ts`, context)
    }
  },
})
