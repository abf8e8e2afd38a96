// Compiles JSX and TypeScript in the frame of a page, where it can be stopped.
import { transform } from 'sucrase'

/**
 * The code as a script; its lines stay where they are. A module becomes one of the form of CommonJS, and what is none
 * uses the global React.
 */
function compile(source: string): string {
  const isModule = /^[ \t]*(?:import|export)\b/m.test(source)
  return transform(source, {
    transforms: ['jsx', 'typescript', ...(isModule ? (['imports'] as const) : [])],
    jsxRuntime: isModule ? 'automatic' : 'classic',
    production: true,
  }).code
}

Object.assign(globalThis, { parleyCompile: compile })
