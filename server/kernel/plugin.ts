/** The plugin contract: a plugin is data. Importing one does nothing; what the site does not name does not exist. */
import type { AnyRouter } from '@trpc/server';
import type { Role } from '#prisma/generated/enums.ts';
import type { ErrorTable } from './errors.ts';
import type { Services } from './services.ts';

/** A place that other plugins may fill with implementations of `T`. */
export interface ExtensionPoint<T> {
  readonly name: string;
  /** Carries the type; never set. */
  readonly type?: T;
}

/** Implementations that a plugin offers at an extension point. */
export interface Extension {
  readonly point: string;
  readonly implementations: readonly unknown[];
}

/** Offers implementations at an extension point, in order of preference. */
export function extend<T>(point: ExtensionPoint<T>, ...implementations: readonly T[]): Extension {
  return { point: point.name, implementations };
}

/** A tab of the client area. */
export interface NavigationEntry {
  readonly href: string;
  /** Has an icon (app/client/tabs.tsx) and a label in each language (app/_language/messages). */
  readonly name: 'account' | 'balance' | 'buy' | 'desk' | 'invoices' | 'overview' | 'proxies' | 'resale' | 'reseller';
  /** Where it stands among the tabs, small first. */
  readonly order: number;
  /** Whoever else is signed in does not see it. */
  readonly only?: Role;
}

/** Work that runs in the background while the site is up, one run at a time. */
export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  /** @param stopping aborted when the site stops: a last run comes after that. */
  run(services: Services, stopping: AbortSignal): Promise<void>;
}

export interface Plugin<Id extends string = string, Router extends AnyRouter = AnyRouter> {
  /** Its folder, its key in the site and its tRPC namespace. */
  readonly id: Id;
  /** Ids of the plugins whose port it may call; the graph of needs has no circle. */
  readonly needs: readonly string[];
  readonly router: Router;
  readonly errors?: ErrorTable;
  readonly navigation?: readonly NavigationEntry[];
  readonly jobs?: readonly Job[];
  readonly extensions?: readonly Extension[];
}

/** Closes a plugin: keeps its exact types and checks the contract. */
export function definePlugin<const Id extends string, Router extends AnyRouter>(plugin: Plugin<Id, Router>): Plugin<Id, Router> {
  return plugin;
}

/** Looks up what plugins offer at extension points. */
export interface Extensions {
  all<T>(point: ExtensionPoint<T>): readonly T[];
}

/** Collects the extensions of all plugins. */
export function collectExtensions(plugins: readonly Plugin[]): Extensions {
  const offered = plugins.flatMap((plugin) => plugin.extensions ?? []);
  return {
    all: <T>(point: ExtensionPoint<T>) =>
      offered
        .filter((extension) => extension.point === point.name)
        .flatMap((extension) => extension.implementations as readonly T[]),
  };
}

/** Merges the error tables. @throws Error where two plugins define the same code. */
export function mergeErrors(tables: readonly ErrorTable[]): ErrorTable {
  const merged: Record<string, ErrorTable[string]> = {};
  for (const table of tables) {
    for (const [code, row] of Object.entries(table)) {
      if (merged[code]) throw new Error(`error code defined twice: ${code}`);
      merged[code] = row;
    }
  }
  return merged;
}

/** Checks that every need is a plugin of the site and that needs have no circle. @throws Error that names the culprit. */
export function checkNeeds(plugins: readonly Plugin[]): void {
  const byId = new Map(plugins.map((plugin) => [plugin.id, plugin]));
  const done = new Set<string>();
  const visit = (id: string, trail: readonly string[]): void => {
    if (trail.includes(id)) throw new Error(`plugins need each other in a circle: ${[...trail, id].join(' → ')}`);
    const plugin = byId.get(id);
    if (!plugin) throw new Error(`plugin ${trail.at(-1)} needs ${id}, which the site does not have`);
    if (done.has(id)) return;
    for (const need of plugin.needs) visit(need, [...trail, id]);
    done.add(id);
  };
  for (const { id } of plugins) visit(id, []);
}
