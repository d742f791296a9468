/** The name by which a database of the site's own embedded PostgreSQL is told from any other. */
import { type Queryable, statement } from '../database.ts';

export const EMBEDDED_CLUSTER_NAME = 'isp-proxy-site';

const nameStatement = statement<{ name: string }, []>('kernel.cluster_name', `SELECT current_setting('cluster_name') AS name`);

/** Whether a database is one of the embedded PostgreSQL, which holds nobody's production. */
export async function isEmbedded(db: Queryable): Promise<boolean> {
  const [row] = await db.run(nameStatement);
  return row?.name === EMBEDDED_CLUSTER_NAME;
}
