/**
 * What runs before anything is installed: `node server/bootstrap.mjs install` brings node_modules to package-lock.json,
 * with Node 24 in it, and Prisma's client to the schema. It runs on the machine's own Node, so it is plain JavaScript without a dependency, and it speaks
 * on stderr only, since stdout belongs to the command that it prepares.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const node = path.join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const lock = path.join(modules, '.installing');
/** Which version of the schema Prisma's client was made from. */
const generatedFrom = path.join(root, 'prisma', 'generated', 'SCHEMA');

const OLDEST_NODE = [20, 9];
/** No install takes this long: whatever process has the pid in an older lock, it is not an install. */
const LONGEST_INSTALL_MS = 15 * 60_000;

/** What a person can read and act on, as opposed to a fault of this program. */
class Refusal extends Error {}

try {
  await install();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
  process.exitCode = 1;
}

async function install() {
  if (process.argv[2] !== 'install') throw new Refusal('Usage: node server/bootstrap.mjs install');
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Refusal(`This needs Node ${OLDEST_NODE.join('.')} or newer to install itself; this is ${process.version}.`);
  }
  const schema = schemaVersion();
  if (packagesMatch() && existsSync(node) && readIfThere(generatedFrom) === schema) return;
  mkdirSync(modules, { recursive: true });
  await takeLock();
  try {
    if (!packagesMatch()) installPackages();
    if (!existsSync(node)) runInstallScripts();
    checkNode();
    if (readIfThere(generatedFrom) !== schema) generateClient(schema);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Compares the lock file with npm's own note of what it installed; packages for other platforms may be missing. */
function packagesMatch() {
  const note = path.join(modules, '.package-lock.json');
  if (!existsSync(note)) return false;
  const installed = readJson(note).packages;
  const { dependencies, devDependencies } = readJson(path.join(root, 'package.json'));
  const direct = Object.keys({ ...dependencies, ...devDependencies });
  const locked = Object.entries(readJson(path.join(root, 'package-lock.json')).packages);
  return (
    direct.every((name) => existsSync(path.join(modules, name))) &&
    locked.every(([folder, wanted]) => {
      const found = installed[folder];
      if (!found) return folder === '' || wanted.optional === true;
      return found.version === wanted.version && found.integrity === wanted.integrity;
    })
  );
}

/**
 * Not `npm ci`, though it takes the same versions: that one refuses a lock file that was written where the registry
 * lacks packages for other platforms, and it starts by deleting node_modules, below a site that may be running.
 */
function installPackages() {
  say('Installing packages, which takes about a minute …');
  npm('install', '--no-save', '--ignore-scripts', '--include=dev', '--include=optional');
}

/**
 * The install scripts that package.json allows, and no others, whatever npm's version and the user's `ignore-scripts`.
 * That of `node` comes last: its result tells the next run that all of them are done.
 */
function runInstallScripts() {
  say('Fetching Node 24 for the site …');
  const allowed = Object.entries(readJson(path.join(root, 'package.json')).allowScripts);
  const names = allowed.filter(([name, allow]) => allow && existsSync(path.join(modules, name))).map(([name]) => name);
  npm('rebuild', '--ignore-scripts=false', ...names.filter((name) => name !== 'node'));
  npm('rebuild', '--ignore-scripts=false', 'node');
}

/** A hash over the Prisma schema and Prisma's version. */
function schemaVersion() {
  const folder = path.join(root, 'prisma', 'schema');
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'prisma.config.ts')));
  hash.update(readJson(path.join(root, 'package.json')).devDependencies.prisma);
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(path.join(folder, name)));
  return hash.digest('hex');
}

/** Prisma's client is made from the schema, so it is not in the repository. */
function generateClient(schema) {
  const prisma = path.join(modules, 'prisma', 'build', 'index.js');
  const { status } = spawnSync(node, [prisma, 'generate'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'ignore', 2] });
  if (status !== 0) throw new Refusal('"prisma generate" failed; its reasons are above.');
  writeFileSync(generatedFrom, schema);
}

function checkNode() {
  const wanted = `v${readJson(path.join(modules, 'node', 'package.json')).version}`;
  const { stdout, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() === wanted) return;
  const outcome = error ? error.message : `it answers "${stdout.trim()}"`;
  throw new Refusal(
    `${node} should be Node ${wanted}, but ${outcome}. It comes from the npm package node-${process.platform}-` +
      `${process.arch} (Linux: glibc only), fetched by the install script of the package node. ` +
      'Delete node_modules and try again; if that does not help, run "npm rebuild node" to see why.',
  );
}

/** Runs the npm that runs us on the Node that runs it, or else the one on the PATH. */
function npm(...args) {
  const own = process.env.npm_execpath;
  const [program, first] = own?.endsWith('.js') ? [process.env.npm_node_execpath ?? process.execPath, [own]] : ['npm', []];
  // Of npm's words only errors: half of the tools warn that Node 20 is too old for them, but they will run on Node 24.
  const { status, signal, error } = spawnSync(program, [...first, ...args, '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: program === 'npm' && process.platform === 'win32',
  });
  if (status === 0) return;
  if (error?.code === 'ENOENT') {
    throw new Refusal('npm, which belongs to Node, was not found on the PATH. Install it and try again.');
  }
  throw new Refusal(
    `"npm ${args.join(' ')}" failed (${error?.message ?? signal ?? `exit code ${status}`}); its reasons are above.`,
  );
}

/** One install at a time: waits for the one that is under way, and takes over from one that died. */
async function takeLock() {
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(readIfThere(lock));
    if (!isInstalling(holder)) rmSync(lock, { force: true });
    else if (!waited) say('Waiting for another install of the same folder …');
    await sleep(250);
  }
}

function isInstalling(pid) {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > LONGEST_INSTALL_MS) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
