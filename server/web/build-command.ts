/** `npm run build`: builds the pages unless these very sources are built already. */
import { buildOnce } from './build.ts';

await buildOnce(new AbortController().signal, () => process.stdout.write('Building the pages …\n'));
