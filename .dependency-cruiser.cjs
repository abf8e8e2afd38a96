/** The rules for all modules. Which module may import which is listed in scripts/parts/boundaries/modules.ts. */

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'only-the-host-knows-electron',
      severity: 'error',
      from: { pathNot: '^src/main/hosts/electron/electron-main\\.ts$|^src/preload/' },
      to: { path: '^(node_modules/)?electron($|/)' },
    },
    {
      name: 'only-database-opens-sqlite',
      severity: 'error',
      from: { pathNot: '^src/main/store/database/database\\.ts$' },
      to: { path: 'better-sqlite3' },
    },
    {
      name: 'zod-stays-out-of-the-window',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: 'node_modules/zod|^src/shared/rpc/contract\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^electron$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
