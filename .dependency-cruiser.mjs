// The architecture: dependencies point one way, app → server/site → plugins → kernel. `npm run architecture` checks it.

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'kernel-knows-no-plugin',
      severity: 'error',
      from: { path: '^server/kernel/' },
      to: { path: '^(app|server/(?!kernel/))' },
    },
    {
      name: 'plugins-know-the-kernel-only',
      severity: 'error',
      from: { path: '^server/plugins/' },
      to: { path: '^(app|server/(?!kernel/|plugins/))' },
    },
    {
      name: 'plugins-meet-at-their-ports',
      severity: 'error',
      from: { path: '^server/plugins/([^/]+)/' },
      to: { path: '^server/plugins/', pathNot: ['^server/plugins/$1/', '^server/plugins/[^/]+/port\\.ts$'] },
    },
    {
      name: 'the-entry-point-stands-alone',
      comment: 'It runs on other machines, too: without the plugins, without Prisma.',
      severity: 'error',
      from: { path: '^server/gateway/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(app|prisma|server/(?!kernel/|gateway/)|server/kernel/database\\.ts)' },
    },
    {
      name: 'pages-leave-the-entry-point-alone',
      comment: 'Its sources do not count for the build of the pages (server/web/build.ts).',
      severity: 'error',
      from: { path: '^(app|server/(plugins|rest|kernel))/' },
      to: { path: '^server/(gateway|operator)/' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^server/plugins/[^/]+/rules\\.ts$' },
      to: {
        path: ['(store|port|router|database|services)\\.ts$', '/(store|adapters)/', '^node:(fs|net|http)', 'node_modules/pg'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'stores-are-private',
      comment: 'Queries belong to their plugin; everybody else goes through its port or its procedures.',
      severity: 'error',
      from: { pathNot: ['^server/plugins/', '^tests/'] },
      to: { path: '^server/plugins/[^/]+/store(\\.ts$|/)' },
    },
    {
      name: 'pages-ask-procedures',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^(server/kernel/database\\.ts|prisma/generated/(?!enums))', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-product-knows-no-tests',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(tests|e2e)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^prisma/generated/internal' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
