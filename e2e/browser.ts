/**
 * The browser of the tests. On Linux x64 it comes with an npm package, together with the libraries and fonts that it needs, so that
 * nothing else has to be installed; elsewhere it is Playwright's own, or else the system's Chrome.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from '@playwright/test';

const packaged = process.platform === 'linux' && process.arch === 'x64';
const packageFolder = path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
const { version } = createRequire(import.meta.url)(path.join(packageFolder, 'package.json')) as { version: string };
/** Where it is unpacked. */
const folder = path.join(packageFolder, '../../.cache/browser', version);
const binary = path.join(folder, 'chromium');
const fontSettings = path.join(folder, 'fonts.conf');

/** Set by prepareBrowser and read by the processes that run the tests: this machine lacks libraries that the browser needs. */
const OWN_LIBRARIES = 'BROWSER_WITH_OWN_LIBRARIES';

/** What Playwright's `use` needs in order to launch it. */
export function installedBrowser(): { launchOptions?: LaunchOptions; channel?: string } {
  if (!packaged) return existsSync(chromium.executablePath()) ? {} : { channel: 'chrome' };
  return { launchOptions: { executablePath: binary, env: environment() } };
}

function environment(): Record<string, string> {
  const own = {
    ...(process.env[OWN_LIBRARIES] ? { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') } : {}),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: fontSettings }),
  };
  return { ...(process.env as Record<string, string>), ...own };
}

/** Unpacks the browser where that has not been done yet, and finds out whether this machine has the libraries that it needs. */
export async function prepareBrowser(): Promise<void> {
  if (!packaged) return;
  if (!existsSync(binary)) await unpack();
  const starts = await promisify(execFile)(binary, ['--version']).then(
    () => true,
    () => false,
  );
  if (!starts) process.env[OWN_LIBRARIES] = 'yes';
}

/** Into another folder first: what is interrupted half-way is never taken for the browser. */
async function unpack(): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium');
  const partial = `${folder}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  // The package unpacks into the folder for temporary files, and nowhere else.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = partial;
  try {
    const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br'];
    await Promise.all(archives.map((archive) => inflate(path.join(packageFolder, 'bin', archive))));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  const fonts = `<dir>${path.join(folder, 'fonts')}</dir><cachedir>${path.join(folder, 'font-cache')}</cachedir>`;
  await writeFile(path.join(partial, 'fonts.conf'), `<?xml version="1.0"?><fontconfig>${fonts}</fontconfig>`);
  await rename(partial, folder).catch(async (error: unknown) => {
    // Somebody else may have been quicker.
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(binary)) throw error;
  });
}
