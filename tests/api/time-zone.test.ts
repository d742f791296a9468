/** Days are those of UTC on every connection, whatever zone the operator's own database is set to. */
import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { openDatabase, statement } from '#server/kernel/database.ts';
import { createScratchDatabase } from '#tests/harness/cluster.ts';

const zoneStatement = statement<{ zone: string; week: Date }, []>(
  'tests.zone',
  // The clock goes back in Berlin on the 25th.
  `SELECT current_setting('TimeZone') AS zone, timestamptz '2026-10-20T00:00:00Z' + make_interval(days => 7) AS week`,
);

test('a database of another time zone counts seven days of 24 hours all the same', async () => {
  const name = `zone_${randomUUID().replaceAll('-', '')}`;
  const url = await createScratchDatabase(inject('maintenanceUrl'), name);
  const unexpected = (error: Error) => {
    throw error;
  };
  const setting = openDatabase(url, unexpected);
  await setting.prisma.$executeRawUnsafe(`ALTER DATABASE "${name}" SET TimeZone = 'Europe/Berlin'`);
  await setting.close();
  const db = openDatabase(url, unexpected);
  const [read] = await db.run(zoneStatement);
  await db.close();
  expect(read).toEqual({ zone: 'UTC', week: new Date('2026-10-27T00:00:00Z') });
});
