// Prisma's own command line: `prisma generate` and `prisma migrate deploy` read it.
import { defineConfig } from 'prisma/config';

// `prisma generate` is WebAssembly all through, yet the command line insists on downloading a schema engine first.
// Naming any existing file as that engine stops the download; migrations run through server/kernel/migrate.ts.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= import.meta.filename;

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
});
