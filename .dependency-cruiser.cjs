/** The rules for all files, tests too. Which module may import which is listed in scripts/parts/boundaries/modules.ts. */

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    // Types are inferred from schemas, which need the values beside those types.
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'shared-imports-nothing-of-the-project',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/(?!shared/)' },
    },
    {
      name: 'renderer-and-main-meet-in-shared',
      severity: 'error',
      from: { path: '^src/(renderer|preload)/' },
      to: { path: '^src/main/' },
    },
    {
      name: 'chat-and-compare-share-no-feature-of-their-own',
      severity: 'error',
      from: { path: '^src/renderer/features/(chat|compare)/' },
      to: { path: '^src/renderer/features/(chat|compare)/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'base-imports-no-service',
      severity: 'error',
      from: { path: '^src/main/base/' },
      to: { path: '^src/main/(?!base/)' },
    },
    {
      name: 'only-the-host-knows-electron',
      severity: 'error',
      from: {
        pathNot:
          '^src/main/hosts/electron/(electron-main|run-in-electron|system/electron-modules)\\.ts$|^src/preload/',
      },
      to: { path: '^(node_modules/)?electron($|/)' },
    },
    {
      name: 'electron-modules-takes-types-only',
      severity: 'error',
      from: { path: '^src/main/hosts/electron/system/electron-modules\\.ts$' },
      to: { path: '^(node_modules/)?electron($|/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-database-opens-sqlite',
      severity: 'error',
      from: {
        pathNot:
          '^src/main/store/(database/(database|database-file|foreign-database)|testing/new-store)\\.ts$',
      },
      to: { path: 'better-sqlite3' },
    },
    {
      name: 'zod-stays-out-of-the-window',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: {
        path: 'node_modules/zod|^src/shared/(rpc/contract|.+/schema)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
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
