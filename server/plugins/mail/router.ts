/** Mail has no procedures: nobody reads or sends mails from outside. */
import { router } from '#server/kernel/trpc.ts';

export const mailRouter = router({});
