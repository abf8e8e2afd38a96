import { registerHooks } from 'node:module'

// The sources import each other without an extension, as the bundler wants it; Node alone wants one.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = context.parentURL?.endsWith('.ts') === true && specifier.startsWith('.')
    if (!isOurs) return nextResolve(specifier, context)
    try {
      return nextResolve(`${specifier}.ts`, context)
    } catch {
      // No such file: then it is a folder with an index.
      return nextResolve(`${specifier}/index.ts`, context)
    }
  },
})
