/** Builds the pages once for each version of the sources. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export const projectFolder = path.join(import.meta.dirname, '../..');
/** Written into the build when it is complete. */
const stampFile = path.join(projectFolder, '.next', 'SOURCES');

/**
 * Builds the pages unless the last complete build was made from the very same sources.
 * @param signal ends a build under way.
 * @param onBuild told that a build begins.
 * @throws Error with the build's output where it fails.
 */
export async function buildOnce(signal: AbortSignal, onBuild: () => void): Promise<void> {
  const version = await sourcesVersion();
  if ((await readFile(stampFile, 'utf8').catch(() => null)) === version) return;
  onBuild();
  await runBuild(signal);
  await writeFile(stampFile, version);
}

/** A hash over everything that goes into the build. */
async function sourcesVersion(): Promise<string> {
  const files = await Array.fromAsync(
    glob(
      [
        'app/**/*',
        'server/**/*.ts',
        'prisma/schema/*',
        'next.config.mjs',
        'package-lock.json',
        'tsconfig.json',
        '*.ts',
        'postcss.config.*',
      ],
      {
        cwd: projectFolder,
        exclude: [
          '**/*.test.ts',
          'server/gateway/*/**',
          'server/gateway/!(refusal).ts',
          'server/operator/**',
          'vitest.config.ts',
          'playwright.config.ts',
        ],
        withFileTypes: true,
      },
    ),
  );
  const names = files.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const hash = createHash('sha256').update(process.version);
  for (const name of names.toSorted()) {
    hash
      .update(path.relative(projectFolder, name))
      .update('\0')
      .update(await readFile(name))
      .update('\0');
  }
  return hash.digest('hex');
}

async function runBuild(signal: AbortSignal): Promise<void> {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'build'], {
    cwd: projectFolder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`next build failed:\n${Buffer.concat(output).toString()}`);
}
