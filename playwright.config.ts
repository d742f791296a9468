// Journeys in a real browser against the real production server, which e2e/global-setup.ts starts on a database of its own.
import { defineConfig } from '@playwright/test';
import { installedBrowser } from './e2e/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // Only what never comes takes so long: a machine that stalls for seconds fails nothing.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    ...installedBrowser(),
    viewport: { width: 1280, height: 860 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
