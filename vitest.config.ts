// Unit tests stand beside what they test; tests/ holds what crosses plugins, over HTTP against a real server.
import { defineConfig } from 'vitest/config';

/** How long a test waits for what must come: a busy machine is slow, not wrong. */
const patience = { expect: { poll: { timeout: 20_000 } }, testTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { ...patience, name: 'unit', include: ['server/**/*.test.ts', 'app/**/*.test.ts'], hookTimeout: 120_000 } },
      {
        test: {
          ...patience,
          name: 'api',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          hookTimeout: 180_000,
          // More than there are processors: much of what these tests do is waiting.
          maxWorkers: 3,
        },
      },
    ],
  },
});
