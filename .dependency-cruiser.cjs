/** Who may import whom. The rules are those of ARCHITECTURE.md; each has its reason there. */
const services = [
  'platform',
  'rpc',
  'runs',
  'sessions',
  'compare',
  'providers',
  'agents',
  'tools',
  'mcp',
  'health',
  'settings',
]

/** Inside `folder`, only the named folders of main (and base, shared, packages) may be imported. */
function folderMayImport(folder, allowed) {
  const forbidden = services.filter((name) => name !== folder && !allowed.includes(name))
  return {
    name: `main-${folder}`,
    severity: 'error',
    from: { path: `^src/main/${folder}/`, pathNot: '\\.test\\.ts$|/testing/' },
    to: { path: `^src/main/(${forbidden.join('|')})/` },
  }
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-imports-nothing-of-the-project',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/(?!shared/)' },
    },
    {
      name: 'only-the-host-knows-electron',
      severity: 'error',
      from: { pathNot: '^src/main/index\\.ts$|^src/main/platform/electron\\.ts$|^src/preload/' },
      to: { path: '^(node_modules/)?electron($|/)' },
    },
    {
      name: 'only-database-opens-sqlite',
      severity: 'error',
      from: { pathNot: '^src/main/sessions/database\\.ts$' },
      to: { path: 'better-sqlite3' },
    },
    {
      name: 'renderer-and-main-meet-in-shared',
      severity: 'error',
      from: { path: '^src/(renderer|preload)/' },
      to: { path: '^src/main/' },
    },
    {
      name: 'main-never-imports-the-renderer',
      severity: 'error',
      from: { path: '^src/main/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '^src/renderer/' },
    },
    {
      name: 'chat-and-compare-share-through-state-and-ui',
      severity: 'error',
      from: { path: '^src/renderer/chat/' },
      to: { path: '^src/renderer/compare/' },
    },
    {
      name: 'compare-and-chat-share-through-state-and-ui',
      severity: 'error',
      from: { path: '^src/renderer/compare/' },
      to: { path: '^src/renderer/chat/' },
    },
    {
      name: 'zod-stays-out-of-the-window',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: 'node_modules/zod|^src/shared/rpc/contract\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'base-imports-no-service',
      severity: 'error',
      from: { path: '^src/main/base/' },
      to: { path: `^src/main/(${services.join('|')})/` },
    },
    folderMayImport('sessions', []),
    folderMayImport('providers', []),
    folderMayImport('agents', []),
    folderMayImport('tools', []),
    folderMayImport('mcp', []),
    folderMayImport('health', []),
    folderMayImport('settings', ['platform']),
    folderMayImport('platform', []),
    folderMayImport('runs', ['sessions']),
    folderMayImport('compare', ['sessions', 'runs']),
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
