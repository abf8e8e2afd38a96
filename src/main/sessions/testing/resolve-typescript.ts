import { registerHooks } from 'node:module'

// The sources import each other without an extension, as the bundler wants it; Node alone wants one.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = context.parentURL?.endsWith('.ts') === true && specifier.startsWith('.')
    return nextResolve(isOurs ? `${specifier}.ts` : specifier, context)
  },
})
